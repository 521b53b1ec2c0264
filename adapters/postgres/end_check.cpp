#include "adapters/postgres/end_check.h"

#include <libpq-fe.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapters/postgres/connection.h"

namespace countercheck {
namespace {

// Links to parents: "oid xmin,oid xmin". The row version tells a DETACH and ATTACH back from
// nothing at all.
constexpr char kParents[] =
    "(SELECT pg_catalog.string_agg(i.inhparent::text || ' ' || i.xmin::text, ','"
    " ORDER BY i.inhparent) FROM pg_catalog.pg_inherits i WHERE i.inhrelid = c.oid)";

constexpr char kPolicies[] =
    "c.relrowsecurity::text || c.relforcerowsecurity::text || pg_catalog.concat("
    "(SELECT pg_catalog.string_agg(p.oid::text || ' ' || p.xmin::text, ',' ORDER BY p.oid)"
    " FROM pg_catalog.pg_policy p WHERE p.polrelid = c.oid))";

constexpr char kRules[] =
    "CASE WHEN c.relkind = 'v' THEN (SELECT pg_catalog.string_agg("
    "r.oid::text || ' ' || r.xmin::text, ',' ORDER BY r.oid)"
    " FROM pg_catalog.pg_rewrite r WHERE r.ev_class = c.oid) END";

// Names are bound to columns by the live catalog, and a column added since shows its default in
// rows of the snapshot that never had it. A generated column counts with its expression.
constexpr char kColumns[] =
    "(SELECT pg_catalog.string_agg(pg_catalog.concat_ws(' ', a.attnum, a.attname, a.attisdropped,"
    " a.atttypid, a.atttypmod, a.attcollation, a.attnotnull, a.attgenerated,"
    " CASE WHEN a.attgenerated <> '' THEN (SELECT d.xmin FROM pg_catalog.pg_attrdef d"
    " WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum) END), ',' ORDER BY a.attnum)"
    " FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0)";

// What became true of the rows of today may be false of those of the snapshot, but the planner
// leaves out conditions and joins because of it. Indexes by content, so that REINDEX is no change.
constexpr char kProofs[] =
    "pg_catalog.concat((SELECT pg_catalog.string_agg(k.oid::text || ' ' || k.convalidated::text,"
    " ',' ORDER BY k.oid) FROM pg_catalog.pg_constraint k"
    " WHERE k.conrelid = c.oid AND k.contype = 'c'), ';',"
    " (SELECT pg_catalog.string_agg(DISTINCT pg_catalog.concat_ws(' ', x.indkey::text,"
    " x.indimmediate, x.indexprs::text, x.indpred::text), ',') FROM pg_catalog.pg_index x"
    " WHERE x.indrelid = c.oid AND x.indisunique AND x.indisvalid))";

// Plain reads of the catalog, which follow the snapshot, unlike the functions that name objects.
std::string states_query(std::span<const Relation> reads) {
  std::vector<std::uint32_t> oids;
  for (const Relation& relation : reads) {
    oids.push_back(relation.oid);
  }
  std::string sql = "WITH RECURSIVE tree(id) AS (SELECT pg_catalog.unnest(ARRAY[" + oid_list(oids) +
                    "]::pg_catalog.oid[]) UNION SELECT i.inhrelid FROM pg_catalog.pg_inherits i"
                    " JOIN tree t ON i.inhparent = t.id)"
                    " SELECT c.oid, n.nspname || '.' || c.relname, c.relkind, c.relfilenode";
  for (const char* part : {kParents, kPolicies, kRules, kColumns, kProofs}) {
    sql += std::string(", ") + part;
  }
  return sql +
         " FROM tree t JOIN pg_catalog.pg_class c ON c.oid = t.id"
         " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace";
}

std::uint32_t number_at(std::string_view text) {
  std::uint32_t oid = 0;
  std::from_chars(text.data(), text.data() + text.size(), oid);
  return oid;
}

RelationStates read_states(const ResultHandle& answer) {
  RelationStates states;
  for (int row = 0; row < PQntuples(answer.get()); ++row) {
    RelationState& state = states[number_at(cell_text(answer, row, 0))];
    state.name = cell_text(answer, row, 1);
    state.kind = cell_text(answer, row, 2);
    state.file_node = cell_text(answer, row, 3);
    state.parents = cell_text(answer, row, 4);
    state.policies = cell_text(answer, row, 5);
    state.rules = cell_text(answer, row, 6);
    state.columns = cell_text(answer, row, 7);
    state.proofs = cell_text(answer, row, 8);
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
  if (before.rules != after.rules) {
    return "the definition of view " + before.name + " changed" + when;
  }
  if (before.columns != after.columns) {
    return "the columns of " + before.name + " changed" + when;
  }
  return before.proofs == after.proofs
             ? ""
             : "a constraint or unique index of " + before.name + " changed" + when;
}

using Oids = std::set<std::uint32_t>;
using ParentsOf = std::map<std::uint32_t, Oids>;

void add_parents(const RelationStates& states, ParentsOf& parents_of) {
  for (const auto& [oid, state] : states) {
    std::string_view rest = state.parents;
    while (!rest.empty()) {
      parents_of[oid].insert(number_at(rest));
      const std::size_t comma = rest.find(',');
      rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
    }
  }
}

// The relation itself and all that it is a child of, however far up.
Oids with_ancestors(std::uint32_t oid, const ParentsOf& parents_of) {
  Oids seen = {oid};
  std::vector<std::uint32_t> open = {oid};
  while (!open.empty()) {
    const auto parents = parents_of.find(open.back());
    open.pop_back();
    if (parents == parents_of.end()) {
      continue;
    }
    for (const std::uint32_t parent : parents->second) {
      if (seen.insert(parent).second) {
        open.push_back(parent);
      }
    }
  }
  return seen;
}

// Charges what happened to one relation to those that were read.
class Findings {
 public:
  Findings(std::span<const Relation> asked, const RelationStates& before,
           const RelationStates& after) {
    for (const Relation& relation : asked) {
      asked_.emplace(relation.oid, relation);
    }
    add_parents(before, parents_of_);
    add_parents(after, parents_of_);
  }

  [[nodiscard]] const std::map<std::uint32_t, Relation>& asked() const { return asked_; }

  void add(std::uint32_t oid, const std::string& reason) {
    bool charged = false;
    for (const std::uint32_t relative : with_ancestors(oid, parents_of_)) {
      if (const auto read = asked_.find(relative); read != asked_.end()) {
        found_.push_back({read->second, reason});
        charged = true;
      }
    }
    if (!charged) {
      // Cannot happen, since only relatives of what was read are looked at; but never lose one.
      found_.push_back({std::nullopt, reason});
    }
  }

  [[nodiscard]] std::vector<EndFinding> take() { return std::move(found_); }

 private:
  std::map<std::uint32_t, Relation> asked_;
  ParentsOf parents_of_;
  std::vector<EndFinding> found_;
};

EndFinding source_finding(std::string reason) {
  EndFinding found;
  found.reason = std::move(reason);
  return found;
}

// The present, proved to be of the server that the snapshot was taken on.
Result<RelationStates> present_states(std::span<const Relation> reads, const EndOptions& options) {
  auto connected = Connection::connect(options.target, &options.interrupt);
  if (!connected) {
    return std::move(connected).error();
  }
  auto answers = connected.value()->execute(
      "BEGIN READ ONLY;SET LOCAL search_path = pg_catalog;SET LOCAL statement_timeout = '60s';" +
      options.snapshot.server_query + ";" + states_query(reads) + ";COMMIT");
  if (!answers) {
    return std::move(answers).error();
  }
  if (cell_text(answers.value()[3], 0, 0) != options.snapshot.server) {
    return make_error(SourceErrorKind::kSnapshotGone, "another server answered at the end");
  }
  return read_states(answers.value()[4]);
}

}  // namespace

std::vector<EndFinding> compare_states(std::span<const Relation> asked,
                                       const RelationStates& before, const RelationStates& after) {
  Findings findings(asked, before, after);
  for (const auto& [oid, relation] : findings.asked()) {
    if (!before.contains(oid)) {
      findings.add(oid, relation.name + " was created after the snapshot was taken");
    }
  }
  for (const auto& [oid, state] : before) {
    const auto now = after.find(oid);
    const std::string change =
        now == after.end() ? state.name + " was dropped or detached after the snapshot was taken"
                           : describe_change(state, now->second);
    if (!change.empty()) {
      findings.add(oid, change);
    }
  }
  for (const auto& [oid, state] : after) {
    if (!before.contains(oid) && !findings.asked().contains(oid)) {
      findings.add(oid, state.name +
                            " became a partition or child of a table that was read"
                            " after the snapshot was taken");
    }
  }
  return findings.take();
}

Result<std::vector<EndFinding>> check_end(std::span<const Relation> reads, Catalog& catalog,
                                          const EndOptions& options) {
  auto old_answer = catalog.ask(states_query(reads));
  if (!old_answer) {
    if (old_answer.error().kind == SourceErrorKind::kInterrupted) {
      return std::move(old_answer).error();
    }
    return std::vector<EndFinding>{
        source_finding("the snapshot did not last until the end: " + old_answer.error().message)};
  }
  auto present = present_states(reads, options);
  if (!present) {
    if (present.error().kind == SourceErrorKind::kInterrupted) {
      return std::move(present).error();
    }
    return std::vector<EndFinding>{
        source_finding("the end could not be compared with the start: " + present.error().message)};
  }
  return compare_states(reads, read_states(old_answer.value()), present.value());
}

}  // namespace countercheck
