#include "checker/sql/function_rules.h"

#include <algorithm>
#include <array>

namespace countercheck {

namespace {

// A name, or the beginning of names when it ends in '*'.
struct Denial {
  std::string_view pattern;
  std::string_view reason;
};

constexpr std::string_view kRunsText =
    "reads tables that are named in text, where nothing can see them; write the query itself";
constexpr std::string_view kAssignsId =
    "assigns a transaction id, which is a write; use pg_current_xact_id_if_assigned() or "
    "pg_current_snapshot()";
constexpr std::string_view kFiles = "reads or writes files of the server";
constexpr std::string_view kElsewhere = "sends statements to another database or session";
constexpr std::string_view kSettings = "changes settings of the session";
constexpr std::string_view kSequences = "changes a sequence; read the sequence's table instead";
constexpr std::string_view kLocks = "takes locks that other programs may wait for";
constexpr std::string_view kSleeps = "keeps the connection waiting";
constexpr std::string_view kSessions = "ends or disturbs other sessions";
constexpr std::string_view kStatistics = "changes the server's statistics";
constexpr std::string_view kHidesRows =
    "leaves out what belongs to other roles without an error; read the view pg_stat_activity (or "
    "pg_stat_replication, pg_stat_wal_receiver, pg_stat_subscription, pg_stat_progress_…) instead, "
    "whose privileges are checked";
constexpr std::string_view kServer = "changes the state of the server";

constexpr std::array<Denial, 53> kDenials = {{{"pg_stat_get_activity", kHidesRows},
                                              {"pg_stat_get_backend_*", kHidesRows},
                                              {"pg_stat_get_progress_info", kHidesRows},
                                              {"pg_stat_get_subscription", kHidesRows},
                                              {"pg_stat_get_wal_receiver", kHidesRows},
                                              {"pg_stat_get_wal_senders", kHidesRows},
                                              {"query_to_xml*", kRunsText},
                                              {"table_to_xml*", kRunsText},
                                              {"schema_to_xml*", kRunsText},
                                              {"database_to_xml*", kRunsText},
                                              {"cursor_to_xml*", kRunsText},
                                              {"ts_stat", kRunsText},
                                              {"ts_rewrite", kRunsText},
                                              {"txid_current", kAssignsId},
                                              {"pg_current_xact_id", kAssignsId},
                                              {"pg_export_snapshot", kAssignsId},
                                              {"pg_read_*", kFiles},
                                              {"pg_ls_*", kFiles},
                                              {"pg_stat_file", kFiles},
                                              {"pg_file_*", kFiles},
                                              {"pg_logdir_ls", kFiles},
                                              {"pg_current_logfile", kFiles},
                                              {"pg_show_all_file_settings", kFiles},
                                              {"pg_hba_file_rules", kFiles},
                                              {"pg_ident_file_mappings", kFiles},
                                              {"lo_*", kFiles},
                                              {"loread", kFiles},
                                              {"lowrite", kFiles},
                                              {"fmgr_*", kServer},
                                              {"dblink*", kElsewhere},
                                              {"pg_notify", kElsewhere},
                                              {"set_config", kSettings},
                                              {"setseed", kSettings},
                                              {"nextval", kSequences},
                                              {"setval", kSequences},
                                              {"pg_advisory_*", kLocks},
                                              {"pg_try_advisory_*", kLocks},
                                              {"pg_sleep*", kSleeps},
                                              {"pg_terminate_backend", kSessions},
                                              {"pg_cancel_backend", kSessions},
                                              {"pg_log_backend_memory_contexts", kSessions},
                                              {"pg_stat_reset*", kStatistics},
                                              {"pg_stat_clear_snapshot", kStatistics},
                                              {"pg_stat_force_next_flush", kStatistics},
                                              {"pg_replication_origin_*", kServer},
                                              {"pg_logical_*", kServer},
                                              {"pg_create_*", kServer},
                                              {"pg_drop_*", kServer},
                                              {"pg_rotate_logfile*", kServer},
                                              {"pg_reload_conf", kServer},
                                              {"pg_switch_wal", kServer},
                                              {"pg_promote", kServer},
                                              {"binary_upgrade_*", kServer}}};

// Judged one by one from the catalog of Postgres 15. What a newer server adds is refused until it
// has been judged here.
constexpr std::array<std::string_view, 29> kHarmless = {"bernoulli",
                                                        "clock_timestamp",
                                                        "current_query",
                                                        "currval",
                                                        "gen_random_uuid",
                                                        "lastval",
                                                        "pg_blocking_pids",
                                                        "pg_collation_actual_version",
                                                        "pg_current_wal_flush_lsn",
                                                        "pg_current_wal_insert_lsn",
                                                        "pg_current_wal_lsn",
                                                        "pg_database_size",
                                                        "pg_indexes_size",
                                                        "pg_is_in_recovery",
                                                        "pg_last_committed_xact",
                                                        "pg_last_wal_receive_lsn",
                                                        "pg_last_wal_replay_lsn",
                                                        "pg_last_xact_replay_timestamp",
                                                        "pg_partition_ancestors",
                                                        "pg_partition_tree",
                                                        "pg_relation_size",
                                                        "pg_sequence_last_value",
                                                        "pg_table_size",
                                                        "pg_tablespace_size",
                                                        "pg_total_relation_size",
                                                        "pg_xact_commit_timestamp",
                                                        "random",
                                                        "system",
                                                        "timeofday"};

// Taken without an argument or with two, or by TABLESAMPLE alone, in every version up to 18.
constexpr std::array<std::string_view, 7> kNeverFields = {
    "bernoulli", "clock_timestamp", "current_query", "lastval", "random", "system", "timeofday"};

bool matches(std::string_view pattern, std::string_view name) {
  if (!pattern.ends_with('*')) {
    return pattern == name;
  }
  pattern.remove_suffix(1);
  return name.starts_with(pattern);
}

}  // namespace

std::optional<std::string_view> why_denied(std::string_view name) {
  const auto found = std::find_if(kDenials.begin(), kDenials.end(), [&](const Denial& denial) {
    return matches(denial.pattern, name);
  });
  return found == kDenials.end() ? std::nullopt : std::optional(found->reason);
}

bool is_harmless_volatile(std::string_view name) {
  return std::find(kHarmless.begin(), kHarmless.end(), name) != kHarmless.end();
}

bool is_never_a_field(std::string_view name) {
  return std::find(kNeverFields.begin(), kNeverFields.end(), name) != kNeverFields.end();
}

}  // namespace countercheck
