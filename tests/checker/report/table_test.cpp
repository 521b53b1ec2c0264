#include "checker/report/table.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "checker/report/characters.h"
#include "tests/support/catch.h"

namespace countercheck::test {

namespace {

using Rows = std::vector<std::vector<CellText>>;

std::string rendered(const std::vector<std::string>& columns, const Rows& rows,
                     std::size_t width = 100, const std::vector<std::string>& key = {}) {
  Table table;
  table.columns = columns;
  table.key = key;
  table.row_word = "sample";
  table.rows.assign(rows.begin(), rows.end());
  return render_table(table, {width, 0, false});
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = text.find('\n', start);
    widest = std::max(widest, display_width(text.substr(start, end - start)));
    start = end + 1;
  }
  return widest;
}

}  // namespace

TEST_CASE("columns are aligned by display width and numbers to the right", "[report]") {
  CHECK(
      rendered({"name", "cents"}, {{"東京", "5"}, {"cafe\u0301", "-1200"}, {std::nullopt, "30"}}) ==
      "#  name  cents\n"
      "1  東京      5\n"
      "2  cafe\u0301  -1200\n"
      "3  NULL     30\n");
}

TEST_CASE("a column with one text among numbers is a column of texts", "[report]") {
  CHECK(rendered({"cents"}, {{"5"}, {"n/a"}, {"1200"}}) == "#  cents\n1  5\n2  n/a\n3  1200\n");
}

TEST_CASE("a column of NULLs only is shown", "[report]") {
  CHECK(rendered({"a"}, {{std::nullopt}}) == "#  a\n1  NULL\n");
}

TEST_CASE("FB-096: two columns of one name both keep their values", "[report]") {
  CHECK(rendered({"total", "total"}, {{"10", "20"}}) == "#  total  total\n1     10     20\n");
  CHECK_THAT(rendered({"total", "total"}, {{"10", "20"}}, 5), contains("total: 10"));
  CHECK_THAT(rendered({"total", "total"}, {{"10", "20"}}, 5), contains("total: 20"));
}

TEST_CASE("a table wider than the terminal becomes a list of columns and values", "[report]") {
  CHECK(rendered({"account_id", "name"}, {{"17", "caf\u00e9"}, {"9", std::nullopt}}, 15) ==
        "sample 1\n"
        "  account_id: 17\n"
        "  name:       caf\u00e9\n"
        "sample 2\n"
        "  account_id: 9\n"
        "  name:       NULL\n");
}

TEST_CASE("a table that just fits stays a table", "[report]") {
  const std::string table = rendered({"a", "b"}, {{"xxxx", "yyyy"}}, 13);
  CHECK(table == "#  a     b\n1  xxxx  yyyy\n");
  CHECK(widest_line(table) == 13);
  CHECK_THAT(rendered({"a", "b"}, {{"xxxx", "yyyy"}}, 12), contains("sample 1"));
}

TEST_CASE("FB-109: a row of 1600 columns is cut and the number of columns stated", "[report]") {
  std::vector<std::string> columns;
  std::vector<CellText> row;
  for (int column = 0; column < 1600; ++column) {
    columns.push_back("c" + std::to_string(column));
    row.emplace_back("v" + std::to_string(column));
  }
  const std::string list = rendered(columns, {row}, 100, {"c1500"});
  CHECK_THAT(list, contains("c0:    v0\n"));
  CHECK_THAT(list, contains("c59:   v59\n"));
  CHECK_THAT(list, contains("c1500: v1500\n"));
  CHECK(list.find("v60\n") == std::string::npos);
  CHECK_THAT(list, contains("61 of 1600 columns shown"));
}

TEST_CASE("FB-109: a long text in a list is cut to the terminal", "[report]") {
  const std::string list =
      rendered({"note", "other"}, {{std::string(50000, 'x'), std::string(60, 'y')}}, 80);
  CHECK_THAT(list, contains("… (50000 bytes)"));
  CHECK(widest_line(list) <= 84);
}

TEST_CASE("rows of another length than the columns are shown as they are", "[report]") {
  CHECK(rendered({"a", "b"}, {{"1"}, {"1", "2", "3"}}) ==
        "#  a  b           (no name)\n"
        "1  1  (no value)  (no value)\n"
        "2  1  2           3\n");
}

TEST_CASE("names of columns are spelled as visibly as cells", "[report]") {
  CHECK(rendered({"", "a\x1b[2J"}, {{"1", "2"}}) == "#  ''  E'a\\x1b[2J'\n1   1            2\n");
}

TEST_CASE("no rows make no table", "[report]") { CHECK(rendered({"a"}, {}) == ""); }

}  // namespace countercheck::test
