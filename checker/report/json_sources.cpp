#include "checker/report/json_parts.h"

namespace countercheck {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::optional<FreshResult>& fresh) {
  if (!fresh) {
    return nullptr;
  }
  Json json = Json::object();
  json["value"] = fresh->value ? Json(*fresh->value) : Json(nullptr);
  json["within"] = text_or_null(fresh->within);
  json["ok"] = fresh->ok;
  json["reason"] = text_or_null(fresh->reason);
  return json;
}

// `ok` is null where nothing was checked: neither answer would be true.
Json integrity_of(const SourceResult& source) {
  const bool unchecked = source.integrity_mode.empty() || source.integrity_mode == "none" ||
                         source.integrity_mode == "off";
  Json json = Json::object();
  json["mode"] = source.integrity_mode.empty() ? "none" : source.integrity_mode;
  json["ok"] = unchecked ? Json(nullptr) : Json(source.integrity_ok);
  json["message"] = text_or_null(source.integrity_message);
  json["seconds"] = json_seconds(source.integrity_seconds);
  return json;
}

}  // namespace

Json json_of(const SourceResult& source) {
  Json json = Json::object();
  json["name"] = source.name;
  json["kind"] = source.kind;
  json["target"] = source.target;
  json["server"] = text_or_null(source.server);
  json["role"] = text_or_null(source.role);
  json["snapshot"] = text_or_null(source.snapshot);
  json["strength"] = text_or_null(source.strength);
  json["taken"] = text_or_null(source.taken);
  json["search_path"] = text_or_null(source.search_path);
  json["row_security"] = text_or_null(source.row_security);
  json["error"] = text_or_null(source.error);
  json["warnings"] = source.warnings;
  json["fresh"] = json_of(source.fresh);
  json["integrity"] = integrity_of(source);
  return json;
}

}  // namespace countercheck
