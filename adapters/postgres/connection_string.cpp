#include "adapters/postgres/connection_string.h"

#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "adapters/postgres/environment.h"
#include "adapters/postgres/libpq_handles.h"

namespace countercheck {
namespace {

SourceError refused(std::string message) {
  return make_error(SourceErrorKind::kUnreachable, "connection string: " + std::move(message));
}

std::optional<std::string_view> after_scheme(std::string_view text) {
  for (const std::string_view scheme : {"postgresql://", "postgres://"}) {
    if (text.starts_with(scheme)) {
      return text.substr(scheme.size());
    }
  }
  return std::nullopt;
}

// libpq ends the password at the first '@' and the host at the first '/' or '?', so a password that
// holds one of them raw becomes part of a host name, and is then printed.
bool is_split_wrongly(std::string_view rest) {
  const std::size_t at = rest.find('@');
  if (rest.find('#') != std::string_view::npos) {
    return true;
  }
  if (at == std::string_view::npos) {
    return false;
  }
  return rest.find('@', at + 1) != std::string_view::npos || rest.find_first_of("/?") < at;
}

// libpq reads any other scheme as the name of an option, which shows nothing of what is wrong.
bool has_other_scheme(std::string_view text) {
  const std::size_t mark = text.find("://");
  return mark != std::string_view::npos && mark < text.find('=') && !after_scheme(text).has_value();
}

// Number of single letters to insert, drop, change or swap between two words.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  std::iota(cost[0].begin(), cost[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    cost[i][0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({change, cost[i - 1][j] + 1, cost[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

std::vector<std::string> known_keywords() {
  std::vector<std::string> keywords;
  const OptionsHandle options(PQconndefaults());
  for (const PQconninfoOption* option = options.get();
       option != nullptr && option->keyword != nullptr; ++option) {
    keywords.emplace_back(option->keyword);
  }
  return keywords;
}

// The words that stand before a '=' in either form. Quotes are not followed: too many words do no
// harm here, since only a known keyword is ever shown.
std::vector<std::string> words_before_equals(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
    const std::size_t start = text.find_last_of(" \t\n&?=", at == 0 ? 0 : at - 1);
    const std::size_t from = start == std::string_view::npos ? 0 : start + 1;
    if (from < at) {
      words.emplace_back(text.substr(from, at - from));
    }
  }
  return words;
}

// Why libpq could not read the string, in our own words: its text quotes what it stumbled over.
SourceError unreadable(const std::string& text) {
  const std::vector<std::string> keywords = known_keywords();
  for (const std::string& word : words_before_equals(text)) {
    if (std::find(keywords.begin(), keywords.end(), word) != keywords.end() || word.size() < 3) {
      continue;
    }
    for (const std::string& keyword : keywords) {
      if (edit_distance(word, keyword) <= 2) {
        return refused("it has an unknown key; did you mean " + keyword + "?");
      }
    }
  }
  if (after_scheme(text).has_value()) {
    return refused(
        "this URI cannot be read: it has an unknown key, or a letter of the password, such as "
        "% @ / ? # or a space, that stands there raw; percent-encode it (% is %25)");
  }
  return refused(
      "it cannot be read: it has an unknown key, or a value with spaces, quotes or backslashes "
      "that is not quoted (key='…', with \\' and \\\\ inside)");
}

Result<std::map<std::string, std::string>> parse(const std::string& text) {
  if (text.find('\0') != std::string::npos) {
    return refused("it holds a NUL byte");
  }
  if (has_other_scheme(text)) {
    return refused("it has an unknown scheme; a URI begins with exactly postgresql://");
  }
  if (const auto rest = after_scheme(text); rest.has_value() && is_split_wrongly(*rest)) {
    return refused(
        "a raw '@', '/', '?' or '#' stands in the user name, password or a value of this URI; "
        "percent-encode it (%40, %2F, %3F, %23)");
  }
  char* message = nullptr;
  const OptionsHandle options(PQconninfoParse(text.c_str(), &message));
  PQfreemem(message);
  if (options == nullptr) {
    return unreadable(text);
  }
  std::map<std::string, std::string> values;
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    if (option->val != nullptr && *option->val != '\0') {
      values[option->keyword] = option->val;
    }
  }
  return values;
}

