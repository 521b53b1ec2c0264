#include "adapters/postgres/end_check.h"

#include <libpq-fe.h>

#include <charconv>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "adapters/postgres/connection.h"

namespace countercheck {
namespace {

// Plain reads of the catalog, which follow the snapshot, unlike the functions that name objects.
// The row version of a link to a parent tells a DETACH and ATTACH back from nothing at all.
std::string states_query(std::span<const Relation> reads) {
  std::vector<std::uint32_t> oids;
  for (const Relation& relation : reads) {
    oids.push_back(relation.oid);
  }
  return "WITH RECURSIVE tree(id) AS (SELECT unnest(ARRAY[" + oid_list(oids) +
         "]::pg_catalog.oid[]) UNION SELECT i.inhrelid FROM pg_catalog.pg_inherits i"
         " JOIN tree t ON i.inhparent = t.id)"
         " SELECT c.oid, n.nspname || '.' || c.relname, c.relkind, c.relfilenode,"
         " (SELECT pg_catalog.string_agg(i.inhparent::text || ' ' || i.xmin::text, ','"
         " ORDER BY i.inhparent) FROM pg_catalog.pg_inherits i WHERE i.inhrelid = c.oid),"
         " c.relrowsecurity::text || c.relforcerowsecurity::text || pg_catalog.concat("
         "(SELECT pg_catalog.string_agg(p.oid::text || ' ' || p.xmin::text, ',' ORDER BY p.oid)"
         " FROM pg_catalog.pg_policy p WHERE p.polrelid = c.oid)),"
         " CASE WHEN c.relkind = 'v' THEN (SELECT pg_catalog.string_agg("
         "r.oid::text || ' ' || r.xmin::text, ',' ORDER BY r.oid)"
         " FROM pg_catalog.pg_rewrite r WHERE r.ev_class = c.oid) END"
         " FROM tree t JOIN pg_catalog.pg_class c ON c.oid = t.id"
         " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace";
}

RelationStates read_states(const ResultHandle& answer) {
  RelationStates states;
  for (int row = 0; row < PQntuples(answer.get()); ++row) {
    const std::string oid_text = cell_text(answer, row, 0);
    std::uint32_t oid = 0;
    std::from_chars(oid_text.data(), oid_text.data() + oid_text.size(), oid);
    RelationState& state = states[oid];
    state.name = cell_text(answer, row, 1);
    state.kind = cell_text(answer, row, 2);
    state.file_node = cell_text(answer, row, 3);
    state.parents = cell_text(answer, row, 4);
    state.policies = cell_text(answer, row, 5);
    state.rules = cell_text(answer, row, 6);
  }
  return states;
}

std::string describe_change(const RelationState& before, const RelationState& after) {
  if (before.name != after.name) {
    return before.name + " was renamed to " + after.name + " after the snapshot was taken";
  }
  const std::string when = " after the snapshot was taken";
  if (before.kind != after.kind) {
    return before.name + " became another kind of relation" + when;
  }
  if (before.file_node != after.file_node) {
    return before.name + (before.kind == "m" ? " was refreshed" : " was truncated or rewritten") +
           when;
  }
  if (before.parents != after.parents) {
    return before.name + " was attached to or detached from a parent table" + when;
  }
  if (before.policies != after.policies) {
    return "the row security of " + before.name + " changed" + when;
  }
  return before.rules == after.rules ? ""
                                     : "the definition of view " + before.name + " changed" + when;
}

EndFinding finding(const std::string& name, std::uint32_t oid, std::string reason) {
  EndFinding found;
  found.relation = Relation{name, oid};
  found.reason = std::move(reason);
  return found;
}

EndFinding source_finding(std::string reason) {
  EndFinding found;
  found.reason = std::move(reason);
  return found;
}

// The present, proved to be of the server that the snapshot was taken on.
Result<RelationStates> present_states(std::span<const Relation> reads,
                                      const ConnectionTarget& target,
                                      const SnapshotFacts& snapshot) {
  auto connected = Connection::connect(target);
  if (!connected) {
    return std::move(connected).error();
  }
  auto answers = connected.value()->execute(
      "BEGIN READ ONLY;SET LOCAL search_path = pg_catalog;SET LOCAL statement_timeout = '60s';" +
      snapshot.server_query + ";" + states_query(reads) + ";COMMIT");
  if (!answers) {
    return std::move(answers).error();
  }
  if (cell_text(answers.value()[3], 0, 0) != snapshot.server) {
    return make_error(SourceErrorKind::kSnapshotGone, "another server answered at the end");
  }
  return read_states(answers.value()[4]);
}

}  // namespace

std::vector<EndFinding> compare_states(std::span<const Relation> asked,
                                       const RelationStates& before, const RelationStates& after) {
  std::vector<EndFinding> found;
  std::set<std::uint32_t> reported;
  for (const Relation& relation : asked) {
    if (!before.contains(relation.oid) && reported.insert(relation.oid).second) {
      found.push_back(finding(relation.name, relation.oid,
                              relation.name + " was created after the snapshot was taken"));
    }
  }
  for (const auto& [oid, state] : before) {
    const auto now = after.find(oid);
    const std::string change =
        now == after.end() ? state.name + " was dropped or detached after the snapshot was taken"
                           : describe_change(state, now->second);
    if (!change.empty()) {
      found.push_back(finding(state.name, oid, change));
    }
  }
  for (const auto& [oid, state] : after) {
    if (!before.contains(oid) && reported.insert(oid).second) {
      found.push_back(finding(state.name, oid,
                              state.name + " became a partition or child of a table that was read"
                                           " after the snapshot was taken"));
    }
  }
  return found;
}

Result<std::vector<EndFinding>> check_end(std::span<const Relation> reads, Catalog& catalog,
                                          const ConnectionTarget& target,
                                          const SnapshotFacts& snapshot) {
  auto old_answer = catalog.ask(states_query(reads));
  if (!old_answer) {
    return std::vector<EndFinding>{
        source_finding("the snapshot did not last until the end: " + old_answer.error().message)};
  }
  auto present = present_states(reads, target, snapshot);
  if (!present) {
    return std::vector<EndFinding>{
        source_finding("the end could not be compared with the start: " + present.error().message)};
  }
  return compare_states(reads, read_states(old_answer.value()), present.value());
}

}  // namespace countercheck
