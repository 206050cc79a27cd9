// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/shell/shellnames.h"

#include "cli/options/commandtable.h"

#include <algorithm>
#include <sstream>

namespace sonde::cli {

namespace {

using Words = std::vector<std::string>;

// What may follow words that need no list.
Words verbsAfter(const QString &words)
{
    QStringList next = wordsAfter(words, kShellCommands);
    if (words.isEmpty())
        next << QStringLiteral("exit") << QStringLiteral("help") << QStringLiteral("quit");
    else if (words == u"validate")
        next << QStringLiteral("--tool");
    Words all;
    for (const QString &word : next)
        all.push_back(word.toStdString());
    return all;
}

// The list whose names may follow.
std::string memberAfter(const std::string &words)
{
    if (words == "tools call" || words == "tools show" || words == "validate --tool")
        return "tools";
    if (words == "prompts get" || words == "complete prompt")
        return "prompts";
    return words == "resources read" || words == "resources subscribe" ? "resources"
                                                                       : std::string();
}

// The words without options, joined by one blank.
Words wordsOf(const std::string &text)
{
    std::istringstream in(text);
    Words words;
    for (std::string word; in >> word;)
        words.push_back(word);
    return words;
}

std::string joined(const Words &words, std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(count, words.size()); ++i)
        text += (i == 0 ? "" : " ") + words[i];
    return text;
}

// A name with a blank would be two words.
bool isWord(const std::string &name)
{
    return !name.empty() && name.find_first_of(" \t\n\r\"'\\") == std::string::npos;
}

void addNames(const json::Value &list, const char *key, const char *ending, Words &out)
{
    for (const json::Value each : list) {
        const std::string name = key ? each[key].text() : each.key();
        if (isWord(name) && out.size() < ShellNames::kMaxNames)
            out.push_back(name + ending);
    }
}

} // namespace

void ShellNames::add(const std::string &member, const mcp::Listing &listing)
{
    const char *key = member == "resources" ? "uri" : "name";
    Words &names = m_names[member];
    for (const mcp::ListItem &item : listing.items) {
        const std::string name = item.value()[key].text();
        if (!isWord(name) || names.size() >= kMaxNames)
            continue;
        names.push_back(name);
        if (member == "tools")
            addNames(item.value()["inputSchema"]["properties"], nullptr, "=",
                m_arguments["tools call " + name]);
        else if (member == "prompts")
            addNames(item.value()["arguments"], "name", "=", m_arguments["prompts get " + name]);
    }
}

std::vector<std::string> ShellNames::completions(
    const std::string &before, const std::string &begun) const
{
    constexpr std::size_t kCallWords = 3; // tools call NAME, before its arguments
    const Words words = wordsOf(before);
    const std::string text = joined(words, words.size());
    Words all = verbsAfter(QString::fromStdString(text));
    if (const auto names = m_names.find(memberAfter(text)); names != m_names.end())
        all = names->second;
    if (const auto keys = m_arguments.find(joined(words, kCallWords)); keys != m_arguments.end())
        all = keys->second;
    Words found;
    std::copy_if(all.begin(), all.end(), std::back_inserter(found),
        [&](const std::string &word) { return word.starts_with(begun); });
    return found;
}

} // namespace sonde::cli
