// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/entries/hostdocument.h"
#include "hosts/entries/tapsplice.h"
#include "hosts/table/hosttable.h"
#include "support/places.h"

#include <QFile>

// The files of hosts in tests/data/hosts.
namespace sonde::hosts {

using namespace Qt::StringLiterals;

inline TapCommand tapCommand()
{
    return {u"/opt/sonde \"x\"/sonde-cli"_s, u"weather é"_s, u"/home/ada/.local/share/sonde"_s};
}

inline HostDocument parsed(const char *host, const QByteArray &text)
{
    return HostDocument::parse(*findHost(QString::fromLatin1(host)), Bytes::fromByteArray(text));
}

inline Bytes corpusFile(const QString &name)
{
    QFile file(sonde::test::sourcePath("tests/data/hosts/") + name);
    return file.open(QIODevice::ReadOnly) ? Bytes::fromByteArray(file.readAll()) : Bytes();
}

} // namespace sonde::hosts
