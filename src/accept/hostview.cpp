// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "accept/hostview.h"

#include "accept/accepttr.h"
#include "accept/schemamatch.h"
#include "accept/toolname.h"
#include "base/formatting.h"
#include "json/document.h"

#include <QHash>

#include <algorithm>

namespace sonde::accept {

namespace {

constexpr std::uint64_t kBytesOfAToken = 4;
constexpr int kMaxWords = 8; // keywords in a sentence
constexpr json::Limits kLimits{std::size_t(16) << 20, 1'000}; // of a definition

Issue issueOf(const Fact &fact, const QString &what)
{
    return {&fact, fact.level.value_or(Level::NotKnown), what, {}, 0};
}

QString wordsText(const std::vector<SchemaMatch> &matches)
{
    QStringList words;
    for (const SchemaMatch &match : matches) {
        const QString word = QString::fromStdString(match.keyword);
        if (!word.isEmpty() && words.size() <= kMaxWords && !words.contains(word))
            words << word;
    }
    if (words.size() > kMaxWords)
        words.back() = QStringLiteral("…");
    return listText(words);
}

QString whatText(const Fact &fact, const std::vector<SchemaMatch> &matches)
{
    const QString words = wordsText(matches);
    const QString shape = shapeText(fact.shape);
    if (words.isEmpty() || shape.isEmpty())
        return words + shape;
    return fact.shape == Shape::RootKeyword || fact.shape == Shape::SeveralBranches
        ? words + u' ' + shape
        : Text::tr("%1: %2").arg(shape, words);
}

// Judges one tool after the other.
class View {
public:
    explicit View(const JudgingHost &host) { m_view.host = &host; }

    void add(const QString &server, const json::Value &definition);
    HostView finished();

private:
    const JudgingHost &host() const { return *m_view.host; }
    void judgeName(ToolView &tool, const QString &server);
    void judgeSchema(ToolView &tool, const json::Value &definition, bool isOutput);
    void judgeDescription(ToolView &tool, const json::Value &definition, const Fact &fact);
    void judgeEqualNames();

    HostView m_view;
};

void View::judgeName(ToolView &tool, const QString &server)
{
    const ToolName name = toolName(host(), server, tool.name);
    tool.seen = name.seen;
    const Fact *form = host().find(About::Name);
    const Fact *limit = host().find(About::NameLength);
    const Fact *characters = host().find(About::NameCharacters);
    if (limit && name.isTooLong)
        tool.issues.push_back(issueOf(*limit,
            Text::tr("name of %1 characters, of at most %2")
                .arg(countText(name.length), countText(*limit->max))));
    else if (form && form->level && name.isChanged)
        tool.issues.push_back(issueOf(*form, Text::tr("characters in the name")));
    if (characters && std::any_of(tool.name.begin(), tool.name.end(), [&](QChar c) {
            return !hasCharacter(characters->allowed, c);
        }))
        tool.issues.push_back(issueOf(*characters, Text::tr("characters in the name")));
}

void View::judgeSchema(ToolView &tool, const json::Value &definition, bool isOutput)
{
    const json::Value schema = definition[isOutput ? "outputSchema" : "inputSchema"];
    if (!schema)
        return;
    const SchemaPlaces places(schema);
    for (const Fact &fact : host().facts) {
        if (fact.about != About::Schema || fact.isOutput != isOutput)
            continue;
        const std::vector<SchemaMatch> matches = matchesOf(fact, places);
        if (matches.empty())
            continue;
        Issue issue = issueOf(fact, whatText(fact, matches));
        issue.count = static_cast<int>(matches.size());
        for (const SchemaMatch &match : matches) {
            if (issue.places.size() < Issue::kMaxPlaces)
                issue.places << match.place.pointer();
        }
        tool.issues.push_back(std::move(issue));
    }
    if (places.isCut())
        tool.issues.push_back({nullptr, Level::NotKnown,
            Text::tr("The schema is too large or too deep to be looked at in full."), {}, 0});
}

void View::judgeDescription(ToolView &tool, const json::Value &definition, const Fact &fact)
{
    std::vector<json::Value> texts;
    if (fact.isOfSchema) {
        const SchemaPlaces places(definition["inputSchema"]);
        for (const PlacedSchema &place : places.all())
            texts.push_back(place.schema["description"]);
    } else {
        texts.push_back(definition["description"]);
    }
    Issue issue = issueOf(fact, QString());
    qsizetype longest = 0;
    for (const json::Value &text : texts) {
        const auto size = fact.isInBytes ? qsizetype(text.text().size()) : text.toString().size();
        if (size <= *fact.max)
            continue;
        longest = std::max(longest, size);
        ++issue.count;
        if (issue.places.size() < Issue::kMaxPlaces)
            issue.places << text.pointer();
    }
    if (issue.count == 0)
        return;
    issue.what = (fact.isInBytes ? Text::tr("description of %1 bytes, of at most %2")
                                 : Text::tr("description of %1 characters, of at most %2"))
                     .arg(countText(longest), countText(*fact.max));
    tool.issues.push_back(std::move(issue));
}

void View::add(const QString &server, const json::Value &definition)
{
    ToolView tool;
    tool.name = definition["name"].toString();
    tool.tokens = tokensOf(sizeForModel(definition));
    m_view.tokens += tool.tokens;
    judgeName(tool, server);
    judgeSchema(tool, definition, false);
    judgeSchema(tool, definition, true);
    for (const Fact &fact : host().facts) {
        if (fact.about == About::Description && fact.max)
            judgeDescription(tool, definition, fact);
    }
    m_view.tools.push_back(std::move(tool));
}

void View::judgeEqualNames()
{
    QHash<QString, int> seen;
    const Fact *fact = host().find(About::NameDuplicate);
    for (ToolView &tool : m_view.tools) {
        const QString name = tool.seen.isEmpty() ? tool.name : tool.seen;
        if (seen[name]++ == 0)
            continue;
        const QString what = Text::tr("another tool has the name %1").arg(name);
        tool.issues.push_back(
            fact ? issueOf(*fact, what) : Issue{nullptr, Level::NotKnown, what, {}, 0});
    }
}

HostView View::finished()
{
    judgeEqualNames();
    const Level least = host().knowsSchemas() ? Level::Accepted : Level::NotKnown;
    for (ToolView &tool : m_view.tools) {
        std::stable_sort(tool.issues.begin(), tool.issues.end(),
            [](const Issue &a, const Issue &b) { return a.level > b.level; });
        tool.verdict = least;
        for (const Issue &issue : tool.issues) {
            if (issue.isAlways())
                tool.verdict = std::max(tool.verdict, issue.level);
        }
    }
    const auto count = m_view.tools.size();
    for (const Fact &fact : host().facts) {
        if (fact.about == About::Tools && fact.max && count > static_cast<std::size_t>(*fact.max))
            m_view.issues.push_back(issueOf(fact,
                Text::tr("%1 tools, of at most %2")
                    .arg(countText(std::uint64_t(count)), countText(*fact.max))));
    }
    return std::move(m_view);
}

} // namespace

int HostView::count(Level verdict) const
{
    return static_cast<int>(std::count_if(tools.begin(), tools.end(),
        [verdict](const ToolView &tool) { return tool.verdict == verdict; }));
}

int HostView::lost() const
{
    return count(Level::Dropped) + count(Level::Refused);
}

bool HostView::isRefused() const
{
    return lost() > 0 || std::any_of(issues.begin(), issues.end(), [](const Issue &issue) {
        return issue.isAlways() && isLost(issue.level);
    });
}

std::uint64_t tokensOf(std::uint64_t bytes)
{
    return (bytes + kBytesOfAToken - 1) / kBytesOfAToken;
}

std::uint64_t sizeForModel(const json::Value &definition)
{
    std::uint64_t size = 0;
    for (const char *member : {"name", "description", "inputSchema"}) {
        bool isInString = false;
        bool isEscaped = false;
        for (const char c : definition[member].raw()) {
            const bool isSpace = c == ' ' || c == '\n' || c == '\r' || c == '\t';
            size += isInString || !isSpace ? 1 : 0;
            if (c == '"' && !isEscaped)
                isInString = !isInString;
            isEscaped = isInString && c == '\\' && !isEscaped;
        }
    }
    return size;
}

HostView viewOf(const JudgingHost &host, const JudgedOffer &offer)
{
    View view(host);
    for (const Bytes &definition : offer.tools) {
        const auto document = json::Document::parse(definition, kLimits);
        view.add(offer.server, document.root());
    }
    return view.finished();
}

} // namespace sonde::accept
