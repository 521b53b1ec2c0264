// Result files: replaced as a whole, flushed to disk, never left half written.
#pragma once

#include <optional>
#include <string>

namespace countercheck {

// Writes `content` beside the file, flushes it to the disk and renames it into place. A file that
// exists and is no regular file (a pipe, a device) is written to as it is. Returns what went
// wrong, with the file's name, or nothing.
[[nodiscard]] std::optional<std::string> replace_file(const std::string& file,
                                                      const std::string& content);

// Why this file must not be replaced by a result: it is a database, a log of one, a rule or project
// file, or SQL, which nobody means to overwrite. Nothing for a file that may be.
[[nodiscard]] std::optional<std::string> why_not_an_output(const std::string& file);

// True for pipes and devices, which can take a result but no marker before it.
[[nodiscard]] bool is_special_file(const std::string& file);

// Writes to standard output and makes sure that all of it left the process.
[[nodiscard]] std::optional<std::string> write_stdout(const std::string& content);

}  // namespace countercheck
