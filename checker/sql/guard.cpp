#include "checker/sql/guard.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "checker/sql/column_names.h"
#include "checker/sql/operators.h"
#include "checker/sql/parse_tree.h"
#include "checker/sql/row_names.h"

namespace countercheck {

namespace {

SourceError refused(std::string message, std::optional<std::size_t> position = std::nullopt) {
  return {SourceErrorKind::kRefused, std::move(message), {}, position};
}

// Views that show the contents of the server's configuration files.
constexpr std::array<std::string_view, 3> kFileViews = {"pg_file_settings", "pg_hba_file_rules",
                                                        "pg_ident_file_mappings"};

std::string_view text_of(const ParseTree& node) {
  return node.is_string() ? std::string_view(node.get_ref<const std::string&>())
                          : std::string_view{};
}

// The offset at which a node stands; the parser leaves out 0, and writes -1 for "nowhere".
std::optional<std::size_t> location_of(const ParseTree& node) {
  if (!node.is_object()) {
    return std::nullopt;
  }
  const ParseTree& location = member(node, "location");
  if (!location.is_number_integer()) {
    return 0;
  }
  const auto offset = location.get<std::int64_t>();
  return offset < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(offset));
}

// The first byte of a statement, which the parser counts from the end of the one before.
std::size_t start_of(const ParseTree& statement, std::string_view sql) {
  const ParseTree& location = member(statement, "stmt_location");
  const std::size_t start =
      location.is_number_unsigned() ? location.get<std::size_t>() : std::size_t{0};
  return std::min(sql.find_first_not_of(" \t\r\n\f\v", start), sql.size());
}

// Walks every node of a statement, with a stack of its own: a tree may be thousands of levels deep.
// Nodes are judged by their keys wherever they stand, so that one which this code does not know of
// hides nothing below it.
class Inspector {
 public:
  explicit Inspector(std::string_view sql) : sql_(sql) {}

  [[nodiscard]] Result<StatementFacts> inspect(const ParseTree& root) {
    std::vector<const ParseTree*> open = {&root};
    while (!open.empty()) {
      const ParseTree& node = *open.back();
      open.pop_back();
      if (node.is_object()) {
        for (const auto& [key, value] : node.items()) {
          visit(key, value, node);
          open.push_back(&value);
        }
      } else if (node.is_array()) {
        for (const ParseTree& element : node) {
          open.push_back(&element);
        }
      }
    }
    if (operators_.overqualified()) {
      refuse("an operator is named by itself or with its schema, not with a database",
             operators_.overqualified());
    }
    if (error_) {
      return *std::move(error_);
    }
    for (const Qualified& field : qualified_) {
      if (!row_names_.is_row(field.qualifier)) {
        functions_[field.index].form = CallForm::kFieldOfValue;
      }
    }
    std::stable_sort(functions_.begin(), functions_.end(),
                     [](const FunctionName& one, const FunctionName& other) {
                       return one.offset < other.offset;
                     });
    StatementFacts facts;
    facts.functions = std::move(functions_);
    facts.operators = operators_.take();
    return facts;
  }

 private:
  void visit(const std::string& key, const ParseTree& value, const ParseTree& node) {
    row_names_.visit(key, value);
    operators_.visit(key, value);
    if (key == "intoClause") {
      refuse("SELECT INTO would create a table", location_of(member(value, "rel")));
    } else if (key == "lockingClause") {
      refuse("FOR UPDATE or FOR SHARE would lock rows; a rule only reads", std::nullopt);
    } else if (key.ends_with("Stmt") && key != "SelectStmt" && key != "selectStmt") {
      refuse("a rule only reads, and this WITH would write",
             location_of(member(value, "relation")));
    } else if (key == "relname") {
      visit_relation(node);
    } else if (key == "funcname") {
      add_function(value, node, CallForm::kCall);
    } else if (key == "RangeTableSample") {
      add_function(member(value, "method"), value, CallForm::kCall);
    } else if (key == "ColumnRef") {
      visit_column(value);
    } else if (key == "indirection") {
      visit_indirection(value, node);
    }
  }

  void visit_relation(const ParseTree& node) {
    const std::string_view name = text_of(member(node, "relname"));
    const std::string_view schema = text_of(member(node, "schemaname"));
    const bool in_catalog = schema.empty() || schema == "pg_catalog";
    if (in_catalog && std::find(kFileViews.begin(), kFileViews.end(), name) != kFileViews.end()) {
      refuse(std::string(name) + " shows files of the server, which no rule may read",
             location_of(node));
    }
  }

