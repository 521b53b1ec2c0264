#include "adapters/postgres/exporter.h"

#include <libpq-fe.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapters/postgres/catalog.h"
#include "adapters/postgres/settings.h"

namespace countercheck {
namespace {

std::string text_array(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) {
    list += (list.empty() ? "" : ",") + quote_literal(text);
  }
  return "ARRAY[" + list + "]::text[]";
}

SourceError during(std::string_view step, SourceError error) {
  error.message = std::string(step) + ": " + error.message;
  return error;
}

// What the server can do and what stands in the way, asked before anything is set.
struct Capabilities {
  std::set<std::string> settings;
  bool has_system_identifier = false;
  std::string unusable_schemas;
  std::string dangers;
  std::string server_encoding;
};

Result<Capabilities> ask_capabilities(Connection& connection, const PostgresOptions& options) {
  auto results = connection.execute(
      "SELECT pg_catalog.has_function_privilege('pg_catalog.pg_control_system()', 'execute'),"
      " (SELECT string_agg(n, ', ') FROM unnest(" +
      text_array(options.search_path) +
      ") AS n WHERE has_schema_privilege(to_regnamespace(quote_ident(n))::oid, 'usage')"
      " IS NOT TRUE),"
      " (SELECT string_agg(s, ', ') FROM unnest(ARRAY['zero_damaged_pages',"
      " 'ignore_checksum_failure', 'ignore_system_indexes']) AS s"
      " WHERE current_setting(s, true) = 'on'), current_setting('server_encoding');"
      "SELECT s FROM unnest(" +
      text_array(optional_settings()) + ") AS s WHERE current_setting(s, true) IS NOT NULL");
  if (!results) {
    return std::move(results).error();
  }
  Capabilities found;
  const ResultHandle& first = results.value().front();
  found.has_system_identifier = cell_text(first, 0, 0) == "t";
  found.unusable_schemas = cell_text(first, 0, 1);
  found.dangers = cell_text(first, 0, 2);
  found.server_encoding = cell_text(first, 0, 3);
  for (int row = 0; row < PQntuples(results.value().back().get()); ++row) {
    found.settings.insert(cell_text(results.value().back(), row, 0));
  }
  return found;
}

// A schema that is not there or not open to us is silently left out of the search, and a name then
// finds the table of the next one. With a single schema there is no next one.
Result<Done> judge(const Capabilities& found, const PostgresOptions& options) {
  for (const std::string& schema : options.search_path) {
    if (schema == "$user") {
      return make_error(SourceErrorKind::kUnreachable,
                        "search_path: name the schema instead of $user");
    }
  }
  if (!found.unusable_schemas.empty() && options.search_path.size() > 1) {
    return make_error(SourceErrorKind::kUnreachable,
                      "search_path: no such schema, or no USAGE on it: " + found.unusable_schemas);
  }
  if (!found.dangers.empty()) {
    return make_error(SourceErrorKind::kUnreachable,
                      "the server hides damage from readers: " + found.dangers + " is on");
  }
  return Done{};
}

// The start time tells servers apart that were copied from one another, the identifier those that
// were started at the same moment.
std::string server_query(bool has_system_identifier) {
  return std::string(
             "SELECT concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()),"
             " current_database(), session_user") +
         (has_system_identifier ? ", (SELECT system_identifier FROM pg_control_system())" : "") +
         ")";
}

constexpr char kFactsQuery[] =
    "SELECT (extract(epoch FROM t) * 1000000)::bigint,"
    " to_char(t AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"'),"
    " current_setting('server_version'), current_setting('server_encoding'),"
    " pg_is_in_recovery(),"
    " round(extract(epoch FROM t - pg_last_xact_replay_timestamp())::numeric, 1),"
    " current_user, current_database(), current_setting('is_superuser'),"
    " pg_has_role('pg_read_all_stats', 'usage'), current_setting('search_path'),"
    " session_user"
    " FROM clock_timestamp() AS t";

std::string server_text(const ResultHandle& facts) {
  const std::string version = cell_text(facts, 0, 2);
  std::string text = "PostgreSQL " + version.substr(0, version.find(' '));
  if (cell_text(facts, 0, 4) == "t") {
    const std::string lag = cell_text(facts, 0, 5);
    text += lag.empty() ? ", standby, nothing replayed yet"
                        : ", standby, last replayed transaction " + lag + " s old";
  } else {
    text += ", primary";
  }
  const std::string encoding = cell_text(facts, 0, 3);
  return encoding == "UTF8" ? text : text + ", encoding " + encoding;
}

SourceFacts source_facts(const ResultHandle& facts, const ConnectionTarget& target) {
  SourceFacts found;
  found.dialect = Dialect::kPostgres;
  found.role = cell_text(facts, 0, 6);
  ConnectionTarget actual = target;
  actual.role = found.role;
  actual.database = cell_text(facts, 0, 7);
  found.target = describe_target(actual);
  found.server = server_text(facts);
  found.strength = "exported";
  found.taken = cell_text(facts, 0, 1);
  found.search_path = cell_text(facts, 0, 10);
  const std::string microseconds = cell_text(facts, 0, 0);
  std::int64_t count = 0;
  std::from_chars(microseconds.data(), microseconds.data() + microseconds.size(), count);
  found.now = std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(
          std::chrono::microseconds(count)));
  return found;
}

