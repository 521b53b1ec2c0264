#include "checker/engine/fingerprint.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <sys/random.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "checker/model/decimal.h"

namespace countercheck {

namespace {

struct FreeMac {
  void operator()(EVP_MAC* mac) const { EVP_MAC_free(mac); }
  void operator()(EVP_MAC_CTX* context) const { EVP_MAC_CTX_free(context); }
};

using MacContext = std::unique_ptr<EVP_MAC_CTX, FreeMac>;

// Nothing here depends on data: a failure is a broken installation or lost memory.
void demand(bool done) {
  if (!done) {
    throw std::runtime_error("OpenSSL could not compute an HMAC-SHA256");
  }
}

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

void feed(const MacContext& context, std::string_view bytes) {
  demand(EVP_MAC_update(context.get(), bytes_of(bytes), bytes.size()) == 1);
}

// One part: a letter for its kind, its length in eight bytes, its bytes. No two sequences of parts
// are spelled by the same bytes.
void feed_part(const MacContext& context, char kind, std::string_view bytes) {
  constexpr std::size_t kLengthBytes = 8;
  constexpr unsigned kBitsOfAByte = 8;
  std::array<char, 1 + kLengthBytes> head{kind};
  std::uint64_t size = bytes.size();
  for (std::size_t i = head.size(); i-- > 1;) {
    head[i] = static_cast<char>(static_cast<unsigned char>(size & 0xFFU));
    size >>= kBitsOfAByte;
  }
  feed(context, {head.data(), head.size()});
  feed(context, bytes);
}

// NaN, the infinities and numbers too long to read have their own spelling; a finite number never
// has a letter in its own.
void feed_number(const MacContext& context, std::string_view text) {
  const std::optional<Decimal> number = Decimal::parse(text);
  feed_part(context, 'n', number ? number->to_shortest_text() : std::string(text));
}

void feed_cell(const MacContext& context, const CellView& cell) {
  switch (cell.kind) {
    case CellKind::kNull:
      feed_part(context, '0', {});
      return;
    case CellKind::kInteger:
      feed_part(context, 'n', std::to_string(cell.integer));
      return;
    case CellKind::kDecimal:
    case CellKind::kReal:
      feed_number(context, cell.text);
      return;
    case CellKind::kText:
      feed_part(context, 't', cell.text);
      return;
    case CellKind::kBytes:
      feed_part(context, 'b', cell.text);
      return;
  }
  throw std::logic_error("a cell of no known kind");
}

std::string finish(const MacContext& context) {
  constexpr std::size_t kDigestBytes = 32;
  constexpr std::size_t kShownBytes = 8;
  constexpr std::string_view kHex = "0123456789abcdef";
  std::array<unsigned char, kDigestBytes> digest{};
  std::size_t size = 0;
  demand(EVP_MAC_final(context.get(), digest.data(), &size, digest.size()) == 1);
  demand(size == kDigestBytes);
  std::string text = "fp:";
  for (std::size_t i = 0; i < kShownBytes; ++i) {
    text += kHex[digest[i] / kHex.size()];
    text += kHex[digest[i] % kHex.size()];
  }
  return text;
}

void refuse_cut(const Value& value) {
  if (value.is_cut()) {
    throw std::invalid_argument("a cut value has no fingerprint: its end is missing");
  }
}

}  // namespace

class Fingerprinter::Mac {
 public:
  explicit Mac(std::string_view key) {
    if (key.empty()) {
      throw std::invalid_argument("a fingerprint key must not be empty");
    }
    const std::unique_ptr<EVP_MAC, FreeMac> mac(EVP_MAC_fetch(nullptr, "HMAC", nullptr));
    demand(mac != nullptr);
    context_.reset(EVP_MAC_CTX_new(mac.get()));
    demand(context_ != nullptr);
    std::string digest = "SHA256";  // OpenSSL asks for a text that is not const
    const std::array<OSSL_PARAM, 2> parameters = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), 0),
        OSSL_PARAM_construct_end()};
    demand(EVP_MAC_init(context_.get(), bytes_of(key), key.size(), parameters.data()) == 1);
  }

  // A fresh start with the key already in it. `use` ('v' or 'T') keeps single values and tuples
  // apart.
  [[nodiscard]] MacContext start(char use) const {
    MacContext context(EVP_MAC_CTX_dup(context_.get()));
    demand(context != nullptr);
    feed(context, {&use, 1});
    return context;
  }

 private:
  MacContext context_;
};

Fingerprinter::Fingerprinter(std::string_view key) : keyed_(std::make_unique<const Mac>(key)) {}
Fingerprinter::~Fingerprinter() = default;

std::string Fingerprinter::of(const CellView& cell) const {
  const MacContext context = keyed_->start('v');
  feed_cell(context, cell);
  return finish(context);
}

std::string Fingerprinter::of(const Value& value) const {
  refuse_cut(value);
  return of(view_of(value));
}

std::string Fingerprinter::of_tuple(std::span<const Value> values) const {
  const MacContext context = keyed_->start('T');
  for (const Value& value : values) {
    refuse_cut(value);
    feed_cell(context, view_of(value));
  }
  return finish(context);
}

std::string Fingerprinter::random_key() {
  constexpr std::size_t kKeyBytes = 32;
  std::string key(kKeyBytes, '\0');
  if (getentropy(key.data(), key.size()) != 0) {
    throw std::runtime_error("the operating system gave no random bytes");
  }
  return key;
}

}  // namespace countercheck
