#include "adapters/postgres/settings.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace countercheck {
namespace {

using Setting = std::pair<std::string, std::string>;

std::string quote(std::string_view text, char mark) {
  std::string quoted(1, mark);
  for (const char letter : text) {
    quoted += letter;
    if (letter == mark) {
      quoted += letter;
    }
  }
  return quoted + mark;
}

// Settings of time are 32-bit milliseconds, and 0 would mean "for ever".
std::string milliseconds_text(std::chrono::milliseconds time) {
  constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
  return std::to_string(std::clamp<std::int64_t>(time.count(), 1, kMax));
}

// Sorted, for binary search. Costs, memory and planner switches; nothing here changes an answer.
constexpr std::array<std::string_view, 59> kAllowed = {"constraint_exclusion",
                                                       "cpu_index_tuple_cost",
                                                       "cpu_operator_cost",
                                                       "cpu_tuple_cost",
                                                       "cursor_tuple_fraction",
                                                       "default_statistics_target",
                                                       "effective_cache_size",
                                                       "effective_io_concurrency",
                                                       "enable_async_append",
                                                       "enable_bitmapscan",
                                                       "enable_distinct_reordering",
                                                       "enable_gathermerge",
                                                       "enable_group_by_reordering",
                                                       "enable_hashagg",
                                                       "enable_hashjoin",
                                                       "enable_incremental_sort",
                                                       "enable_indexonlyscan",
                                                       "enable_indexscan",
                                                       "enable_material",
                                                       "enable_memoize",
                                                       "enable_mergejoin",
                                                       "enable_nestloop",
                                                       "enable_parallel_append",
                                                       "enable_parallel_hash",
                                                       "enable_partition_pruning",
                                                       "enable_partitionwise_aggregate",
                                                       "enable_partitionwise_join",
                                                       "enable_presorted_aggregate",
                                                       "enable_self_join_elimination",
                                                       "enable_seqscan",
                                                       "enable_sort",
                                                       "enable_tidscan",
                                                       "from_collapse_limit",
                                                       "geqo",
                                                       "geqo_effort",
                                                       "geqo_generations",
                                                       "geqo_pool_size",
                                                       "geqo_seed",
                                                       "geqo_selection_bias",
                                                       "geqo_threshold",
                                                       "hash_mem_multiplier",
                                                       "jit",
                                                       "jit_above_cost",
                                                       "jit_inline_above_cost",
                                                       "jit_optimize_above_cost",
                                                       "join_collapse_limit",
                                                       "maintenance_io_concurrency",
                                                       "max_parallel_workers",
                                                       "max_parallel_workers_per_gather",
                                                       "min_parallel_index_scan_size",
                                                       "min_parallel_table_scan_size",
                                                       "parallel_leader_participation",
                                                       "parallel_setup_cost",
                                                       "parallel_tuple_cost",
                                                       "plan_cache_mode",
                                                       "random_page_cost",
                                                       "seq_page_cost",
                                                       "temp_buffers",
                                                       "work_mem"};

}  // namespace

bool is_allowed_setting(const std::string& name) {
  return std::binary_search(kAllowed.begin(), kAllowed.end(), std::string_view(name));
}

std::string quote_literal(std::string_view text) { return quote(text, '\''); }
std::string quote_identifier(std::string_view name) { return quote(name, '"'); }

std::vector<std::string> optional_settings() {
  return {"idle_session_timeout", "transaction_timeout", "client_connection_check_interval"};
}

std::string pinned_search_path(const std::vector<std::string>& schemas) {
  // pg_catalog is searched first and pg_temp last in any case if they are named so; unnamed,
  // pg_temp comes first and a temporary table would stand in for a real one.
  std::string path = quote_identifier("pg_catalog");
  for (const std::string& schema : schemas) {
    if (schema != "pg_catalog" && schema != "pg_temp") {
      path += ", " + quote_identifier(schema);
    }
  }
  return path + ", " + quote_identifier("pg_temp");
}

std::vector<Setting> pinned_settings(const PostgresOptions& options,
                                     const std::set<std::string>& available) {
  std::vector<Setting> settings;
  for (const auto& [name, value] : options.settings) {
    settings.emplace_back(name, quote_literal(value));
  }
  // After the user's own, so that nothing above can undo what keeps the answers right.
  settings.insert(
      settings.end(),
      {{"TimeZone", quote_literal(options.time_zone)},
       {"DateStyle", "'ISO, YMD'"},
       {"IntervalStyle", "'postgres'"},
       {"client_encoding", "'UTF8'"},
       {"bytea_output", "'hex'"},
       {"extra_float_digits", "'3'"},
       {"standard_conforming_strings", "'on'"},
       {"transform_null_equals", "'off'"},
       // Relations are recognised by their printed names.
       {"quote_all_identifiers", "'off'"},
       // A limit here would return a random part of what a GIN index finds.
       {"gin_fuzzy_search_limit", "'0'"},
       {"array_nulls", "'on'"},
       {"row_security", options.row_security ? "'on'" : "'off'"},
       {"search_path", pinned_search_path(options.search_path)},
       {"lock_timeout", quote_literal(milliseconds_text(options.lock_timeout))},
       // Idle while we print must not cost us the snapshot, but a checker that hangs
       // must not hold vacuum back for ever either.
       {"idle_in_transaction_session_timeout",
        quote_literal(milliseconds_text(options.max_snapshot_age + std::chrono::minutes(1)))}});
  const std::array<Setting, 3> optional = {{{"idle_session_timeout", "'0'"},
                                            {"transaction_timeout", "'0'"},
                                            {"client_connection_check_interval", "'2000'"}}};
  for (const Setting& setting : optional) {
    if (available.contains(setting.first)) {
      settings.push_back(setting);
    }
  }
  return settings;
}

std::string set_local_statements(const std::vector<Setting>& settings) {
  std::string sql;
  for (const auto& [name, value] : settings) {
    sql += "SET LOCAL " + quote_identifier(name) + " = " + value + ";";
  }
  return sql;
}

std::string state_query(const std::vector<Setting>& settings) {
  std::string sql =
      "SELECT current_setting('transaction_isolation') AS transaction_isolation,"
      "current_setting('transaction_read_only') AS transaction_read_only,"
      "current_user AS \"current_user\", session_user AS \"session_user\","
      "pg_current_snapshot()::text AS \"snapshot\", pg_backend_pid() AS \"backend\",";
  for (const auto& [name, value] : settings) {
    sql += "current_setting(" + quote_literal(name) + ") AS " + quote_identifier(name) + ",";
  }
  // The function behind pg_locks: reading the view would itself be a lock on it.
  return sql +
         "(SELECT string_agg(CASE l.locktype WHEN 'relation' THEN l.relation::text"
         " ELSE l.locktype END, ',') FROM pg_lock_status() l WHERE l.pid = pg_backend_pid()"
         " AND l.locktype IN ('relation', 'advisory')) AS locks";
}

}  // namespace countercheck
