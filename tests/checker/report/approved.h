// Whole outputs compared with approved files. COUNTERCHECK_APPROVE=1 in the environment writes them
// anew; the change then shows in the commit.
#pragma once

#include <string>

namespace countercheck::test {

// "" when `output` equals the approved file, else what differs first. `name` is the file's name.
[[nodiscard]] std::string difference_from_approved(const std::string& name,
                                                   const std::string& output);

// The same for any file, which is never written.
[[nodiscard]] std::string difference_from_file(const std::string& path, const std::string& output);

// The first line in which two texts differ; "" when they are the same.
[[nodiscard]] std::string first_difference(const std::string& approved, const std::string& output);

}  // namespace countercheck::test
