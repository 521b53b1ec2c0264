#include "checker/engine/collector.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "checker/model/nearest.h"

namespace countercheck {

namespace {

// Longer cells are cut when they are kept for display.
constexpr std::size_t kShownBytesMax = 16 * 1024;

std::vector<std::string> names_of(const std::vector<Column>& columns) {
  std::vector<std::string> names;
  for (const Column& column : columns) {
    names.push_back(column.name);
  }
  return names;
}

// The one column of that name.
Result<std::size_t, std::string> position_of(const std::string& name,
                                             const std::vector<Column>& columns) {
  const auto is_named = [&name](const Column& column) { return column.name == name; };
  const auto found = std::find_if(columns.begin(), columns.end(), is_named);
  if (found == columns.end()) {
    return "the violations have no column " + nearest_hint(name, names_of(columns));
  }
  if (std::find_if(found + 1, columns.end(), is_named) != columns.end()) {
    return "the violations have two columns '" + name + "': name them apart with AS";
  }
  return static_cast<std::size_t>(found - columns.begin());
}

std::optional<std::string> find_key(const Rule& rule, const std::vector<Column>& columns,
                                    ColumnPositions& positions) {
  if (rule.key.empty()) {
    positions.key.resize(columns.size());
    std::iota(positions.key.begin(), positions.key.end(), std::size_t{0});
    return std::nullopt;
  }
  for (const std::string& name : rule.key) {
    const Result<std::size_t, std::string> found = position_of(name, columns);
    if (!found) {
      return "key: " + found.error();
    }
    positions.key.push_back(found.value());
  }
  return std::nullopt;
}

std::optional<std::string> find_impact(const Rule& rule, const std::vector<Column>& columns,
                                       ColumnPositions& positions) {
  if (!rule.impact) {
    return std::nullopt;
  }
  const Result<std::size_t, std::string> amount = position_of(rule.impact->column, columns);
  if (!amount) {
    return "impact: " + amount.error();
  }
  positions.impact = amount.value();
  if (rule.impact->unit_column.empty()) {
    return std::nullopt;
  }
  const Result<std::size_t, std::string> unit = position_of(rule.impact->unit_column, columns);
  if (!unit) {
    return "impact: " + unit.error();
  }
  positions.unit = unit.value();
  return std::nullopt;
}

// A secret is redacted under every column that carries its name, in whatever letter case.
std::optional<std::string> find_redacted(const Rule& rule, const std::vector<Column>& columns,
                                         ColumnPositions& positions) {
  for (const std::string& name : rule.redact) {
    const std::size_t before = positions.redacted.size();
    for (std::size_t at = 0; at < columns.size(); ++at) {
      if (is_same_name(columns[at].name, name)) {
        positions.redacted.push_back(at);
      }
    }
    if (positions.redacted.size() == before && !rule.evidence) {
      return "redact: the violations have no column " + nearest_hint(name, names_of(columns));
    }
  }
  return std::nullopt;
}

void find_shown(const std::map<std::string, std::string>& shown_keys,
                const std::vector<Column>& columns, ColumnPositions& positions) {
  for (const auto& [name, wanted] : shown_keys) {
    const Result<std::size_t, std::string> found = position_of(name, columns);
    if (found) {
      positions.shown.emplace_back(found.value(), wanted);
    } else {
      positions.can_show = false;
    }
  }
}

bool is_number(CellKind kind) {
  return kind == CellKind::kInteger || kind == CellKind::kDecimal || kind == CellKind::kReal;
}

std::optional<Decimal> number_in(const CellView& cell) {
  if (cell.kind == CellKind::kInteger) {
    return Decimal::from_integer(cell.integer);
  }
  return is_number(cell.kind) ? Decimal::parse(cell.text) : std::nullopt;
}

bool cell_is(const CellView& cell, const std::string& wanted) {
  if (cell.kind == CellKind::kNull) {
    return wanted == "NULL";
  }
  if (!is_number(cell.kind)) {
    return cell.text == wanted;
  }
  const std::optional<Decimal> number = number_in(cell);
  const std::optional<Decimal> sought = Decimal::parse(wanted);
  return number && sought ? *number == *sought : cell.text == wanted;
}

}  // namespace

bool is_same_name(const std::string& left, const std::string& right) {
  const auto lower = [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  };
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [&lower](char one, char other) { return lower(one) == lower(other); });
}

Result<ColumnPositions, std::string> find_columns(
    const Rule& rule, const std::vector<Column>& columns,
    const std::map<std::string, std::string>& shown_keys) {
  ColumnPositions positions;
  for (const auto& find : {find_key, find_impact, find_redacted}) {
    if (std::optional<std::string> problem = find(rule, columns, positions)) {
      return *std::move(problem);
    }
  }
  find_shown(shown_keys, columns, positions);
  return positions;
}

ViolationCollector::ViolationCollector(const CollectorOptions& options)
    : options_(options), samples_(options.samples, kShownBytesMax) {}

void ViolationCollector::columns(std::span<const Column> columns) {
  columns_.assign(columns.begin(), columns.end());
  Result<ColumnPositions, std::string> found =
      find_columns(*options_.rule, columns_, *options_.shown_keys);
  if (!found) {
    problem_ = std::move(found).error();
    return;
  }
  positions_ = std::move(found).value();
  samples_.set_key(positions_.key);
  samples_.set_redacted(positions_.redacted, options_.fingerprinter);
}

bool ViolationCollector::row(std::span<const CellView> cells) {
  ++count_;
  if (!problem_.empty()) {
    return false;
  }
  std::optional<Decimal> amount;
  if (positions_.impact) {
    amount = add_impact(cells);
  }
  if (is_shown(cells)) {
    ++matching_;
    samples_.offer(cells, amount);
  }
  return true;
}

std::optional<Decimal> ViolationCollector::add_impact(std::span<const CellView> cells) {
  std::optional<Decimal> amount = number_in(cells[*positions_.impact]);
  if (!amount) {
    impact_.add_unreadable();
    return amount;
  }
  if (!positions_.unit) {
    impact_.add(options_.rule->impact->unit, *amount);
    return amount;
  }
  const CellView& unit = cells[*positions_.unit];
  if (unit.kind == CellKind::kText) {
    impact_.add(unit.text, *amount);
  } else if (unit.kind == CellKind::kInteger) {
    impact_.add(std::to_string(unit.integer), *amount);
  } else {
    impact_.add_unreadable();
  }
  return amount;
}

bool ViolationCollector::is_shown(std::span<const CellView> cells) const {
  return positions_.can_show && std::all_of(positions_.shown.begin(), positions_.shown.end(),
                                            [&cells](const auto& wanted) {
                                              return cell_is(cells[wanted.first], wanted.second);
                                            });
}

}  // namespace countercheck
