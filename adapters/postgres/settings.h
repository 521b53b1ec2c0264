// The settings that are pinned for a transaction, and the proof that they still stand.
#pragma once

#include <chrono>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapters/postgres/postgres_source.h"

namespace countercheck {

// Settings that not every version has; the server is asked which of them it knows.
[[nodiscard]] std::vector<std::string> optional_settings();

// Name and value as SQL (quoted where it must be) of everything that is pinned, in the order in
// which it is set. `available` are the optional settings that the server knows.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> pinned_settings(
    const PostgresOptions& options, const std::set<std::string>& available);

// "SET LOCAL a = …; SET LOCAL b = …": never beyond the transaction, since a pooler hands the
// server's session on to others.
[[nodiscard]] std::string set_local_statements(
    const std::vector<std::pair<std::string, std::string>>& settings);

// A SELECT of one row whose named columns must stay what they are for a whole transaction
// (settings, roles, snapshot), and whose last column lists what the transaction has locked: oids of
// relations and the word "advisory", separated by commas. It touches no relation itself.
[[nodiscard]] std::string state_query(
    const std::vector<std::pair<std::string, std::string>>& settings);

// The search path as it is pinned, for people and for SQL.
[[nodiscard]] std::string pinned_search_path(const std::vector<std::string>& schemas);

// SQL literals and identifiers; standard_conforming_strings is on.
[[nodiscard]] std::string quote_literal(std::string_view text);
[[nodiscard]] std::string quote_identifier(std::string_view name);

}  // namespace countercheck
