#include "checker/cli/output_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace countercheck {

namespace {

std::string failure(const std::string& file, const char* what, int code) {
  return file + ": " + what + ": " + std::generic_category().message(code);
}

// Returns 0 or the errno of the failure.
int write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      return written < 0 ? errno : EIO;
    }
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::optional<std::string> write_special(const std::string& file, const std::string& content) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return failure(file, "cannot be opened", errno);
  }
  const int error = write_all(descriptor, content);
  const int closed = close(descriptor) == 0 ? 0 : errno;
  if (error != 0 || closed != 0) {
    return failure(file, "cannot be written", error != 0 ? error : closed);
  }
  return std::nullopt;
}

// What a rename must replace: the file behind a symbolic link, not the link.
std::string real_target(const std::string& file) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(file, error);
  return error ? file : real.string();
}

// The rename itself is only safe once the folder is on the disk. Some file systems refuse to
// flush a folder (EINVAL), which then is no failure of the write.
int flush_folder(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return 0;
  }
  const int error = fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno;
  close(descriptor);
  return error;
}

// A temporary file beside the target that disappears unless it was renamed.
class SideFile {
 public:
  explicit SideFile(const std::string& target) : path_(target + ".XXXXXX") {
    descriptor_ = mkostemp(path_.data(), O_CLOEXEC);
    error_ = descriptor_ < 0 ? errno : 0;
  }
  SideFile(const SideFile&) = delete;
  SideFile& operator=(const SideFile&) = delete;
  ~SideFile() {
    if (descriptor_ >= 0) {
      close(descriptor_);
    }
    if (!renamed_ && error_ == 0) {
      unlink(path_.c_str());
    }
  }

  [[nodiscard]] int open_error() const { return error_; }

  int fill(const std::string& content, mode_t mode) {
    if (fchmod(descriptor_, mode) != 0) {
      return errno;
    }
    if (const int error = write_all(descriptor_, content)) {
      return error;
    }
    if (fsync(descriptor_) != 0) {
      return errno;
    }
    const int closed = close(descriptor_);
    descriptor_ = -1;
    return closed == 0 ? 0 : errno;
  }

  int rename_to(const std::string& target) {
    if (rename(path_.c_str(), target.c_str()) != 0) {
      return errno;
    }
    renamed_ = true;
    return 0;
  }

 private:
  std::string path_;
  int descriptor_ = -1;
  int error_ = 0;
  bool renamed_ = false;
};

// The permissions that the file has, or those that a new one would get.
mode_t mode_for(const std::string& target) {
  struct stat status {};
  if (stat(target.c_str(), &status) == 0) {
    return status.st_mode & 07777U;
  }
  const mode_t mask = umask(0);
  umask(mask);
  return 0666U & ~mask;
}

}  // namespace

std::optional<std::string> why_not_an_output(const std::string& file) {
  constexpr std::string_view kSqliteMagic = "SQLite format 3";
  const std::string target = real_target(file);
  for (const std::string_view ending : {".toml", ".sql", "-wal", "-shm", "-journal"}) {
    if (target.ends_with(ending) || file.ends_with(ending)) {
      return file + ": a result is not written to a file that ends in " + std::string(ending);
    }
  }
  std::ifstream stream;
  if (!is_special_file(target)) {
    stream.open(target, std::ios::binary);
  }
  std::array<char, kSqliteMagic.size()> start{};
  if (stream.is_open() && stream.read(start.data(), start.size()) &&
      std::string_view(start.data(), start.size()) == kSqliteMagic) {
    return file + ": is a database, and is not replaced by a result";
  }
  return std::nullopt;
}

bool is_special_file(const std::string& file) {
  struct stat status {};
  return stat(file.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

std::optional<std::string> replace_file(const std::string& file, const std::string& content) {
  if (is_special_file(file)) {
    return write_special(file, content);
  }
  if (std::error_code error; std::filesystem::is_directory(file, error)) {
    return file + ": is a folder, not a file";
  }
  const std::string target = real_target(file);
  SideFile side(target);
  if (side.open_error() != 0) {
    return failure(file, "no file can be made beside it", side.open_error());
  }
  if (const int error = side.fill(content, mode_for(target))) {
    return failure(file, "cannot be written", error);
  }
  if (const int error = side.rename_to(target)) {
    return failure(file, "cannot be replaced", error);
  }
  if (const int error = flush_folder(target)) {
    return failure(file, "cannot be flushed", error);
  }
  return std::nullopt;
}

std::optional<std::string> write_stdout(const std::string& content) {
  if (std::fwrite(content.data(), 1, content.size(), stdout) != content.size() ||
      std::fflush(stdout) != 0) {
    return failure("standard output", "cannot be written", errno);
  }
  return std::nullopt;
}

}  // namespace countercheck
