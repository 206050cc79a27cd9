// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/serversoffile.h"

#include "config/filetext.h"
#include "config/serverentry.h"
#include "hosts/text.h"
#include "hosts/textlines.h"
#include "hosts/tomlreader.h"
#include "hosts/yamlreader.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace sonde::hosts {

namespace {

Error unusable(const QString &sentence)
{
    return {Domain::Usage, 0, sentence, {}, {}};
}

// The values of a document that are in a server, each looked at once.
class ServerValues {
public:
    bool contain(json::Value value)
    {
        for (; value.exists(); value = value.parent()) {
            const auto [known, isNew] = m_known.try_emplace(value.id(), false);
            if (isNew)
                known->second = config::isServerEntry(value);
            if (known->second)
                return true;
        }
        return false;
    }

private:
    std::unordered_map<json::NodeId, bool> m_known;
};

// A value of a server that can be read only in part.
std::optional<Problem> unreadable(
    const json::Document &document, const std::vector<ValuePlace> &places, std::string_view text)
{
    ServerValues servers;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Obstacle obstacle = places[i].obstacle;
        const bool isApproximate =
            obstacle == Obstacle::SeveralLines || obstacle == Obstacle::Alias;
        if (isApproximate && servers.contain(document.value(json::NodeId(i))))
            return TextLines(text).problem(places[i].range.begin, obstacleText(obstacle));
    }
    return std::nullopt;
}

// The text as JSON.
Result<std::string> translated(const std::string &text, config::TextFormat format)
{
    const bool isToml = format == config::TextFormat::Toml;
    const auto refused = [isToml](const Problem &problem) {
        return unusable(Text::tr("It was read as %1. Line %2, column %3: %4")
                            .arg(isToml ? QStringLiteral("TOML") : QStringLiteral("YAML"))
                            .arg(problem.line)
                            .arg(problem.column)
                            .arg(problem.sentence));
    };
    TextTree tree;
    if (const auto error = isToml ? TomlReader::read(text, tree) : YamlReader::read(text, tree))
        return refused(TextLines(text).problem(error->offset, error->sentence));
    TranslatedText json = tree.translated();
    const json::Document document = json::Document::parse(std::string_view(json.json));
    if (!document.root().isContainer())
        return unusable(
            Text::tr("It is a text without servers. A configuration file is JSON, TOML or YAML."));
    if (const auto problem = unreadable(document, json.places, text))
        return refused(*problem);
    return std::move(json.json);
}

} // namespace

Result<config::PastedServers> readServersOfFile(std::string_view bytes)
{
    const Result<config::FileText> text = config::readFileText(bytes);
    if (!text)
        return text.error();
    const QString start = QString::fromStdString(text->utf8);
    if (start.trimmed().isEmpty())
        return unusable(Text::tr("It is empty."));
    const config::TextFormat format = config::formatOf(start);
    std::string json = text->utf8;
    if (format != config::TextFormat::Json) {
        Result<std::string> other = translated(text->utf8, format);
        if (!other)
            return other.error();
        json = std::move(other).value();
    }
    Result<config::PastedServers> servers = config::readServersJson(json);
    if (servers && !text->note.isEmpty()) {
        for (QStringList &differences : servers.value().differences)
            differences += text->note;
    }
    return servers;
}

} // namespace sonde::hosts
