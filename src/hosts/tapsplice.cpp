// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/tapsplice.h"

#include "json/builder.h"

#include <QCoreApplication>

#include <algorithm>
#include <string>
#include <vector>

namespace sonde::hosts {

namespace {

struct SpliceText {
    Q_DECLARE_TR_FUNCTIONS(Hosts)
};

// The bytes [begin, end) become `text`.
struct Change {
    std::size_t begin;
    std::size_t end;
    std::string text;
};

Error refusal(const QString &sentence)
{
    return {Domain::Config, 0, sentence, {}, {}};
}

std::string quoted(const QString &text)
{
    return json::Builder().string(QStringView(text)).takeString();
}

// The words of the tap, each followed by a comma.
std::string tapWords(const TapCommand &tap, bool isMarked)
{
    std::string words = "\"tap\", ";
    if (isMarked) {
        words += quoted(
            QString::fromLatin1(kAddedArgumentsMark.data(), qsizetype(kAddedArgumentsMark.size()))
            + tap.name);
        words += ", " + quoted(QStringLiteral("--record=") + tap.folder);
    } else {
        words += "\"--name\", " + quoted(tap.name) + ", \"--record\", " + quoted(tap.folder);
    }
    return words + ", \"--\", ";
}

Bytes changed(const Bytes &text, std::vector<Change> changes)
{
    std::sort(changes.begin(), changes.end(),
        [](const Change &a, const Change &b) { return a.begin < b.begin; });
    std::string result;
    std::size_t at = 0;
    for (const Change &change : changes) {
        result += text.view().substr(at, change.begin - at);
        result += change.text;
        at = change.end;
    }
    result += text.view().substr(at);
    return Bytes::copyOf(result);
}

// Parsers differ in which of two members of the same name they take.
QString duplicateAround(const HostEntry &entry)
{
    for (json::Value value = entry.value; value.parent().exists(); value = value.parent()) {
        int count = 0;
        for (const json::Value sibling : value.parent())
            count += sibling.key() == value.key() ? 1 : 0;
        if (count > 1)
            return SpliceText::tr("“%1” is written twice.").arg(json::toQString(value.key()));
    }
    return {};
}

Result<void> checkEditable(const HostEntry &entry)
{
    const QString problem =
        entry.problems.empty() ? duplicateAround(entry) : entry.problems.front().sentence;
    return problem.isEmpty()
        ? Result<void>()
        : refusal(SpliceText::tr("“%1” cannot be edited: %2").arg(entry.name, problem));
}

Result<void> checkTappable(const HostEntry &entry)
{
    if (entry.tap)
        return refusal(SpliceText::tr("“%1” already has a tap of Sonde.").arg(entry.name));
    if (!entry.url.isEmpty())
        return refusal(SpliceText::tr("“%1” is a server with a URL. Sonde cannot tap HTTP yet.")
                           .arg(entry.name));
    if (const Result<void> editable = checkEditable(entry); !editable)
        return editable.error();
    const bool isOneLine =
        entry.command.isString() && entry.arguments.isEmpty() && entry.program.contains(u' ');
    if (isOneLine)
        return refusal(
            SpliceText::tr("The command of “%1” contains spaces and has no arguments. Write the "
                           "program as “command” and each argument into “args”.")
                .arg(entry.name));
    return {};
}

std::vector<Change> tapChanges(
    const HostDocument &document, const HostEntry &entry, const TapCommand &tap)
{
    const json::Node &command = entry.command.node();
    if (entry.command.isArray()) {
        const std::size_t first = entry.command.first().node().begin;
        return {{first, first, quoted(tap.program) + ", " + tapWords(tap, false)}};
    }
    const Change program{command.begin, command.end, quoted(tap.program)};
    std::string server(document.raw(entry.command));
    if (!entry.argumentList.exists())
        return {program,
            {command.end, command.end, ", \"args\": [" + tapWords(tap, true) + server + "]"}};
    const json::Value first = entry.argumentList.first();
    if (first.exists())
        server += ", ";
    const std::size_t at =
        first.exists() ? first.node().begin : entry.argumentList.node().begin + 1;
    return {program, {at, at, tapWords(tap, false) + server}};
}

// Whether nothing but the comma is between the command and the arguments.
bool followsCommand(const HostDocument &document, const HostEntry &entry)
{
    const std::size_t begin = entry.command.node().end;
    const std::size_t end = entry.argumentList.node().keyBegin;
    if (end < begin)
        return false;
    const std::string_view between = document.bytes().view().substr(begin, end - begin);
    return between.find_first_not_of(" \t\r\n,") == std::string_view::npos;
}

std::vector<Change> untapChanges(const HostDocument &document, const HostEntry &entry)
{
    const TapMark &mark = *entry.tap;
    const std::size_t first = mark.first.node().begin;
    if (entry.command.isArray())
        return {{first, mark.program.node().begin, {}}};
    const Change program{entry.command.node().begin, entry.command.node().end,
        std::string(document.raw(mark.program))};
    if (mark.firstArgument.exists())
        return {program, {first, mark.firstArgument.node().begin, {}}};
    if (mark.addedArguments && followsCommand(document, entry))
        return {program, {entry.command.node().end, entry.argumentList.node().end, {}}};
    return {program, {first, mark.program.node().end, {}}};
}

// The host must be able to read what is written, and start what is meant.
Result<Bytes> verified(const Host &host, const Bytes &text, const HostEntry &before, bool isTapped)
{
    const HostDocument document = HostDocument::parse(host, text);
    const HostEntry *const after = sameEntry(document, before);
    if (!after || after->tap.has_value() != isTapped || after->program != before.program
        || after->arguments != before.arguments)
        return refusal(SpliceText::tr("“%1” cannot be edited safely. The file stays as it is.")
                           .arg(before.name));
    return text;
}

} // namespace

Result<Bytes> addTap(
    const Host &host, const HostDocument &document, const HostEntry &entry, const TapCommand &tap)
{
    if (const Result<void> good = checkTappable(entry); !good)
        return good.error();
    return verified(host, changed(document.bytes(), tapChanges(document, entry, tap)), entry, true);
}

Result<Bytes> removeTap(const Host &host, const HostDocument &document, const HostEntry &entry)
{
    if (!entry.tap)
        return refusal(SpliceText::tr("“%1” has no tap of Sonde.").arg(entry.name));
    if (const Result<void> editable = checkEditable(entry); !editable)
        return editable.error();
    return verified(host, changed(document.bytes(), untapChanges(document, entry)), entry, false);
}

const HostEntry *sameEntry(const HostDocument &document, const HostEntry &entry)
{
    const auto &all = document.entries();
    const auto found = std::find_if(all.begin(), all.end(), [&](const HostEntry &other) {
        return other.name == entry.name && other.project == entry.project;
    });
    return found == all.end() ? nullptr : &*found;
}

} // namespace sonde::hosts