// The address that was really used, where the string names several.
ConnectionTarget actual_target(const Connection& connection, ConnectionTarget target) {
  const char* host = PQhost(connection.handle());
  const char* port = PQport(connection.handle());
  if (host != nullptr && *host != '\0') {
    target.host = host;
  }
  if (port != nullptr && *port != '\0') {
    target.port = port;
  }
  return target;
}

Result<Done> take_snapshot(Exporter& exporter, const ConnectionTarget& target) {
  Connection& connection = *exporter.connection;
  SnapshotFacts& snapshot = exporter.snapshot;
  auto results =
      connection.execute("SELECT pg_export_snapshot();" + snapshot.identity_query + ";" +
                         snapshot.server_query + ";" + kFactsQuery + ";SAVEPOINT " + kSavepoint);
  if (!results) {
    return during("the snapshot cannot be exported", std::move(results).error());
  }
  snapshot.id = cell_text(results.value()[0], 0, 0);
  snapshot.identity = cell_text(results.value()[1], 0, 0);
  snapshot.server = cell_text(results.value()[2], 0, 0);
  const ResultHandle& facts = results.value()[3];
  snapshot.is_superuser = cell_text(facts, 0, 8) == "on";
  snapshot.reads_statistics = cell_text(facts, 0, 9) == "t";
  snapshot.login = cell_text(facts, 0, 11);
  exporter.facts = source_facts(facts, actual_target(connection, target));
  exporter.facts.snapshot = snapshot.id;
  return Done{};
}

}  // namespace

Result<Done> begin_transaction(Connection& connection, const std::vector<std::string>& begin) {
  auto begun = connection.execute(
      "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL search_path = pg_catalog");
  if (!begun) {
    return std::move(begun).error();
  }
  for (const std::string& statement : begin) {
    if (auto done = connection.execute(statement); !done) {
      return during("begin", std::move(done).error());
    }
  }
  return Done{};
}

Result<Exporter> export_snapshot(const ConnectionTarget& target, const PostgresOptions& options,
                                 const std::atomic<bool>& interrupt) {
  auto connected = Connection::connect(target, &interrupt);
  if (!connected) {
    return std::move(connected).error();
  }
  Exporter exporter;
  exporter.snapshot.taken = std::chrono::steady_clock::now();
  exporter.connection = std::move(connected).value();
  Connection& connection = *exporter.connection;
  if (auto begun = begin_transaction(connection, options.begin); !begun) {
    return std::move(begun).error();
  }
  auto capabilities = ask_capabilities(connection, options);
  if (!capabilities) {
    return std::move(capabilities).error();
  }
  if (auto judged = judge(capabilities.value(), options); !judged) {
    return std::move(judged).error();
  }
  SnapshotFacts& snapshot = exporter.snapshot;
  snapshot.server_query = server_query(capabilities.value().has_system_identifier);
  snapshot.identity_query = snapshot.server_query + " || ' ' || pg_current_snapshot()::text";
  snapshot.settings = pinned_settings(options, capabilities.value().settings);
  if (capabilities.value().server_encoding == "SQL_ASCII") {
    // Such a database knows of no encoding and would refuse to hand out bytes that are not UTF-8.
    snapshot.settings.emplace_back("client_encoding", "'SQL_ASCII'");
  }
  // The sessions get statement_timeout from the limit of each rule; the exporter needs none.
  auto set = connection.execute(set_local_statements(snapshot.settings) +
                                "SET LOCAL statement_timeout = 0");
  if (!set) {
    return during("settings", std::move(set).error());
  }
  if (auto taken = take_snapshot(exporter, target); !taken) {
    return std::move(taken).error();
  }
  return exporter;
}

}  // namespace countercheck
