#include "adapters/postgres/postgres_source.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "adapters/postgres/catalog.h"
#include "adapters/postgres/connection_string.h"
#include "adapters/postgres/end_check.h"
#include "adapters/postgres/environment.h"
#include "adapters/postgres/exporter.h"
#include "adapters/postgres/session.h"
#include "adapters/postgres/settings.h"
#include "adapters/postgres/shell_command.h"

namespace countercheck {
namespace {

SourceError not_open() { return make_error(SourceErrorKind::kInternal, "the source is not open"); }

// Connection options without secrets that decide whom psql talks to and how.
constexpr std::array<const char*, 8> kShownOptions = {
    "sslmode",         "sslrootcert",          "sslcert",    "sslkey",
    "channel_binding", "target_session_attrs", "gssencmode", "hostaddr"};

class PostgresSource : public Source {
 public:
  // The environment is touched here and not in open(), which several threads may call for several
  // sources.
  explicit PostgresSource(PostgresOptions options)
      : options_(std::move(options)),
        warnings_(isolate_from_environment()),
        target_(read_connection_string(options_.target)) {}

  Result<SourceFacts> open() override;
  void cancel() noexcept override { interrupted_ = true; }
  std::size_t sessions_max() const override {
    return std::max<std::size_t>(options_.connections, 1);
  }
  Result<std::unique_ptr<Session>> session() override;
  Result<std::vector<FunctionFacts>> functions(std::span<const std::string> names) override;
  Result<std::vector<std::string>> user_operators() override;
  Result<std::vector<EndFinding>> verify_end(std::span<const Relation> reads) override;
  std::string shell_command(const Query& query) const override;

 private:
  PostgresOptions options_;
  std::vector<std::string> warnings_;
  Result<ConnectionTarget> target_;
  std::atomic<bool> interrupted_ = false;  // before those that look at it
  std::optional<Exporter> exporter_;
  std::unique_ptr<Catalog> catalog_;
};

Result<SourceFacts> PostgresSource::open() {
  if (!target_) {
    return target_.error();
  }
  for (const auto& [name, value] : options_.settings) {
    if (!is_allowed_setting(name)) {
      return make_error(SourceErrorKind::kUnreachable,
                        "settings: " + name + " is not a planner or memory setting");
    }
  }
  auto exported = export_snapshot(target_.value(), options_, interrupted_);
  if (!exported) {
    return std::move(exported).error();
  }
  exporter_ = std::move(exported).value();
  catalog_ = std::make_unique<Catalog>(*exporter_->connection);
  SourceFacts facts = exporter_->facts;
  facts.warnings = warnings_;
  return facts;
}

Result<std::unique_ptr<Session>> PostgresSource::session() {
  if (!exporter_.has_value()) {
    return not_open();
  }
  auto session = std::make_unique<PostgresSession>(
      SessionPlace{target_.value(), options_, exporter_->snapshot, interrupted_}, *catalog_);
  if (auto connected = session->connect(); !connected) {
    return std::move(connected).error();
  }
  return std::unique_ptr<Session>(std::move(session));
}

Result<std::vector<FunctionFacts>> PostgresSource::functions(std::span<const std::string> names) {
  if (!exporter_.has_value()) {
    return not_open();
  }
  return catalog_->functions(names);
}

Result<std::vector<std::string>> PostgresSource::user_operators() {
  if (!exporter_.has_value()) {
    return not_open();
  }
  return catalog_->user_operators();
}

Result<std::vector<EndFinding>> PostgresSource::verify_end(std::span<const Relation> reads) {
  if (!exporter_.has_value()) {
    return not_open();
  }
  return check_end(reads, *catalog_, {target_.value(), exporter_->snapshot, interrupted_});
}

std::string PostgresSource::shell_command(const Query& query) const {
  if (!target_ || !exporter_.has_value()) {
    return "";
  }
  const ConnectionTarget& target = target_.value();
  ShellTarget shell;
  shell.connection = {{"host", target.host},
                      {"port", target.port},
                      {"dbname", target.database},
                      {"user", exporter_->snapshot.login}};
  if (exporter_->facts.role != exporter_->snapshot.login) {
    shell.role = exporter_->facts.role;
  }
  for (const char* option : kShownOptions) {
    const auto found = target.parameters.find(option);
    if (found != target.parameters.end()) {
      shell.connection.emplace_back(option, found->second);
    }
  }
  // A password that was also written in the place of a host must not be shown there either.
  for (auto& [option, value] : shell.connection) {
    value = target.secrets.mask(std::move(value));
  }
  shell.search_path = exporter_->facts.search_path;
  shell.time_zone = options_.time_zone;
  return psql_command(shell, query,
                      [this](std::uint32_t oid) { return catalog_->known_cast_name(oid); });
}

}  // namespace

std::unique_ptr<Source> make_postgres_source(PostgresOptions options) {
  return std::make_unique<PostgresSource>(std::move(options));
}

}  // namespace countercheck
