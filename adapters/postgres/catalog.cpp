#include "adapters/postgres/catalog.h"

#include <libpq-fe.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "adapters/postgres/settings.h"

namespace countercheck {
namespace {

std::uint32_t oid_of(const std::string& text) {
  std::uint32_t oid = 0;
  std::from_chars(text.data(), text.data() + text.size(), oid);
  return oid;
}

}  // namespace

std::string oid_list(std::span<const std::uint32_t> oids) {
  std::string list = "0";
  for (const std::uint32_t oid : oids) {
    list += "," + std::to_string(oid);
  }
  return list;
}

Result<ResultHandle> Catalog::ask(const std::string& sql) {
  const std::lock_guard lock(mutex_);
  return ask_locked(sql);
}

Result<ResultHandle> Catalog::ask_locked(const std::string& sql) {
  const std::string back = std::string("ROLLBACK TO SAVEPOINT ") + kSavepoint;
  auto results = exporter_.execute(sql + ";" + back);
  if (!results) {
    if (results.error().kind == SourceErrorKind::kInterrupted) {
      return std::move(results).error();
    }
    if (exporter_.is_lost()) {
      return make_error(SourceErrorKind::kSnapshotGone,
                        "the snapshot is gone: " + exporter_.lost_error().message);
    }
    // Without this the transaction, and the snapshot with it, would end with the first error.
    if (auto restored = exporter_.execute(back); !restored) {
      return std::move(restored).error();
    }
    return std::move(results).error();
  }
  return std::move(results.value().front());
}

Result<Done> Catalog::learn_types(const std::vector<Column>& columns) {
  std::vector<std::uint32_t> unknown;
  for (const Column& column : columns) {
    if (!types_.contains(column.type_oid)) {
      unknown.push_back(column.type_oid);
    }
  }
  if (unknown.empty()) {
    return Done{};
  }
  auto answer = ask_locked("SELECT t, format_type(t, NULL), format_type(t, -1) FROM unnest(ARRAY[" +
                           oid_list(unknown) + "]::oid[]) AS t");
  if (!answer) {
    return std::move(answer).error();
  }
  for (int row = 0; row < PQntuples(answer.value().get()); ++row) {
    const std::uint32_t oid = oid_of(cell_text(answer.value(), row, 0));
    types_[oid] = cell_text(answer.value(), row, 1);
    casts_[oid] = cell_text(answer.value(), row, 2);
  }
  return Done{};
}

Result<Done> Catalog::name_types(std::vector<Column>& columns) {
  const std::lock_guard lock(mutex_);
  if (auto learnt = learn_types(columns); !learnt) {
    return learnt;
  }
  for (Column& column : columns) {
    column.type_name = types_[column.type_oid];
  }
  return Done{};
}

std::optional<std::string> Catalog::known_cast_name(std::uint32_t type_oid) const {
  const std::lock_guard lock(mutex_);
  const auto found = casts_.find(type_oid);
  return found == casts_.end() ? std::nullopt : std::optional(found->second);
}

// pg_identify_object reads the catalog as it is now. It gives no name for what is gone by now;
// such a relation keeps its number, and the comparison at the end reports it.
Result<Done> Catalog::learn_relations(std::span<const std::uint32_t> oids) {
  std::vector<std::uint32_t> unknown;
  for (const std::uint32_t oid : oids) {
    if (!relations_.contains(oid)) {
      unknown.push_back(oid);
    }
  }
  if (unknown.empty()) {
    return Done{};
  }
  auto answer = ask_locked(
      "SELECT c, i.type, i.identity FROM unnest(ARRAY[" + oid_list(unknown) +
      "]::oid[]) AS c, LATERAL pg_identify_object('pg_class'::regclass, c, 0) AS i WHERE c <> 0");
  if (!answer) {
    return std::move(answer).error();
  }
  for (int row = 0; row < PQntuples(answer.value().get()); ++row) {
    const std::string oid = cell_text(answer.value(), row, 0);
    const std::string type = cell_text(answer.value(), row, 1);
    const std::string name = cell_text(answer.value(), row, 2);
    const bool is_internal = type == "index" || type == "toast table" || type == "composite type";
    relations_[oid_of(oid)] = is_internal ? "" : name.empty() ? "oid " + oid : name;
  }
  return Done{};
}

Result<std::vector<Relation>> Catalog::relations(std::span<const std::uint32_t> oids) {
  const std::lock_guard lock(mutex_);
  if (auto learnt = learn_relations(oids); !learnt) {
    return std::move(learnt).error();
  }
  std::vector<Relation> found;
  for (const std::uint32_t oid : oids) {
    const std::string& name = relations_[oid];
    if (!name.empty()) {
      found.push_back({name, oid});
    }
  }
  std::sort(found.begin(), found.end(), [](const Relation& a, const Relation& b) {
    return a.name != b.name ? a.name < b.name : a.oid < b.oid;
  });
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// A stored view names the functions that it calls by their numbers. The lists of names are those
// of the functions that leave out, without an error, what belongs to other roles.
Result<std::string> Catalog::statistics_view(std::span<const Relation> relations) {
  std::vector<std::uint32_t> oids;
  for (const Relation& relation : relations) {
    oids.push_back(relation.oid);
  }
  if (oids.empty()) {
    return std::string();
  }
  auto answer =
      ask("SELECT c.oid, p.proname FROM pg_catalog.pg_class c"
          " JOIN pg_catalog.pg_rewrite r ON r.ev_class = c.oid"
          " JOIN pg_catalog.pg_proc p ON r.ev_action::text LIKE '%:funcid ' || p.oid::text || ' %'"
          " WHERE c.relkind = 'v' AND c.oid = ANY (ARRAY[" +
          oid_list(oids) +
          "]::oid[]) AND (p.pronamespace = 'pg_catalog'::regnamespace AND p.proname ~"
          " '^pg_stat_get_(activity|wal_senders|wal_receiver|subscription|progress_info)$|"
          "^pg_stat_get_backend_' OR p.proname = 'pg_stat_statements') ORDER BY 1, 2 LIMIT 1");
  if (!answer) {
    return std::move(answer).error();
  }
  if (PQntuples(answer.value().get()) == 0) {
    return std::string();
  }
  const std::uint32_t oid = oid_of(cell_text(answer.value(), 0, 0));
  const auto view = std::find_if(relations.begin(), relations.end(),
                                 [&](const Relation& relation) { return relation.oid == oid; });
  const std::string name = view == relations.end() ? "a view" : view->name;
  return name + " (" + cell_text(answer.value(), 0, 1) + ")";
}

Result<std::vector<FunctionFacts>> Catalog::functions(std::span<const std::string> names) {
  std::string list;
  for (const std::string& name : names) {
    list += (list.empty() ? "" : ",") + quote_literal(name);
  }
  // Objects made by initdb have numbers below 16384.
  auto answer =
      ask("SELECT n.nspname, p.proname, p.provolatile, p.oid < 16384 AND n.nspname = 'pg_catalog'"
          " FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace"
          " WHERE p.proname = ANY (ARRAY[" +
          list + "]::name[]) ORDER BY 1, 2, 3, 4");
  if (!answer) {
    return std::move(answer).error();
  }
  std::vector<FunctionFacts> facts;
  for (int row = 0; row < PQntuples(answer.value().get()); ++row) {
    FunctionFacts fact;
    fact.schema = cell_text(answer.value(), row, 0);
    fact.name = cell_text(answer.value(), row, 1);
    const std::string volatility = cell_text(answer.value(), row, 2);
    fact.volatility = volatility.empty() ? 'v' : volatility.front();
    fact.builtin = cell_text(answer.value(), row, 3) == "t";
    facts.push_back(std::move(fact));
  }
  return facts;
}

Result<std::vector<std::string>> Catalog::user_operators() {
  auto answer =
      ask("SELECT DISTINCT n.nspname || '.' || o.oprname"
          " FROM pg_operator o JOIN pg_namespace n ON n.oid = o.oprnamespace"
          " WHERE n.nspname <> 'pg_catalog' AND n.nspname = ANY (current_schemas(true))"
          " AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_operator'::regclass"
          "                 AND d.objid = o.oid AND d.deptype = 'e') ORDER BY 1");
  if (!answer) {
    return std::move(answer).error();
  }
  std::vector<std::string> names;
  for (int row = 0; row < PQntuples(answer.value().get()); ++row) {
    names.push_back(cell_text(answer.value(), row, 0));
  }
  return names;
}

}  // namespace countercheck
