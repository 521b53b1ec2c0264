#include "checker/cli/sources.h"

#include <memory>
#include <utility>

#include "adapters/postgres/postgres_source.h"
#include "adapters/sqlite/sqlite_source.h"
#include "checker/cli/environment.h"

namespace countercheck {

namespace {

// A source that is known not to open.
class UnreachableSource final : public Source {
 public:
  explicit UnreachableSource(std::string reason)
      : error_{SourceErrorKind::kUnreachable, std::move(reason), "", std::nullopt} {}

  Result<SourceFacts> open() override { return error_; }
  [[nodiscard]] std::size_t sessions_max() const override { return 1; }
  Result<std::unique_ptr<Session>> session() override { return error_; }
  Result<std::vector<FunctionFacts>> functions(std::span<const std::string>) override {
    return error_;
  }
  Result<std::vector<EndFinding>> verify_end(std::span<const Relation>) override { return error_; }
  [[nodiscard]] std::string shell_command(const Query&) const override { return ""; }

 private:
  SourceError error_;
};

SqliteIntegrity integrity_of(IntegrityMode mode, bool tables_only) {
  switch (mode) {
    case IntegrityMode::kFull:
      return tables_only ? SqliteIntegrity::kTables : SqliteIntegrity::kFull;
    case IntegrityMode::kQuick:
      return SqliteIntegrity::kQuick;
    case IntegrityMode::kOff:
      return SqliteIntegrity::kOff;
  }
  return SqliteIntegrity::kFull;
}

std::unique_ptr<Source> make_sqlite(const SourceDeclaration& declaration,
                                    const Arguments& arguments, const SourceChoices& choices) {
  SqliteOptions options;
  options.path = declaration.target;
  options.live = declaration.live;
  // A check that was asked for by name on this command line is done as asked.
  options.integrity = arguments.integrity
                          ? integrity_of(*arguments.integrity, false)
                          : integrity_of(declaration.integrity, choices.tables_only);
  return make_sqlite_source(std::move(options));
}

std::unique_ptr<Source> make_postgres(const SourceDeclaration& declaration,
                                      const std::string& time_zone) {
  PostgresOptions options;
  options.target = declaration.target;
  options.search_path = declaration.search_path;
  options.connections = declaration.connections;
  options.time_zone = time_zone;
  options.settings = declaration.settings;
  options.max_snapshot_age = declaration.max_snapshot_age;
  options.row_security = declaration.row_security.has_value();
  options.begin = declaration.begin;
  return make_postgres_source(std::move(options));
}

EngineSource make_source(SourceDeclaration declaration, const Project& project,
                         const Arguments& arguments, const SourceChoices& choices) {
  EngineSource made;
  made.fresh_off = arguments.fresh.contains(declaration.name);
  if (declaration.expand_target) {
    Result<std::string, Mistakes> target = expand_environment(declaration.target);
    if (!target) {
      made.source = std::make_unique<UnreachableSource>(to_text(declaration.target_place) + ": " +
                                                        target.error().front().message);
      made.declaration = std::move(declaration);
      return made;
    }
    const bool was_relative_to_project =
        declaration.dialect == Dialect::kSqlite && declaration.target.starts_with("${");
    declaration.target = std::move(target).value();
    if (was_relative_to_project && !declaration.target.starts_with("/")) {
      declaration.target = project.directory + "/" + declaration.target;
    }
  }
  made.source = declaration.dialect == Dialect::kPostgres
                    ? make_postgres(declaration, project.time_zone)
                    : make_sqlite(declaration, arguments, choices);
  made.declaration = std::move(declaration);
  return made;
}

}  // namespace

std::vector<EngineSource> make_sources(const Project& project, const Arguments& arguments,
                                       const SourceChoices& choices) {
  std::vector<EngineSource> sources;
  for (const SourceDeclaration& declaration : project.sources) {
    if (choices.names.contains(declaration.name)) {
      sources.push_back(make_source(declaration, project, arguments, choices));
    }
  }
  return sources;
}

}  // namespace countercheck
