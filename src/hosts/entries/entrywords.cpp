// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/entrywords.h"

#include "base/secretplaces.h"

#include <QUrl>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::hosts {

namespace {

std::vector<json::Value> wordsOf(const HostEntry &entry)
{
    std::vector<json::Value> words;
    if (!entry.command.isArray())
        words.push_back(entry.command);
    for (const json::Value word : entry.command.isArray() ? entry.command : entry.argumentList)
        words.push_back(word);
    return words;
}

// Most words are written as they are; of one with escapes, nothing between its quotes is shown.
void hide(std::string &text, std::size_t begin, std::size_t end, const std::string &secret)
{
    const std::size_t at = text.find(secret, begin);
    const bool isFound = at != std::string::npos && at + secret.size() <= end;
    const std::size_t from = isFound ? at : std::min(begin + 1, end);
    const std::size_t to = isFound ? at + secret.size() : std::max(from, end - 1);
    std::fill(text.begin() + std::ptrdiff_t(from), text.begin() + std::ptrdiff_t(to), '*');
}

} // namespace

QStringList shownCommand(const HostEntry &entry)
{
    return withoutSecrets(QStringList(entry.program) + entry.arguments);
}

QString shownUrl(const HostEntry &entry)
{
    const QUrl url(entry.url);
    return url.isValid() ? textWithoutSecrets(
               url.adjusted(QUrl::RemoveUserInfo | QUrl::RemoveQuery | QUrl::RemoveFragment)
                   .toString())
                         : QString();
}

QString shownMember(const HostDocument &document, const HostEntry &entry, const json::Value &member)
{
    const std::string_view raw = document.rawMember(member);
    const auto offset = std::size_t(raw.data() - document.bytes().view().data());
    std::string text(raw);
    const std::vector<json::Value> values = wordsOf(entry);
    std::vector<std::string> words;
    words.reserve(values.size());
    for (const json::Value &value : values)
        words.push_back(value.text());
    const auto places = secretsOfCommandLine(words);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const TextRange range = document.place(values[i]).range;
        if (range.begin < offset || range.end > offset + raw.size())
            continue; // of the other member
        for (const SecretPlace &place : places[i])
            hide(text, range.begin - offset, range.end - offset,
                words[i].substr(place.begin, place.end - place.begin));
    }
    return QString::fromStdString(text);
}

} // namespace sonde::hosts
