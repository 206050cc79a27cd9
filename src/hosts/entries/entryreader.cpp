// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/entryreader.h"

#include "config/entryparts.h"
#include "config/pastedparts.h"
#include "config/serverentry.h"
#include "hosts/entries/tapmark.h"
#include "hosts/table/hoststr.h"
#include "hosts/text/filesyntaxes.h"
#include "hosts/text/writtentwice.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace sonde::hosts {

namespace {

constexpr std::size_t kMaxEntries = 10'000;
// Extensions that are part of goose.
constexpr std::array<std::string_view, 4> kBuiltInTypes{
    "builtin", "platform", "frontend", "inline_python"};
constexpr std::string_view kMergeKey = "<<"; // yaml.org/type/merge

// The program and the arguments of an entry, as they are written; none without a program.
std::vector<json::Value> wordsOf(const HostEntry &entry)
{
    std::vector<json::Value> words;
    if (entry.command.isString())
        words.push_back(entry.command);
    else if (!entry.command.isArray())
        return words;
    const json::Value list = entry.command.isArray() ? entry.command : entry.argumentList;
    if (list.isArray()) {
        for (const json::Value word : list)
            words.push_back(word);
    }
    return words;
}

QString scalar(const json::Value &value)
{
    return value.isString() ? value.toString() : json::toQString(value.raw());
}

// An item of a list has its name in itself.
QString nameOf(const json::Value &value)
{
    const json::Value parent = value.parent();
    if (!parent.isArray())
        return json::toQString(value.key());
    const QString name = value["name"].toString();
    const QString url = value.isString() ? value.toString() : value["url"].toString();
    return name.isEmpty() ? url : name;
}

bool isTypographicQuote(QChar c)
{
    return QStringView(u"“”„‘’‚").contains(c);
}

// Whether a member of a container is a server, maybe a wrong one.
bool isServer(const json::Value &value)
{
    const bool isMergeKey = value.key() == kMergeKey;
    const std::string type = value["type"].text();
    const bool isBuiltIn =
        std::find(kBuiltInTypes.begin(), kBuiltInTypes.end(), type) != kBuiltInTypes.end();
    // Continue takes those that it "uses" from elsewhere.
    return !isMergeKey && !isBuiltIn && !value["uses"].exists();
}

} // namespace

EntryReader::EntryReader(const Host &host, const PlacedText &text, std::vector<HostEntry> &entries,
    std::vector<FileProblem> &problems)
    : m_host(host)
    , m_isJson(fileSyntax(host.syntax).isJson())
    , m_text(text)
    , m_lines(text.bytes().view())
    , m_entries(entries)
    , m_problems(problems)
{
}

FileShape EntryReader::read(const json::Value &root)
{
    if (m_host.layout == Layout::Any)
        return readUnknown(root);
    if (!root.isObject()) {
        m_problems.push_back({m_isJson ? Text::tr("The file must contain a JSON object.")
                                       : Text::tr("The file must contain names with values."),
            1, 1});
        return FileShape::InContainer;
    }
    readContainers(root);
    return FileShape::InContainer;
}

// A file of any host, or the part of one that somebody copied.
FileShape EntryReader::readUnknown(const json::Value &root)
{
    if (config::isServerEntry(root)) {
        m_entries.push_back(readEntry(root));
        return FileShape::Server;
    }
    if (root.isObject())
        readContainers(root);
    if (!m_containers.empty() || !root.isContainer())
        return FileShape::InContainer;
    readContainer(root, QString());
    return root.isArray() ? FileShape::List : FileShape::Map;
}

void EntryReader::readContainers(const json::Value &root)
{
    for (const QLatin1String container : m_host.containers) {
        const QStringList path = QString(container).split(u'/');
        descend(root, path, 0, QString());
    }
}

void EntryReader::descend(
    const json::Value &value, const QStringList &path, qsizetype at, const QString &project)
{
    if (at == path.size()) {
        readContainer(value, project);
        return;
    }
    if (!value.isObject())
        return;
    if (path[at] == QLatin1String("*")) {
        for (const json::Value member : value)
            descend(member, path, at + 1, json::toQString(member.key()));
        return;
    }
    const std::string name = path[at].toStdString();
    noteDuplicate(value, name, m_problems);
    if (const json::Value member = value[name]; member.exists())
        descend(member, path, at + 1, project);
}

void EntryReader::readContainer(const json::Value &container, const QString &project)
{
    const bool isOther = m_host.layout == Layout::Any && !container.isContainer();
    if (isOther) // of that name in a file of something else
        return;
    m_containers.insert(container.id());
    const bool isEmpty = container.isNull() && !m_isJson;
    if (isEmpty)
        return;
    const bool isList = m_host.layout == Layout::List;
    const bool fits =
        m_host.layout == Layout::Any || (isList ? container.isArray() : container.isObject());
    if (!fits) {
        const QString sentence = isList ? Text::tr("“%1” must be a list of servers.")
                                        : Text::tr("“%1” must be an object of servers.");
        m_problems.push_back(problem(container, sentence.arg(json::toQString(container.key()))));
        return;
    }
    std::vector<HostEntry> entries;
    for (const json::Value member : container) {
        const bool isContainer = m_containers.count(member.id()) > 0;
        const bool counts = m_isJson || isServer(member);
        if (!isContainer && counts && m_entries.size() + entries.size() < kMaxEntries)
            entries.push_back(readEntry(member));
    }
    std::set<QString> names;
    std::set<QString> duplicates;
    for (const HostEntry &entry : entries) {
        if (!names.insert(entry.name).second)
            duplicates.insert(entry.name);
    }
    for (HostEntry &entry : entries) {
        entry.project = project;
        if (duplicates.count(entry.name) > 0)
            entry.problems.push_back(problemOfName(entry.value,
                Text::tr("The name is used twice. The host starts only one of them.")));
        m_entries.push_back(std::move(entry));
    }
}

