// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/hosts/tappedentries.h"

#include "base/formatting.h"
#include "hosts/entries/tapsplice.h"
#include "models/signs/modeltext.h"

#include <QFileInfo>

#include <algorithm>
#include <set>
#include <tuple>

namespace sonde::models {

namespace {

// "Claude Code" and "claude-code" are one name.
QString plainName(const QString &name)
{
    QString plain;
    for (const QChar &each : name) {
        if (each.isLetterOrNumber())
            plain += each.toLower();
    }
    return plain;
}

bool isOfClient(const hosts::Host &host, const QString &client)
{
    const QString plain = plainName(client);
    return !plain.isEmpty()
        && (plain.startsWith(plainName(host.id)) || plain.startsWith(plainName(host.name)));
}

// The entry may have got another name since it was tapped.
QString nameOfTap(const hosts::HostEntry &entry)
{
    return entry.tap->name.isEmpty() ? hosts::recordedName(entry) : entry.tap->name;
}

// Several hosts may read one file, some of them through a symbolic link.
void keepOneOfEach(std::vector<ChosenEntry> &entries)
{
    std::set<std::tuple<QString, QString, QString>> seen;
    std::erase_if(entries, [&seen](const ChosenEntry &one) {
        const QString path = one.file->found.path;
        const QString real = QFileInfo(path).canonicalFilePath();
        const QString file = real.isEmpty() ? path : real;
        return !seen.insert({file, one.entry().project, one.entry().name}).second;
    });
}

} // namespace

std::vector<ChosenEntry> tappedEntries(const CheckedFiles &files, const SoughtTap &tap)
{
    std::vector<ChosenEntry> found;
    if (!tap.address.isEmpty())
        return found;
    for (const CheckedFile &file : files) {
        for (std::size_t i = 0; i < file.entries().size(); ++i) {
            const hosts::HostEntry &entry = file.entries()[i];
            if (entry.tap && nameOfTap(entry) == tap.server)
                found.push_back({&file, int(i)});
        }
    }
    std::stable_partition(found.begin(), found.end(),
        [&tap](const ChosenEntry &one) { return isOfClient(*one.file->found.host, tap.client); });
    keepOneOfEach(found);
    return found;
}

QString whyNoEntry(const CheckedFiles &files, const SoughtTap &tap)
{
    if (!tap.address.isEmpty())
        return Text::tr("This tap is in no file of a host: hosts connect to it at %1, where "
                        "someone started it. End its process, and give the hosts the URL of the "
                        "server again.")
            .arg(tap.address);
    QStringList unreadable;
    for (const CheckedFile &file : files) {
        if (!file.isReadable())
            unreadable += shortPath(file.found.path);
    }
    const QString why =
        Text::tr("No configuration file that Sonde knows has a tap of “%1”. It was removed "
                 "already, or was put into another file by hand.")
            .arg(tap.server);
    return unreadable.isEmpty()
        ? why
        : why % u' ' % Text::tr("These files cannot be read: %1.").arg(listText(unreadable));
}

} // namespace sonde::models
