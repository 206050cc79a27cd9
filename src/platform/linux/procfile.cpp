// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/linux/procfile.h"

#include <algorithm>
#include <cerrno>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace sonde::platform {

namespace {
constexpr std::size_t kFirstRead = 4096;
constexpr int kMaxEntries = 1'000'000;
} // namespace

std::string readProcFile(const std::string &path, std::size_t limit)
{
    // Not blocking: a root that a test made up may contain a pipe.
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return {};
    std::string text;
    std::size_t size = 0;
    while (size < limit) {
        text.resize(std::min(limit, std::max(kFirstRead, 2 * size)));
        const ssize_t got = ::read(fd, text.data() + size, text.size() - size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        size += std::size_t(got);
    }
    ::close(fd);
    text.resize(size);
    return text;
}

std::vector<int> listNumbers(const std::string &folder, bool *found)
{
    std::vector<int> numbers;
    DIR *const directory = ::opendir(folder.c_str());
    if (found)
        *found = directory != nullptr;
    if (!directory)
        return numbers;
    for (int left = kMaxEntries; left > 0; --left) {
        const dirent *entry = ::readdir(directory);
        if (!entry)
            break;
        const std::string_view name(entry->d_name);
        if (const auto number = numberOf<int>(name); number && *number >= 0)
            numbers.push_back(*number);
    }
    ::closedir(directory);
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

std::vector<std::string_view> wordsOf(std::string_view text, std::size_t most)
{
    std::vector<std::string_view> words;
    while (words.size() < most) {
        const std::size_t begin = text.find_first_not_of(" \t\n");
        if (begin == std::string_view::npos)
            break;
        text.remove_prefix(begin);
        const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return words;
}

} // namespace sonde::platform