HostEntry EntryReader::readEntry(const json::Value &value)
{
    HostEntry entry;
    entry.value = value;
    entry.name = nameOf(value);
    if (isAddress(value)) {
        entry.url = value.toString();
        return entry;
    }
    if (!value.isObject()) {
        entry.problems.push_back(problem(value, Text::tr("The entry must be an object.")));
        return entry;
    }
    entry.isDisabled = config::isDisabled(value);
    const json::Value transport = config::holderOf(value);
    const bool isNested = transport["command"].isObject(); // an older form of Zed
    const json::Value holder = isNested ? transport["command"] : transport;
    readCommand(entry, isNested ? holder["path"] : config::commandOf(holder), holder["args"]);
    if (!entry.tap)
        readServer(entry);
    for (const config::EntryDifference &difference : config::entryDifferences(value)) {
        FileProblem found = difference.isOfName
            ? problemOfName(difference.place, difference.sentence)
            : problem(difference.place, difference.sentence);
        found.allowsEdit = !difference.isOfName && difference.place.id() != entry.argumentList.id();
        entry.problems.push_back(std::move(found));
    }
    noteTypographicQuotes(entry);
    const bool isMerged = value[kMergeKey].exists();
    if (entry.program.isEmpty() && entry.url.isEmpty() && !isMerged)
        entry.problems.push_back(
            problem(value, Text::tr("The entry has neither a command nor a URL.")));
    entry.obstacle = obstacleOf(entry);
    return entry;
}

void EntryReader::readCommand(HostEntry &entry, const json::Value &command, const json::Value &list)
{
    entry.command = command;
    entry.argumentList = list;
    const std::vector<json::Value> words = wordsOf(entry);
    entry.tap = tapMark(entry, words);
    if (!entry.tap)
        return;
    if (entry.tap->isBridge) {
        entry.url = wordAfter(words, "--url");
        return;
    }
    bool isServer = false;
    for (const json::Value &word : words) {
        isServer = isServer || word.id() == entry.tap->program.id();
        if (!isServer)
            continue;
        if (entry.program.isEmpty())
            entry.program = scalar(word);
        else
            entry.arguments += scalar(word);
    }
}

void EntryReader::readServer(HostEntry &entry)
{
    const config::Profile server = config::readServerEntry(entry.value);
    if (!server.hasProcess()) {
        entry.url = server.target();
        return;
    }
    // Other than Sonde, a host takes all of such a text for the name of the program.
    const bool isWholeLine = config::wholeCommandLine(config::holderOf(entry.value)).has_value();
    entry.program = isWholeLine ? entry.command.toString() : server.program;
    if (!isWholeLine)
        entry.arguments = server.arguments;
}

bool EntryReader::isAddress(const json::Value &value) const
{
    if (!value.isString() || !value.parent().isArray())
        return false;
    return m_host.layout == Layout::List || config::isHttpUrl(value.toString());
}

// Copied from a page that had made them of straight ones. They are a part of the word, which does
// not mean what was meant.
void EntryReader::noteTypographicQuotes(HostEntry &entry)
{
    std::vector<json::Value> values = wordsOf(entry);
    for (const char *name : {"url", "serverUrl", "httpUrl", "uri"})
        values.push_back(entry.value[name]);
    for (const json::Value &value : values) {
        const QString text = value.isString() ? value.toString() : QString();
        if (text.isEmpty()
            || !(isTypographicQuote(text.front()) || isTypographicQuote(text.back())))
            continue;
        FileProblem found = problem(value,
            Text::tr(
                "The value has typographic quotes (“ ”), which are not removed. Delete them."));
        found.allowsEdit = true;
        entry.problems.push_back(std::move(found));
    }
}

void EntryReader::noteDuplicate(
    const json::Value &object, std::string_view name, std::vector<FileProblem> &problems)
{
    const QString sentence = writtenTwice(object, name);
    if (!sentence.isEmpty())
        problems.push_back(problemOfName(object[name], sentence));
}

std::optional<FileProblem> EntryReader::obstacleOf(const HostEntry &entry)
{
    if (const json::Value merged = entry.value[kMergeKey]; merged.exists())
        return problemOfName(
            merged, Text::tr("The entry takes members from another place (<<). Write them in it."));
    std::vector<json::Value> touched{entry.command, entry.argumentList};
    for (json::Value value = entry.value; value.exists(); value = value.parent())
        touched.push_back(value);
    for (const json::Value &list : {entry.command, entry.argumentList}) {
        if (!list.isArray())
            continue;
        for (const json::Value word : list)
            touched.push_back(word);
    }
    for (const json::Value &value : touched) {
        const Obstacle obstacle = m_text.place(value).obstacle;
        if (obstacle != Obstacle::None)
            return problem(value, obstacleText(obstacle));
    }
    return std::nullopt;
}

FileProblem EntryReader::problem(const json::Value &value, const QString &sentence)
{
    return m_lines.problem(m_text.place(value).range.begin, sentence);
}

FileProblem EntryReader::problemOfName(const json::Value &member, const QString &sentence)
{
    return m_lines.problem(m_text.place(member).name.begin, sentence);
}

} // namespace sonde::hosts