  void add_function(const ParseTree& names, const ParseTree& node, CallForm form) {
    const std::size_t offset = location_of(node).value_or(0);
    if (!names.is_array() || names.empty() || names.size() > 2) {
      refuse("a function is named by itself or with its schema, not with a database", offset);
      return;
    }
    FunctionName function;
    function.schema = names.size() == 2 ? string_of(names.front()) : std::string_view{};
    function.name = string_of(names.back());
    function.offset = offset;
    function.form = form;
    functions_.push_back(std::move(function));
  }

  // t.f is f(t) for Postgres if t has no column f; s.t.f can only be a column or f of a table's
  // row.
  void visit_column(const ParseTree& column) {
    const ParseTree& fields = member(column, "fields");
    if (!fields.is_array() || fields.size() < 2) {
      return;
    }
    const std::string_view field = string_of(fields.back());
    if (!field.empty()) {
      if (fields.size() == 2) {
        qualified_.push_back({functions_.size(), std::string(string_of(fields.front()))});
      }
      functions_.push_back(
          {"", std::string(field), location_of(column).value_or(0), CallForm::kColumnOfRow});
    }
  }

  // (x).f is f(x) for a value of any type: ('/etc/passwd'::text).pg_read_file reads that file.
  void visit_indirection(const ParseTree& steps, const ParseTree& node) {
    // An A_Indirection has no place of its own.
    const ParseTree* inner = &member(node, "arg");
    while (!member(*inner, "A_Indirection").is_null()) {
      inner = &member(member(*inner, "A_Indirection"), "arg");
    }
    const bool has_place = inner->is_object() && !inner->empty();
    const std::size_t offset =
        has_place ? location_of(inner->begin().value()).value_or(0) : std::size_t{0};
    for (const ParseTree& step : steps) {
      const std::string_view field = string_of(step);
      if (!field.empty()) {
        functions_.push_back({"", std::string(field), offset, CallForm::kFieldOfValue});
      }
    }
  }

  // The first mistake in order of the text is told; one without a place only if it is alone.
  void refuse(std::string message, std::optional<std::size_t> position) {
    const bool earlier =
        !error_ || (position && (!error_->position || *position < *error_->position));
    if (earlier) {
      error_ = refused(std::move(message),
                       position ? std::optional(std::min(*position, sql_.size())) : std::nullopt);
    }
  }

  // A field of which the whole walk must tell whether it is one of a row.
  struct Qualified {
    std::size_t index = 0;  // in functions_
    std::string qualifier;
  };

  std::string_view sql_;
  std::vector<FunctionName> functions_;
  std::vector<Qualified> qualified_;
  RowNames row_names_;
  Operators operators_;
  std::optional<SourceError> error_;
};

// "DeleteStmt" is "DELETE" to a user, and "CreateStmt" "CREATE": the first word of the node's name.
std::string statement_word(const ParseTree& statement) {
  const ParseTree& node = member(statement, "stmt");
  std::string word;
  if (!node.is_object() || node.empty()) {
    return "nothing";
  }
  for (const char letter : node.begin().key()) {
    const bool upper = letter >= 'A' && letter <= 'Z';
    if (upper && !word.empty()) {
      break;
    }
    word += upper || letter == '_' ? letter : static_cast<char>(letter - 'a' + 'A');
  }
  return word;
}

}  // namespace

Result<StatementFacts> inspect_postgres(std::string_view sql) {
  const Result<ParseTree> tree = parse_tree(sql);
  if (!tree.ok()) {
    return tree.error();
  }
  const ParseTree& statements = member(tree.value(), "stmts");
  if (!statements.is_array() || statements.empty()) {
    return refused("there is no statement in the text, so it returns no result set");
  }
  if (statements.size() > 1) {
    return refused("the text holds " + std::to_string(statements.size()) +
                       " statements; a rule is exactly one SELECT",
                   start_of(statements[1], sql));
  }
  const ParseTree& select = member(member(statements[0], "stmt"), "SelectStmt");
  if (select.is_null()) {
    return refused("a rule is one SELECT (or VALUES, or WITH … SELECT), and this is " +
                       statement_word(statements[0]),
                   start_of(statements[0], sql));
  }
  Result<StatementFacts> facts = Inspector(sql).inspect(select);
  if (!facts.ok()) {
    return facts.error();
  }
  StatementFacts whole = std::move(facts).value();
  whole.columns = column_names(select);
  return whole;
}

}  // namespace countercheck
