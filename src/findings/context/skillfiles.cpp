// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/skillfiles.h"

namespace sonde::findings {

void SkillFiles::add(const json::Value &skill, trace::Number number)
{
    const std::string main = skill["uri"].text();
    for (const json::Value each : skill["resources"]) {
        const std::string uri = each["uri"].text();
        if (uri.empty() || (m_files.size() >= kMaxFiles && !m_files.contains(uri)))
            continue;
        File file;
        file.number = number;
        file.digest = each["digest"].text().substr(0, kMaxText);
        file.size = each["size"].toInt64();
        file.isMain = uri == main;
        if (file.isMain) {
            file.name = skill["frontmatter"]["name"].text().substr(0, kMaxText);
            file.description = skill["frontmatter"]["description"].text().substr(0, kMaxText);
        }
        m_files[uri] = std::move(file);
    }
}

const SkillFiles::File *SkillFiles::find(std::string_view uri) const
{
    const auto found = m_files.find(uri);
    return found == m_files.end() ? nullptr : &found->second;
}

} // namespace sonde::findings
