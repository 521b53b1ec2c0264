#include "checker/time/closing_rule.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace countercheck {

namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using std::chrono::sys_days;
using std::chrono::sys_seconds;
using std::chrono::year;

bool is_letter(char byte) { return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z'); }

// Reads the rule from its front; `failed` stays set once anything was not as it should be.
class RuleReader {
 public:
  explicit RuleReader(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool done() const { return !failed_ && rest_.empty(); }
  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] char next() const { return rest_.empty() ? '\0' : rest_.front(); }

  bool take(char byte) {
    const bool there = next() == byte && !rest_.empty();
    rest_.remove_prefix(there ? 1 : 0);
    return there;
  }

  void expect(char byte) { failed_ = !take(byte) || failed_; }

  // "BST" or "<+0330>".
  void name() {
    if (take('<')) {
      const std::size_t end = rest_.find('>');
      failed_ = failed_ || end == std::string_view::npos;
      rest_.remove_prefix(failed_ ? 0 : end + 1);
      return;
    }
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_letter);
    failed_ = failed_ || end == rest_.begin();
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.begin()));
  }

  int number(int min, int max) {
    int value = 0;
    std::size_t digits = 0;
    constexpr std::size_t kDigitsMax = 3;
    while (digits < kDigitsMax && next() >= '0' && next() <= '9') {
      value = value * 10 + (next() - '0');
      rest_.remove_prefix(1);
      ++digits;
    }
    failed_ = failed_ || digits == 0 || value < min || value > max;
    return value;
  }

  // "[±]H[:MM[:SS]]"; up to 167 hours either way, by an extension that some zones need.
  seconds clock() {
    const bool negative = next() == '-';
    if (negative || next() == '+') {
      rest_.remove_prefix(1);
    }
    seconds size = hours{number(0, 167)};
    if (take(':')) {
      size += minutes{number(0, 59)};
      if (take(':')) {
        size += seconds{number(0, 59)};
      }
    }
    return negative ? -size : size;
  }

  YearlyChange change() {
    YearlyChange result;
    if (take('M')) {
      result.month = static_cast<unsigned>(number(1, 12));
      expect('.');
      result.week = static_cast<unsigned>(number(1, 5));
      expect('.');
      result.weekday = static_cast<unsigned>(number(0, 6));
    } else if (take('J')) {
      result.kind = YearlyChange::Kind::kDayOfYearNoLeap;
      result.day = number(1, 365);
    } else {
      result.kind = YearlyChange::Kind::kDayOfYear;
      result.day = number(0, 365);
    }
    if (take('/')) {
      result.clock = clock();
    }
    return result;
  }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

sys_days day_of_change(const YearlyChange& change, year in) {
  switch (change.kind) {
    case YearlyChange::Kind::kMonthWeek: {
      const std::chrono::weekday weekday{change.weekday};
      const std::chrono::month month{change.month};
      constexpr unsigned kLastWeek = 5;
      return change.week == kLastWeek ? sys_days{in / month / weekday[std::chrono::last]}
                                      : sys_days{in / month / weekday[change.week]};
    }
    case YearlyChange::Kind::kDayOfYear:
      return sys_days{in / 1 / 1} + days{change.day};
    case YearlyChange::Kind::kDayOfYearNoLeap: {
      constexpr int kLastOfFebruary = 59;
      const int leap = in.is_leap() && change.day > kLastOfFebruary ? 1 : 0;
      return sys_days{in / 1 / 1} + days{change.day - 1 + leap};
    }
  }
  return sys_days{in / 1 / 1};
}

}  // namespace

std::optional<ClosingRule> parse_closing_rule(std::string_view text) {
  RuleReader reader(text);
  ClosingRule rule;
  reader.name();
  rule.standard = -reader.clock();
  reader.name();
  rule.summer = reader.next() == ',' ? rule.standard + seconds{hours{1}} : seconds{-reader.clock()};
  reader.expect(',');
  rule.to_summer = reader.change();
  reader.expect(',');
  rule.to_standard = reader.change();
  return reader.done() ? std::optional(rule) : std::nullopt;
}

OffsetSpan span_by_rule(const ClosingRule& rule, sys_seconds moment) {
  struct Change {
    sys_seconds at;
    seconds offset{0};  // from then on
  };
  const year middle = std::chrono::year_month_day{std::chrono::floor<days>(moment)}.year();
  // The year before and the year after as well: a change may lie in another year by UTC.
  std::array<Change, 6> changes;
  std::size_t count = 0;
  for (const year in : {middle - std::chrono::years{1}, middle, middle + std::chrono::years{1}}) {
    changes[count++] = {day_of_change(rule.to_summer, in) + rule.to_summer.clock - rule.standard,
                        rule.summer};
    changes[count++] = {day_of_change(rule.to_standard, in) + rule.to_standard.clock - rule.summer,
                        rule.standard};
  }
  std::sort(changes.begin(), changes.end(),
            [](const Change& one, const Change& other) { return one.at < other.at; });
  const auto after = std::find_if(changes.begin(), changes.end(),
                                  [&](const Change& change) { return change.at > moment; });
  // There is always one before and one after, a year being in between.
  const auto before = std::prev(after);
  return {before->at, after->at, before->offset};
}

}  // namespace countercheck
