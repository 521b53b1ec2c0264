#include "checker/report/sources_section.h"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "checker/report/characters.h"
#include "checker/report/paint.h"

namespace countercheck {

namespace {

void append_part(std::string& line, std::string_view label, const std::string& text) {
  if (!text.empty()) {
    line += fmt::format(", {}{}", label, visible_line(text));
  }
}

// Where the source is, and how it was read; on two lines where one is too long.
std::string headline(const SourceResult& source, std::size_t width) {
  std::string where =
      fmt::format("source {} ({})", visible_line(source.name), visible_line(source.kind));
  append_part(where, "", source.target);
  std::string how;
  append_part(how, "", source.server);
  append_part(how, "role ", source.role);
  append_part(how, "snapshot ", source.strength);
  append_part(how, "taken ", source.taken);
  if (how.empty() || display_width(where) + display_width(how) <= width) {
    return where + how + '\n';
  }
  return where + "\n  " + how.substr(std::string_view(", ").size()) + '\n';
}

bool has_integrity_check(const SourceResult& source) {
  return !source.integrity_mode.empty() && source.integrity_mode != "none" &&
         source.integrity_mode != "off";
}

void add_integrity_remarks(const SourceResult& source, std::vector<std::string>& remarks) {
  const std::string message = visible_line(source.integrity_message);
  if (!has_integrity_check(source)) {
    if (source.integrity_mode == "off" || source.kind == "sqlite") {
      remarks.push_back("integrity was not checked" + (message.empty() ? "" : ": " + message));
    }
  } else if (!source.integrity_ok) {
    remarks.push_back("integrity check failed: " +
                      (message.empty() ? "no message was given" : message));
  } else if (source.integrity_mode != "full") {
    remarks.push_back(
        fmt::format("integrity: only the {} check was made", visible_line(source.integrity_mode)));
  }
}

void add_fresh_remark(const FreshResult& fresh, std::vector<std::string>& remarks) {
  const std::string reason = visible_line(fresh.reason);
  if (!fresh.ok) {
    remarks.push_back("freshness: " + (reason.empty() ? "not proved" : reason));
  } else if (!reason.empty()) {
    remarks.push_back("freshness: " + reason);
  }
}

// Everything that a reader must know before believing an answer from this source.
std::vector<std::string> remarks_on(const SourceResult& source) {
  std::vector<std::string> remarks;
  for (const std::string& warning : source.warnings) {
    remarks.push_back("warning: " + visible_line(warning));
  }
  if (!source.error.empty()) {
    // Nothing was read, so the rest would only blur why.
    remarks.push_back("could not be used: " + visible_line(source.error));
    if (has_integrity_check(source) && !source.integrity_ok && !source.integrity_message.empty()) {
      add_integrity_remarks(source, remarks);
    }
    return remarks;
  }
  add_integrity_remarks(source, remarks);
  if (source.fresh) {
    add_fresh_remark(*source.fresh, remarks);
  }
  if (!source.row_security.empty()) {
    remarks.push_back("policies may hide rows, accepted because: " +
                      visible_line(source.row_security));
  }
  return remarks;
}

std::string details_of(const SourceResult& source) {
  std::string line;
  append_part(line, "snapshot ", source.snapshot);
  append_part(line, "search path ", source.search_path);
  if (has_integrity_check(source) && source.integrity_ok) {
    line += fmt::format(", integrity {} ok ({:.2f} s)", visible_line(source.integrity_mode),
                        source.integrity_seconds);
  }
  if (source.fresh && source.fresh->ok) {
    line += fmt::format(", fresh: {} within {}",
                        source.fresh->value ? visible_line(*source.fresh->value) : "NULL",
                        visible_line(source.fresh->within));
  }
  return line.empty() ? line : "  " + line.substr(2) + "\n";
}

}  // namespace

std::string sources_section(const RunResult& result, const TextOptions& options) {
  std::string out;
  for (const SourceResult& source : result.sources) {
    out += headline(source, options.width);
    for (const std::string& remark : remarks_on(source)) {
      const Tone tone = source.error.empty() ? Tone::kDoubt : Tone::kBad;
      out += "  " + paint(remark, tone, options.color) + '\n';
    }
    if (options.verbose) {
      out += details_of(source);
    }
  }
  return out;
}

}  // namespace countercheck
