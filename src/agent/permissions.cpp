// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/permissions.h"

#include "trace/transfer/shellword.h"

#include <QFileInfo>

#include <algorithm>

namespace sonde::agent {

namespace {

// Both grow with the product of the lengths at most, and a pattern is the person's.
bool matches(std::string_view pattern, std::string_view text)
{
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t star = std::string_view::npos;
    std::size_t from = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            from = t;
        } else if (p < pattern.size() && pattern[p] == text[t]) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++from;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

} // namespace

std::string Permissions::lineOf(const config::Profile &server)
{
    std::string line;
    if (!server.workingDirectory.isEmpty())
        line += "cd " + trace::shellWord(server.workingDirectory.toStdString()) + " && ";
    for (const auto &[name, value] : server.environment)
        line += trace::shellWord(name.toStdString()) + '='
            + trace::shellWord(value.reveal().toStdString()) + ' ';
    line += trace::shellWord(server.program.toStdString());
    for (const QString &argument : server.arguments)
        line += ' ' + trace::shellWord(argument.toStdString());
    return line;
}

bool Permissions::allows(std::string_view line) const
{
    return m_granted.contains(line)
        || std::any_of(m_patterns.begin(), m_patterns.end(),
            [line](const std::string &pattern) { return matches(pattern, line); });
}

void Permissions::allowFile(std::string pattern)
{
    const std::size_t slash = pattern.rfind('/', pattern.find('*'));
    const QString folder = slash == std::string::npos
        ? QString()
        : QFileInfo(QString::fromStdString(pattern.substr(0, slash))).canonicalFilePath();
    if (!folder.isEmpty())
        pattern.replace(0, slash, folder.toStdString());
    m_files.push_back(std::move(pattern));
}

bool Permissions::allowsFile(std::string_view path) const
{
    return std::any_of(m_files.begin(), m_files.end(),
        [path](const std::string &pattern) { return matches(pattern, path); });
}

void Permissions::grant(const std::string &line)
{
    if (m_granted.size() >= kMaxGranted)
        m_granted.clear();
    m_granted.insert(line);
}

} // namespace sonde::agent
