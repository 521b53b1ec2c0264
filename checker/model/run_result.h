// The result of a run: exactly what the result document holds, as plain values.
//
// Every report is a function of this alone. Cells are text or NULL; text that the database
// delivered as invalid UTF-8 or bytes is already spelled with escapes, so that every string here is
// valid UTF-8. NUL and control characters stay in the strings; a report must spell them visibly.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/model/mistake.h"
#include "checker/model/verdict.h"

namespace countercheck {

using CellText = std::optional<std::string>;  // absent: NULL

struct EvidenceResult {
  std::vector<std::string> columns;
  std::vector<std::vector<CellText>> rows;
  bool more = false;    // rows were left out beyond the limit
  std::string command;  // for a person to paste into a shell
  std::string reason;   // why there are no rows although they were asked for; "" otherwise
};

struct SampleResult {
  std::vector<CellText> values;            // in the order of RuleResult::columns
  std::vector<CellText> key;               // in the order of the rule's key
  std::optional<EvidenceResult> evidence;  // absent: not fetched, or the rule has none
};

struct ImpactResult {
  std::string unit;
  std::string total;       // exact decimal text: the sum of sizes
  std::string signed_sum;  // exact decimal text: the sum with signs
};

struct ParameterResult {
  std::string name;
  CellText value;
};

struct RuleResult {
  std::string id;
  std::string title;
  Severity severity = Severity::kError;
  std::string owner;
  std::vector<std::string> tags;
  std::string source;
  Place place;

  Verdict verdict = Verdict::kUndecided;
  bool complete = false;         // the violations query ran to its end and nothing cast doubt on it
  std::string reason;            // why it is not `holds`; "" for holds
  std::uint64_t violations = 0;  // exact when complete, otherwise at least so many
  // How many of them the user asked to be shown (--key); absent when all were.
  std::optional<std::uint64_t> matching;
  std::optional<std::uint64_t> population;
  bool empty_allowed = false;  // vacuous, but allowed in writing until a date not yet passed
  std::vector<ImpactResult> impact;
  std::vector<ParameterResult> parameters;
  std::vector<std::string> columns;
  std::vector<std::string> key;  // names of the columns in SampleResult::key
  std::vector<SampleResult> samples;
  std::string sql;                 // as written
  std::vector<std::string> reads;  // full names
  std::string blind_spots;
  double seconds = 0;             // of the violations query
  double population_seconds = 0;  // of the population query
};

struct FreshResult {
  CellText value;      // what the query returned
  std::string within;  // as a duration
  bool ok = false;
  std::string reason;  // why not ok, or why it was switched off
};

struct SourceResult {
  std::string name;
  std::string kind;  // postgres or sqlite
  std::string target;
  std::string server;
  std::string role;
  std::string snapshot;
  std::string strength;
  std::string taken;
  std::string search_path;
  std::string row_security;           // the reason given for reading filtered rows; "" otherwise
  std::string error;                  // why it could not be used; "" when it could
  std::vector<std::string> warnings;  // what was ignored or is worth knowing
  std::optional<FreshResult> fresh;
  std::string integrity_mode;
  bool integrity_ok = false;
  std::string integrity_message;
  double integrity_seconds = 0;
};

struct RunFacts {
  std::string id;
  std::string started;   // UTC, ISO 8601
  std::string finished;  // UTC, ISO 8601
  std::string as_of;     // with the offset of the project's time zone
  std::string time_zone;
  std::string version;
  std::string host;
  int exit = 2;             // without bit 4
  std::string interrupted;  // name of the signal, "" otherwise
  bool ad_hoc = false;
};

struct RunResult {
  RunFacts run;
  std::vector<SourceResult> sources;  // sorted by name
  std::vector<RuleResult> rules;      // sorted by id
  std::uint64_t selected = 0;         // rules that the engine was given
};

// How many rules ended with each verdict; every verdict has an entry.
[[nodiscard]] std::map<Verdict, std::uint64_t> count_verdicts(const RunResult& result);

}  // namespace countercheck
