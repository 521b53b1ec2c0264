// Is the newest row new enough, by the source's own clock?
#pragma once

#include "adapters/source.h"
#include "checker/engine/engine.h"
#include "checker/model/project.h"
#include "checker/model/run_result.h"
#include "checker/time/time_zone.h"

namespace countercheck {

// Judges the value that a `fresh` query returned: NULL, no row, several, something that is no time,
// a time in the future and one older than `within` are all not fresh.
class FreshnessReader final : public RowSink {
 public:
  void columns(std::span<const Column> columns) override;
  bool row(std::span<const CellView> cells) override;

  [[nodiscard]] FreshResult judge(const FreshDeclaration& declaration, const TimeZone& zone,
                                  Instant source_now) const;

 private:
  std::size_t columns_ = 0;
  std::size_t rows_ = 0;
  Value value_;
};

struct FreshnessContext {
  EngineSource* source = nullptr;
  TimeZone zone;
  Instant source_now;
};

// Runs and judges the `fresh` query of a source on one of its sessions, under the same guards as
// the statements of rules.
[[nodiscard]] FreshResult read_freshness(const FreshnessContext& context, Session& session);

}  // namespace countercheck
