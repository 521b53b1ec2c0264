#include "checker/load/rule_keys.h"

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "checker/load/key_table.h"
#include "checker/load/rule_parts.h"
#include "checker/load/sql_value.h"
#include "checker/load/values.h"
#include "checker/model/nearest.h"

namespace countercheck {

namespace {

constexpr std::int64_t kSamplesMax = 10000;

void read_title(const Entry& entry, Rule& rule) { rule.title = read_line(entry).value_or(""); }

// A list of one is still a list: its rule's id carries the source, and stays the same when a second
// source is added.
void read_source(const Entry& entry, Rule& rule) {
  rule.sources_place = entry.in.file.place_of(entry.value);
  rule.sources_is_array = entry.value.is_array();
  if (rule.sources_is_array) {
    rule.sources = read_names(entry, EmptyList::kRefused).value_or(std::vector<std::string>{});
  } else if (!entry.value.is_string()) {
    refuse_kind(entry, "the name of a source, or a list of names");
  } else if (auto name = read_text(entry)) {
    rule.sources = {std::move(*name)};
  }
}

void read_blind_spots(const Entry& entry, Rule& rule) {
  rule.blind_spots = read_text(entry).value_or("");
}

void read_violations(const Entry& entry, Rule& rule) {
  rule.violations = read_rule_sql(entry).value_or(RuleSql{});
}

void read_population(const Entry& entry, Rule& rule) {
  rule.population = read_rule_sql(entry).value_or(RuleSql{});
}

void read_evidence(const Entry& entry, Rule& rule) { rule.evidence = read_rule_sql(entry); }

void read_key(const Entry& entry, Rule& rule) {
  rule.key_place = entry.in.file.place_of(entry.key);
  rule.key = read_names(entry, EmptyList::kRefused).value_or(std::vector<std::string>{});
}

void read_impact_key(const Entry& entry, Rule& rule) { rule.impact = read_impact(entry); }

// The default stands only where the key is absent; a word that is not known is never taken for it.
void read_severity(const Entry& entry, Rule& rule) {
  const auto word = read_text(entry);
  if (word == "warning") {
    rule.severity = Severity::kWarning;
  } else if (word && word != "error") {
    entry.refuse("unknown severity " + nearest_hint(*word, {"error", "warning"}));
  }
}

void read_owner(const Entry& entry, Rule& rule) { rule.owner = read_line(entry).value_or(""); }

void read_tags(const Entry& entry, Rule& rule) {
  rule.tags = read_names(entry, EmptyList::kAllowed).value_or(std::vector<std::string>{});
}

void read_why(const Entry& entry, Rule& rule) { rule.why = read_text(entry).value_or(""); }

void read_written_by(const Entry& entry, Rule& rule) {
  rule.written_by = read_line(entry).value_or("");
}

void read_redact(const Entry& entry, Rule& rule) {
  rule.redact = read_names(entry, EmptyList::kAllowed).value_or(std::vector<std::string>{});
}

void read_samples(const Entry& entry, Rule& rule) {
  if (const auto samples = read_integer(entry, {0, kSamplesMax})) {
    rule.samples = static_cast<std::uint32_t>(*samples);
  }
}

void read_min_population(const Entry& entry, Rule& rule) {
  const auto* text = entry.value.as_string();
  if (text != nullptr && text->get().find("of the last run") != std::string::npos) {
    entry.refuse("'min_population' as a share of the last run is not supported yet");
    return;
  }
  // Zero would let a rule hold that looked at nothing at all.
  const auto* number = entry.value.as_integer();
  if (number != nullptr && number->get() < 1) {
    entry.refuse("'min_population' must be at least 1, not " + std::to_string(number->get()) +
                 "; use allow_empty where nothing to look at is right for a while");
    return;
  }
  if (const auto least = read_integer(entry, {1, std::numeric_limits<std::int64_t>::max()})) {
    rule.min_population = static_cast<std::uint64_t>(*least);
  }
}

void read_allow_empty(const Entry& entry, Rule& rule) { rule.allow_empty = read_exemption(entry); }

void read_skip(const Entry& entry, Rule& rule) { rule.skip = read_exemption(entry); }

void read_timeout(const Entry& entry, Rule& rule) { rule.timeout = read_duration(entry); }

void read_reads_through(const Entry& entry, Rule& rule) {
  rule.reads_through = read_reasons(entry);
}

void read_param(const Entry& entry, Rule& rule) { rule.parameters = read_parameters(entry); }

// Rows without a reader are frozen keys whose feature is not built yet. What a rule needs depends
// on its kind, so that is checked apart.
constexpr std::array<KeyRow<Rule>, 29> kRuleRows = {{
    {"title", read_title},
    {"source", read_source},
    {"blind_spots", read_blind_spots},
    {"violations", read_violations},
    {"population", read_population},
    {"evidence", read_evidence},
    {"key", read_key},
    {"impact", read_impact_key},
    {"severity", read_severity},
    {"owner", read_owner},
    {"tags", read_tags},
    {"why", read_why},
    {"written_by", read_written_by},
    {"redact", read_redact},
    {"samples", read_samples},
    {"min_population", read_min_population},
    {"allow_empty", read_allow_empty},
    {"skip", read_skip},
    {"timeout", read_timeout},
    {"reads_through", read_reads_through},
    {"param", read_param},
    {"watch"},
    {"enforced_by"},
    {"fault"},
    {"shares"},
    {"side"},
    {"compare"},
    {"as"},
    {"tolerance"},
}};

// Only absence: a key that is present and wrong has its own mistake already.
void require(const Reading& in, const toml::table& table, const Rule& rule, std::string_view name) {
  if (!table.contains(name)) {
    in.refuse(table, "rule '" + rule.name + "' lacks the required key '" + std::string(name) + "'");
  }
}

}  // namespace

void read_rule(const Reading& in, const toml::table& table, const Scope& file_scope, Rule& rule) {
  const Scope scope{"rule." + rule.name, rule_key_names(), &file_scope, {}};
  read_keys<Rule>(in, table, scope, kRuleRows, rule);
  for (const std::string_view name : {"title", "blind_spots"}) {
    require(in, table, rule, name);
  }
  if (!table.contains("side") && !table.contains("compare")) {
    for (const std::string_view name : {"source", "violations", "population"}) {
      require(in, table, rule, name);
    }
  }
}

std::vector<std::string> rule_key_names() { return names_of<Rule>(kRuleRows); }

}  // namespace countercheck