std::string value_of(const std::map<std::string, std::string>& values, const std::string& key) {
  const auto found = values.find(key);
  return found == values.end() ? "" : found->second;
}

// A list, where several hosts are given; an empty entry is libpq's default.
bool are_ports(std::string_view list) {
  while (true) {
    const std::string_view one = list.substr(0, list.find(','));
    int port = 0;
    const auto parsed = std::from_chars(one.data(), one.data() + one.size(), port);
    const bool is_number = parsed.ec == std::errc() && parsed.ptr == one.data() + one.size();
    if (!one.empty() && (!is_number || port < 1 || port > 65535)) {
      return false;
    }
    if (one.size() == list.size()) {
      return true;
    }
    list.remove_prefix(one.size() + 1);
  }
}

// A password lands in a part that is shown when the host is forgotten ("//user:password/db") or
// when a whole connection string is given as one value. Nothing of it is repeated then.
Result<Done> refuse_misplaced_parts(const std::map<std::string, std::string>& values) {
  if (!are_ports(value_of(values, "port"))) {
    return refused(
        "what stands in the place of the port is not a number from 1 to 65535; was the host left "
        "out?");
  }
  for (const char* key : {"host", "hostaddr", "dbname", "user"}) {
    const std::string value = value_of(values, key);
    const bool is_address = std::string_view(key).starts_with("host");
    // An '@' that begins a host names an abstract socket.
    if (value.find("://") != std::string::npos || value.find('=') != std::string::npos ||
        (is_address && value.find('@', 1) != std::string::npos)) {
      return refused(std::string("its ") + key + " is a connection string of its own");
    }
  }
  return Done{};
}

// Defaults of ours; a value in the string wins. The keepalives find a server that is gone within
// two minutes instead of the system's two hours.
constexpr std::array<std::array<const char*, 2>, 4> kDefaults = {{{"connect_timeout", "10"},
                                                                  {"keepalives_idle", "60"},
                                                                  {"keepalives_interval", "10"},
                                                                  {"keepalives_count", "6"}}};

}  // namespace

Result<ConnectionTarget> read_connection_string(const std::string& text) {
  auto parsed = parse(text);
  if (!parsed) {
    return std::move(parsed).error();
  }
  ConnectionTarget target;
  target.parameters = std::move(parsed).value();
  std::map<std::string, std::string> values;
  const std::string service = value_of(target.parameters, "service");
  if (!service.empty()) {
    values = read_service(service);
  }
  for (const auto& [key, value] : target.parameters) {
    values[key] = value;
  }
  if (auto fit = refuse_misplaced_parts(values); !fit) {
    return std::move(fit).error();
  }
  for (const char* key : {"password", "sslpassword"}) {
    target.secrets.add(value_of(values, key));
  }
  const char* from_environment = std::getenv("PGPASSWORD");
  target.secrets.add(from_environment == nullptr ? "" : from_environment);

  const std::string host = value_of(values, "host");
  target.host = host.empty() ? value_of(values, "hostaddr") : host;
  target.database = value_of(values, "dbname");
  target.role = value_of(values, "user");
  target.port = value_of(values, "port").empty() ? "5432" : value_of(values, "port");
  const std::string or_service =
      service.empty() ? "" : ", and neither does the service that it names (is it in the file?)";
  if (target.host.empty()) {
    return refused("it does not name a host" + or_service + "; nothing is assumed");
  }
  if (target.database.empty()) {
    return refused("it does not name a database (dbname)" + or_service + "; nothing is assumed");
  }
  for (const auto& [key, value] : kDefaults) {
    target.parameters.emplace(key, value);
  }
  // Whoever looks at the server's sessions must find ours by its name.
  target.parameters["application_name"] = "countercheck";
  return target;
}

// Value by value, so that a short password does not garble the words between them.
std::string describe_target(const ConnectionTarget& target) {
  const auto shown = [&](const std::string& value) { return target.secrets.mask(value); };
  std::string text = "host=" + shown(target.host) + " port=" + shown(target.port) +
                     " dbname=" + shown(target.database);
  return target.role.empty() ? text : text + " user=" + shown(target.role);
}

}  // namespace countercheck
