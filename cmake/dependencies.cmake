# Everything from Debian packages; script/bootstrap installs them.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(date REQUIRED)
# Boost from 1.70 describes itself to CMake, whose own module for it is gone from 3.30 on.
find_package(Boost CONFIG REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
pkg_check_modules(pqxx REQUIRED IMPORTED_TARGET libpqxx)
pkg_check_modules(libpq REQUIRED IMPORTED_TARGET libpq)
pkg_check_modules(tomlplusplus REQUIRED IMPORTED_TARGET tomlplusplus)
pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET libutf8proc)

# libpg_query ships a header and a library, without a description for any build tool.
find_path(PG_QUERY_INCLUDE_DIR pg_query.h REQUIRED)
find_library(PG_QUERY_LIBRARY pg_query REQUIRED)
add_library(pg_query INTERFACE IMPORTED)
target_include_directories(pg_query SYSTEM INTERFACE ${PG_QUERY_INCLUDE_DIR})
target_link_libraries(pg_query INTERFACE ${PG_QUERY_LIBRARY})
