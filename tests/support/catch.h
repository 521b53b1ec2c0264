// The one place that knows which Catch2 this is: 2 on Debian 12, 3 on Debian 13.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
namespace countercheck::test {
inline auto contains(const std::string& part) { return Catch::Matchers::ContainsSubstring(part); }
}  // namespace countercheck::test
#else
#include <catch2/catch.hpp>
namespace countercheck::test {
inline auto contains(const std::string& part) { return Catch::Contains(part); }
}  // namespace countercheck::test
#endif
