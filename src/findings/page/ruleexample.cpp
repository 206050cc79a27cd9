// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/page/ruleexample.h"

#include "findings/catalogue/catalogue.h"
#include "findings/page/pagefile.h"
#include "json/document.h"

#include <QStringList>

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sonde::findings {

namespace {

// A longer example is chosen only where there is no other, and a longer line is shortened.
constexpr qsizetype kUsualLines = 12;
constexpr qsizetype kUsualText = 1200;
constexpr qsizetype kMaxLine = 600;
constexpr qsizetype kEndOfLine = 120; // what is kept behind the gap

// An example as it is written in its file.
struct Row {
    bool isBad = false;
    bool isShown = false; // "shown": chosen before the others
    bool isLogin = false; // the usual login comes before it
    std::optional<Revision> revision;
    QString pointer;
    QString client; // capabilities that differ from the usual ones; empty: they do not
    QString server;
    QStringList script;

    qsizetype size() const
    {
        qsizetype sum = 0;
        for (const QString &line : script)
            sum += line.size();
        return sum;
    }
    bool isUsual() const { return script.size() <= kUsualLines && size() <= kUsualText; }
};
using Rows = std::vector<Row>;

Row rowOf(const QString &head)
{
    const QStringList words = head.split(u' ', Qt::SkipEmptyParts);
    Row row;
    row.isBad = words.value(0) == u"bad";
    row.revision = revisionFromName(words.value(1).toStdString());
    for (const QString &word : words.mid(2)) {
        if (word.startsWith(u'/'))
            row.pointer = word;
        else if (word == u"shown")
            row.isShown = true;
        else if (word == u"login")
            row.isLogin = true;
        else if (word.startsWith(u"client="))
            row.client = word.mid(7);
        else if (word.startsWith(u"server="))
            row.server = word.mid(7);
    }
    return row;
}

void readFile(const QString &name, std::unordered_map<std::string, Rows> &all)
{
    const Bytes bytes = pageFile(name);
    const QString text = QString::fromUtf8(bytes.data(), qsizetype(bytes.size()));
    Rows *rows = nullptr; // of the requirement that the file is at
    for (const QString &line : text.split(u'\n')) {
        if (line.startsWith(u"# "))
            rows = &all[line.mid(2).trimmed().toStdString()];
        else if (!rows || line.isEmpty() || line.startsWith(u"//"))
            continue;
        else if (line.startsWith(u"bad ") || line.startsWith(u"good "))
            rows->push_back(rowOf(line));
        else if (!rows->empty())
            rows->back().script << line;
    }
}

// How a line of the file begins, and what stands there in its text.
constexpr std::pair<QStringView, QStringView> kBegins[]{
    {u">> ", u"→ "}, {u"<< ", u"← "}, {u"> ", u"→ "}, {u"< ", u"← "}, {u"! ", u"· "}};

QString shownLine(const QString &line)
{
    if (line.startsWith(u"times "))
        return line.section(u' ', 1, 1) + QStringLiteral(" × ") + shownLine(line.section(u' ', 2));
    if (line.startsWith(u"wait "))
        return QStringLiteral("· %1 ms later").arg(line.mid(5));
    if (line.startsWith(u"last "))
        return QStringLiteral("· takes %1 ms").arg(line.mid(5));
    for (const auto &[written, shown] : kBegins) {
        if (line.startsWith(written))
            return shown.toString() + line.mid(written.size());
    }
    return line;
}

// Where a line has the value, in characters of the shown line; nothing: it does not.
std::optional<std::pair<qsizetype, qsizetype>> placeIn(const QString &line, const QString &pointer)
{
    const qsizetype begin = line.indexOf(u'{');
    if (begin < 0 || begin > 3) // behind the arrow
        return {};
    const auto document = json::Document::parse(line.mid(begin).toStdString());
    const json::Value value = document.isValid() ? document.pointer(pointer) : json::Value();
    if (!value)
        return {};
    const std::string_view all = document.bytes().view();
    const auto characters = [all](std::size_t bytes) {
        return QString::fromUtf8(all.data(), qsizetype(bytes)).size();
    };
    return std::pair(begin + characters(value.node().begin), begin + characters(value.node().end));
}

QString shortened(const QString &line)
{
    if (line.size() <= kMaxLine)
        return line;
    return line.left(kMaxLine - kEndOfLine) + QStringLiteral(" … ") + line.right(kEndOfLine);
}

RuleExample exampleOf(const Row &row)
{
    RuleExample made;
    made.revision = row.revision.value_or(Revision::R20260728);
    const auto add = [&made](const QString &line) {
        made.text += made.text.isEmpty() ? line : u'\n' + line;
    };
    if (row.isLogin)
        add(QStringLiteral("· a request, which is refused with 401, the metadata of the server and "
                           "of the authorization server, and a registration"));
    if (!row.client.isEmpty())
        add(QStringLiteral("· client capabilities: ") + row.client);
    if (!row.server.isEmpty())
        add(QStringLiteral("· server capabilities: ") + row.server);
    for (const QString &written : row.script) {
        const QString line = shownLine(written);
        add(shortened(line));
        if (!row.isBad || row.pointer.isEmpty())
            continue;
        const qsizetype start = made.text.size() - shortened(line).size();
        const auto place = placeIn(line, row.pointer);
        const bool isShown =
            place && (line.size() <= kMaxLine || place->second <= kMaxLine - kEndOfLine);
        if (isShown) { // the last one: what comes before explains it
            made.markBegin = start + place->first;
            made.markEnd = start + place->second;
        }
    }
    return made;
}

// The one that is to be shown, the first one that is short, or else the shortest.
const Row *chooseBad(const Rows &rows, const Requirement &requirement)
{
    const Row *chosen = nullptr;
    for (const Row &row : rows) {
        if (!row.isBad || !row.revision || !requirement.revisions.has(*row.revision))
            continue;
        if (row.isShown)
            return &row;
        const bool isShorter = !chosen || row.size() < chosen->size();
        if (isShorter && (!chosen || !chosen->isUsual()))
            chosen = &row;
    }
    return chosen;
}

// The one that resembles the bad one most.
const Row *chooseGood(const Rows &rows, const Requirement &requirement, const Row &bad)
{
    const Row *chosen = nullptr;
    int best = -1;
    for (const Row &row : rows) {
        if (row.isBad || !row.revision)
            continue;
        const bool begins = !row.script.isEmpty() && !bad.script.isEmpty()
            && row.script.front() == bad.script.front();
        const int score = (row.isShown ? 64 : 0) + (row.script.isEmpty() ? 0 : 32)
            + (requirement.revisions.has(*row.revision) ? 16 : 0) + (row.isUsual() ? 8 : 0)
            + (row.revision == bad.revision ? 4 : 0) + (begins ? 2 : 0)
            + (row.script.size() == bad.script.size() ? 1 : 0);
        if (score > best) {
            best = score;
            chosen = &row;
        }
    }
    return chosen;
}

std::unordered_map<std::string_view, RuleExamples> readExamples()
{
    std::unordered_map<std::string, Rows> all;
    for (const QString &name : exampleFiles())
        readFile(name, all);
    std::unordered_map<std::string_view, RuleExamples> made;
    for (const auto &[id, rows] : all) {
        const Requirement *requirement = Catalogue::instance().find(id);
        const Row *bad = requirement ? chooseBad(rows, *requirement) : nullptr;
        const Row *good = bad ? chooseGood(rows, *requirement, *bad) : nullptr;
        if (good)
            made.emplace(requirement->id, RuleExamples{exampleOf(*bad), exampleOf(*good)});
    }
    return made;
}

} // namespace

const RuleExamples *examplesOf(const Requirement &requirement)
{
    static const std::unordered_map<std::string_view, RuleExamples> all = readExamples();
    const auto found = all.find(requirement.id);
    return found == all.end() ? nullptr : &found->second;
}

} // namespace sonde::findings
