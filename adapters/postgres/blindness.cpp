#include "adapters/postgres/blindness.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string>
#include <string_view>

namespace countercheck {
namespace {

constexpr std::array<std::string_view, 8> kStatisticsViews = {
    "pg_catalog.pg_stat_activity",     "pg_catalog.pg_stat_ssl",
    "pg_catalog.pg_stat_gssapi",       "pg_catalog.pg_stat_replication",
    "pg_catalog.pg_stat_wal_receiver", "pg_catalog.pg_stat_subscription",
    "pg_catalog.pg_stat_progress_",    "pg_stat_statements"};

constexpr std::array<std::string_view, 8> kStatisticsFunctions = {
    "pg_stat_get_activity",     "pg_stat_get_backend_",     "pg_stat_get_wal_senders",
    "pg_stat_get_wal_receiver", "pg_stat_get_subscription", "pg_stat_get_progress_info",
    "pg_stat_get_db_session",   "pg_stat_statements("};

// Catalog views that leave out what the role may not read.
constexpr std::array<std::string_view, 5> kPrivilegeViews = {
    "pg_catalog.pg_stats", "pg_catalog.pg_stats_ext", "pg_catalog.pg_stats_ext_exprs",
    "pg_catalog.pg_settings", "pg_catalog.pg_sequences"};

bool is_statistics_view(const std::string& name) {
  return std::any_of(kStatisticsViews.begin(), kStatisticsViews.end(), [&](std::string_view view) {
    // An extension's view stands in any schema; a progress view has any ending.
    return view.find('.') == std::string_view::npos
               ? name.ends_with("." + std::string(view))
               : name == view || (view.ends_with('_') && name.starts_with(view));
  });
}

std::string statistics_function(std::string_view sql) {
  std::string lower(sql);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  for (const std::string_view name : kStatisticsFunctions) {
    if (lower.find(name) != std::string::npos) {
      return std::string(name);
    }
  }
  return "";
}

std::string hidden_statistics(const std::string& what, const RoleFacts& role) {
  return what + " hides other roles' sessions and statements from role " + role.name +
         "; GRANT pg_monitor TO " + role.name;
}

std::string blindness_by_name(std::span<const Relation> reads, const RoleFacts& role) {
  for (const Relation& relation : reads) {
    if (!role.reads_statistics && is_statistics_view(relation.name)) {
      return hidden_statistics(relation.name, role);
    }
    if (relation.name.starts_with("information_schema.")) {
      return relation.name + " shows role " + role.name +
             " only what it owns or may change; read pg_catalog instead";
    }
    if (std::find(kPrivilegeViews.begin(), kPrivilegeViews.end(), relation.name) !=
        kPrivilegeViews.end()) {
      return relation.name + " shows role " + role.name +
             " only what it has privileges for; read the tables of pg_catalog instead";
    }
  }
  return "";
}

}  // namespace

Result<std::string> find_blindness(std::span<const Relation> reads, std::string_view sql,
                                   const RoleFacts& role, Catalog& catalog) {
  if (role.is_superuser) {
    return std::string();
  }
  const std::string by_name = blindness_by_name(reads, role);
  if (!by_name.empty() || role.reads_statistics) {
    return by_name;
  }
  const std::string function = statistics_function(sql);
  if (!function.empty()) {
    return hidden_statistics(function, role);
  }
  auto view = catalog.statistics_view(reads);
  if (!view || view.value().empty()) {
    return view;
  }
  return hidden_statistics(view.value(), role);
}

}  // namespace countercheck
