// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/hostdocument.h"

#include "hosts/tapsplice.h"
#include "json/extras.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>

namespace sonde::hosts {

namespace {

constexpr std::uint32_t kMaxDepth = 200;
constexpr std::size_t kMaxEntries = 10'000;
constexpr std::string_view kBom = "\xef\xbb\xbf";
constexpr std::array<std::string_view, 4> kUrlNames{"url", "serverUrl", "httpUrl", "uri"};

struct FileText {
    Q_DECLARE_TR_FUNCTIONS(Hosts)
};

// Where the lines of a text begin, so that each problem finds its line without reading the text.
class Lines {
public:
    explicit Lines(std::string_view text)
        : m_text(text)
    {
    }

    Problem problem(std::size_t offset, const QString &sentence)
    {
        if (m_begins.empty())
            findLines();
        const auto after = std::upper_bound(m_begins.begin(), m_begins.end(), offset);
        return {sentence, static_cast<int>(after - m_begins.begin()),
            static_cast<int>(offset - *(after - 1) + 1)};
    }

private:
    void findLines()
    {
        m_begins.push_back(0);
        for (std::size_t at = m_text.find('\n'); at != std::string_view::npos;
             at = m_text.find('\n', at + 1))
            m_begins.push_back(static_cast<std::uint32_t>(at + 1));
    }

    std::string_view m_text;
    std::vector<std::uint32_t> m_begins;
};

Problem syntaxProblem(std::string_view text, const json::ParseError &error)
{
    QString sentence = error.reason;
    const std::string_view rest = text.substr(std::min(error.offset, text.size()));
    if (rest.starts_with("\xe2\x80\x9c") || rest.starts_with("\xe2\x80\x9d"))
        sentence = FileText::tr("A typographic quote. JSON needs the plain quote: \"");
    return {sentence, error.line, error.column};
}

bool isTapProgram(const QString &program)
{
    return program.section(u'/', -1) == QLatin1String("sonde-cli");
}

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

std::optional<TapMark> tapMark(const HostEntry &entry, const std::vector<json::Value> &words)
{
    if (words.size() < 4 || !isTapProgram(words[0].toString()) || !words[1].equals("tap"))
        return std::nullopt;
    const auto separator = std::find_if(
        words.begin(), words.end(), [](const json::Value &word) { return word.equals("--"); });
    if (separator == words.end() || separator + 1 == words.end())
        return std::nullopt;
    TapMark mark;
    mark.first = entry.command.isArray() ? words[0] : words[1];
    mark.program = *(separator + 1);
    if (separator + 2 != words.end())
        mark.firstArgument = *(separator + 2);
    mark.addedArguments = words[2].text().starts_with(kAddedArgumentsMark);
    return mark;
}

QString scalar(const json::Value &value)
{
    return value.isString() ? value.toString() : json::toQString(value.raw());
}

class Reader {
public:
    Reader(const Host &host, std::string_view text, std::vector<HostEntry> &entries,
        std::vector<Problem> &problems)
        : m_host(host)
        , m_lines(text)
        , m_entries(entries)
        , m_problems(problems)
    {
    }

