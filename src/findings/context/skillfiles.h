// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"
#include "json/value.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace sonde::findings {

inline constexpr std::string_view kSkillsExtension = "io.modelcontextprotocol/skills";

// The files of the skills that a server has listed (SEP-2640), as the newest entries describe them.
class SkillFiles {
public:
    static constexpr std::size_t kMaxFiles = 10'000;
    static constexpr std::size_t kMaxText = 16 * 1024; // bytes of a field that is kept

    struct File {
        trace::Number number = 0; // of the response that lists it
        std::string digest; // "sha256:…"
        std::optional<std::int64_t> size;
        bool isMain = false; // it is the SKILL.md of its skill, which has these fields:
        std::string name;
        std::string description;
    };

    void add(const json::Value &skill, trace::Number number); // an entry
    const File *find(std::string_view uri) const;

private:
    std::map<std::string, File, std::less<>> m_files;
};

} // namespace sonde::findings
