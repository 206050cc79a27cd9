// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/tapsplice.h"

#include "base/domainerror.h"
#include "hosts/entries/bridgeentry.h"
#include "hosts/entries/tapplaces.h"
#include "hosts/table/hoststr.h"
#include "hosts/text/writtentwice.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace sonde::hosts {

namespace {

QString duplicateAround(const HostEntry &entry)
{
    for (json::Value value = entry.value; value.parent().exists(); value = value.parent()) {
        QString sentence = writtenTwice(value.parent(), value.key());
        if (!sentence.isEmpty())
            return sentence;
    }
    return {};
}

Result<void> checkEditable(const HostEntry &entry)
{
    const auto first = std::find_if(entry.problems.begin(), entry.problems.end(),
        [](const FileProblem &problem) { return !problem.allowsEdit; });
    QString problem = first == entry.problems.end() ? duplicateAround(entry) : first->sentence;
    if (problem.isEmpty() && entry.obstacle)
        problem = Text::tr("Line %1, column %2: %3")
                      .arg(entry.obstacle->line)
                      .arg(entry.obstacle->column)
                      .arg(entry.obstacle->sentence);
    return problem.isEmpty()
        ? Result<void>()
        : configError(Text::tr("“%1” cannot be edited: %2").arg(entry.name, problem));
}

Result<void> checkTappable(const Host &host, const HostDocument &document, const HostEntry &entry)
{
    if (entry.tap)
        return configError(Text::tr("“%1” already has a tap of Sonde.").arg(entry.name));
    if (const Result<void> editable = checkEditable(entry); !editable)
        return editable.error();
    if (!entry.url.isEmpty()) {
        const QString reason = bridgeRefusal(host, document, entry);
        return reason.isEmpty() ? Result<void>() : configError(reason);
    }
    const bool isOneLine =
        entry.command.isString() && entry.arguments.isEmpty() && entry.program.contains(u' ');
    if (isOneLine)
        return configError(
            Text::tr("The command of “%1” contains spaces and has no arguments. Write the "
                     "program as “command” and each argument into “args”.")
                .arg(entry.name));
    return {};
}

Error unsafeEdit(const HostEntry &entry)
{
    return configError(
        Text::tr("“%1” cannot be edited safely. The file stays as it is.").arg(entry.name));
}

// The host must be able to read what is written, and start what is meant.
Result<SplicedFile> verified(const Host &host, const HostDocument &document,
    std::vector<Splice> splices, const HostEntry &before, bool isTapped)
{
    std::sort(splices.begin(), splices.end(),
        [](const Splice &a, const Splice &b) { return a.begin < b.begin; });
    const Bytes text = splicedBytes(document.bytes(), splices);
    const HostDocument changed = HostDocument::parse(host, text);
    const HostEntry *const after = sameEntry(changed, before);
    if (!after || after->tap.has_value() != isTapped || after->program != before.program
        || after->arguments != before.arguments || after->url != before.url)
        return unsafeEdit(before);
    return SplicedFile{text, std::move(splices)};
}

Result<SplicedFile> planBridge(
    const Host &host, const HostDocument &document, const HostEntry &entry, const TapCommand &tap)
{
    return verified(host, document, {spliceOfBridge(host, document, entry, tap)}, entry, true);
}

// Whether a file without a bridge gives these bytes when it gets the bridge.
bool givesBridge(
    const Host &host, const SplicedFile &file, const HostEntry &bridge, const Bytes &expected)
{
    const HostDocument document = HostDocument::parse(host, file.content);
    const HostEntry *const entry = sameEntry(document, bridge);
    if (!entry || !checkTappable(host, document, *entry))
        return false;
    const Result<SplicedFile> again = planBridge(host, document, *entry, commandOfBridge(bridge));
    return again && again->content == expected;
}

Result<SplicedFile> planUnbridge(
    const Host &host, const HostDocument &document, const HostEntry &entry)
{
    if (const auto exact = exactSpliceOfUnbridge(document, entry)) {
        Result<SplicedFile> back = verified(host, document, {*exact}, entry, false);
        if (back && givesBridge(host, *back, entry, document.bytes()))
            return back;
    }
    const auto splice = spliceOfUnbridge(host, document, entry); // the host has written it anew
    if (!splice)
        return configError(
            Text::tr("“%1” had a URL, and its variable %2, which has the entry as it was, "
                     "cannot be read. Take the entry from the copy of the file.")
                .arg(entry.name, kEntryVariable));
    return verified(host, document, {*splice}, entry, false);
}

Result<Bytes> contentOf(const Result<SplicedFile> &file)
{
    return file ? Result<Bytes>(file->content) : Result<Bytes>(file.error());
}

} // namespace

Result<SplicedFile> planTap(
    const Host &host, const HostDocument &document, const HostEntry &entry, const TapCommand &tap)
{
    if (const Result<void> good = checkTappable(host, document, entry); !good)
        return good.error();
    Result<SplicedFile> tapped = !entry.url.isEmpty()
        ? planBridge(host, document, entry, tap)
        : verified(host, document, splicesOfTap(host, document, entry, tap), entry, true);
    if (!tapped)
        return tapped;
    // What cannot be removed to the byte is not added.
    const HostDocument changed = HostDocument::parse(host, tapped->content);
    const Result<SplicedFile> back = planUntap(host, changed, *sameEntry(changed, entry));
    if (!back || !(back->content == document.bytes()))
        return unsafeEdit(entry);
    return tapped;
}

Result<SplicedFile> planUntap(
    const Host &host, const HostDocument &document, const HostEntry &entry)
{
    if (!entry.tap)
        return configError(Text::tr("“%1” has no tap of Sonde.").arg(entry.name));
    if (const Result<void> editable = checkEditable(entry); !editable)
        return editable.error();
    if (entry.tap->isBridge)
        return planUnbridge(host, document, entry);
    return verified(host, document, splicesOfUntap(host, document, entry), entry, false);
}

Result<Bytes> addTap(
    const Host &host, const HostDocument &document, const HostEntry &entry, const TapCommand &tap)
{
    return contentOf(planTap(host, document, entry, tap));
}

Result<Bytes> removeTap(const Host &host, const HostDocument &document, const HostEntry &entry)
{
    return contentOf(planUntap(host, document, entry));
}

} // namespace sonde::hosts
