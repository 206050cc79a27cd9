// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/require.h"
#include "hosts/entries/entrywriter.h"
#include "hosts/entries/hostdocument.h"
#include "hosts/entries/tapsplice.h"
#include "hosts/servers/serversoffile.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

// Any bytes are a configuration file with entries, or one with a problem that has a place. A tap
// that can be added can be removed without a trace, and an added server leaves every byte.

namespace {

using namespace sonde;
using namespace sonde::hosts;

constexpr std::array<const char *, 8> kHosts{
    "codex", "vibe", "openhands", "hermes", "goose", "continue", "vscode", "opencode"};
constexpr std::size_t kMostTaps = 4;

// Every value is written somewhere in the file; a scalar has its own bytes.
void browse(const HostDocument &document, const json::Value &value)
{
    const std::size_t size = document.bytes().size();
    const ValuePlace place = document.place(value);
    require(place.range.begin <= place.range.end && place.range.end <= size);
    require(place.name.begin <= place.name.end && place.name.end <= size);
    for (const json::Value child : value)
        browse(document, child);
}

void tapAndUntap(const Host &host, const HostDocument &document, const HostEntry &entry)
{
    const TapCommand tap{
        QStringLiteral("/s/sonde-cli"), QStringLiteral("a name"), QStringLiteral("/r")};
    const Result<Bytes> with = addTap(host, document, entry, tap);
    if (!with) {
        require(!with.error().sentence.isEmpty());
        return;
    }
    const HostDocument tapped = HostDocument::parse(host, *with);
    const HostEntry *const same = sameEntry(tapped, entry);
    require(same && same->tap);
    const Result<Bytes> without = removeTap(host, tapped, *same);
    require(without && *without == document.bytes());
}

void add(const Host &host, const HostDocument &document)
{
    config::Profile server;
    server.name = QStringLiteral("a new one");
    server.program = QStringLiteral("/opt/new");
    const Result<AddedEntry> added = planAddition(host, document, server);
    if (!added)
        return;
    for (const Splice &splice : added->file.splices)
        require(splice.begin == splice.end || document.bytes().isEmpty());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0)
        return 0;
    const Host &host = *findHost(QString::fromLatin1(kHosts[data[0] % kHosts.size()]));
    const std::string_view text(reinterpret_cast<const char *>(data) + 1, size - 1);
    (void)readServersOfFile(text); // as a file of an unknown host
    const HostDocument document = HostDocument::parse(host, Bytes::copyOf(text));
    if (!document.isValid()) {
        require(!document.problems().empty());
        const FileProblem &problem = document.problems().back();
        require(!problem.sentence.isEmpty() && problem.line > 0 && problem.column > 0);
        return 0;
    }
    browse(document, document.root());
    const std::size_t taps = std::min(document.entries().size(), kMostTaps);
    for (std::size_t i = 0; i < taps; ++i) {
        const HostEntry &entry = document.entries()[i];
        if (entry.tap)
            (void)removeTap(host, document, entry);
        else
            tapAndUntap(host, document, entry);
    }
    add(host, document);
    return 0;
}