    void read(const json::Value &root)
    {
        if (!root.isObject()) {
            m_problems.push_back({FileText::tr("The file must contain a JSON object."), 1, 1});
            return;
        }
        for (const QLatin1String container : m_host.containers) {
            const QStringList path = QString(container).split(u'/');
            descend(root, path, 0, QString());
        }
    }

private:
    void descend(
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

    void readContainer(const json::Value &container, const QString &project)
    {
        m_containers.insert(container.id());
        if (!container.isObject()) {
            m_problems.push_back(m_lines.problem(container.node().begin,
                FileText::tr("“%1” must be an object of servers.")
                    .arg(json::toQString(container.key()))));
            return;
        }
        std::set<std::string> names;
        std::set<std::string> duplicates;
        for (const json::Value member : container) {
            if (!names.insert(member.key()).second)
                duplicates.insert(member.key());
        }
        for (const json::Value member : container) {
            const bool isContainer = m_containers.count(member.id()) > 0;
            if (isContainer || m_entries.size() >= kMaxEntries)
                continue;
            HostEntry entry = readEntry(member);
            entry.project = project;
            if (duplicates.count(member.key()) > 0)
                entry.problems.push_back(m_lines.problem(member.node().keyBegin,
                    FileText::tr("The name is used twice. The host starts only one of them.")));
            m_entries.push_back(std::move(entry));
        }
    }

    HostEntry readEntry(const json::Value &value)
    {
        HostEntry entry;
        entry.name = json::toQString(value.key());
        entry.value = value;
        if (!value.isObject()) {
            entry.problems.push_back(
                m_lines.problem(value.node().begin, FileText::tr("The entry must be an object.")));
            return entry;
        }
        entry.isDisabled =
            value["disabled"].toBool().value_or(false) || !value["enabled"].toBool().value_or(true);
        const bool isNested = value["command"].isObject(); // an older form of Zed
        const json::Value holder = isNested ? value["command"] : value;
        const char *const name = isNested ? "path" : "command";
        noteDuplicate(holder, name, entry.problems);
        noteDuplicate(holder, "args", entry.problems);
        readCommand(entry, holder[name], holder["args"]);
        for (const std::string_view url : kUrlNames) {
            if (entry.program.isEmpty() && entry.url.isEmpty())
                entry.url = value[url].toString();
        }
        if (entry.program.isEmpty() && entry.url.isEmpty())
            entry.problems.push_back(m_lines.problem(
                value.node().begin, FileText::tr("The entry has neither a command nor a URL.")));
        return entry;
    }

    void readCommand(HostEntry &entry, const json::Value &command, const json::Value &list)
    {
        entry.command = command;
        if (list.exists() && !list.isArray())
            entry.problems.push_back(m_lines.problem(
                list.node().begin, FileText::tr("“args” must be an array of strings.")));
        entry.argumentList = list;
        const std::vector<json::Value> words = wordsOf(entry);
        entry.tap = tapMark(entry, words);
        bool isServer = !entry.tap;
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

    void noteDuplicate(
        const json::Value &object, std::string_view name, std::vector<Problem> &problems)
    {
        int count = 0;
        if (object.isObject()) {
            for (const json::Value member : object)
                count += member.key() == name ? 1 : 0;
        }
        if (count > 1)
            problems.push_back(m_lines.problem(object[name].node().keyBegin,
                FileText::tr("“%1” is written twice.").arg(json::toQString(name))));
    }

    const Host &m_host;
    Lines m_lines;
    std::vector<HostEntry> &m_entries;
    std::vector<Problem> &m_problems;
    std::set<json::NodeId> m_containers;
};

} // namespace

HostDocument HostDocument::parse(const Host &host, const Bytes &text)
{
    HostDocument result;
    result.m_bytes = text;
    if (!isJson(host.dialect)) {
        result.m_problems.push_back(
            {FileText::tr("Sonde cannot edit %1 files yet.").arg(dialectName(host.dialect))});
        return result;
    }
    std::string parsed(text.view());
    if (parsed.starts_with(kBom)) {
        parsed.replace(0, kBom.size(), kBom.size(), ' ');
        result.m_problems.push_back({FileText::tr("The file begins with a byte order mark. Some "
                                                  "hosts cannot read it. Save it without one."),
            1, 1});
    }
    if (host.dialect == Dialect::JsonWithComments)
        json::blankOutExtras(parsed);
    result.m_document = std::make_shared<const json::Document>(
        json::Document::parse(parsed, {std::size_t(1) << 30, kMaxDepth}));
    if (const auto &error = result.m_document->error())
        result.m_problems.push_back(syntaxProblem(text.view(), *error));
    else
        Reader(host, text.view(), result.m_entries, result.m_problems)
            .read(result.m_document->root());
    return result;
}

std::string_view HostDocument::raw(const json::Value &value) const
{
    if (!value.exists())
        return {};
    return m_bytes.view().substr(value.node().begin, value.node().end - value.node().begin);
}

} // namespace sonde::hosts
