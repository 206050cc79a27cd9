// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/page/pagefile.h"

#include <QDir>
#include <QFile>

// A static library registers its resources only when they are named. Outside of any namespace, as
// Qt requires.
static void registerRules()
{
    Q_INIT_RESOURCE(rules);
}

namespace sonde::findings {

Bytes pageFile(const QString &name)
{
    registerRules();
    QFile file(QStringLiteral(":/sonde/") + name);
    return file.open(QIODevice::ReadOnly) ? Bytes::fromByteArray(file.readAll()) : Bytes();
}

QStringList exampleFiles()
{
    registerRules();
    QStringList names = QDir(QStringLiteral(":/sonde/rules")).entryList(QDir::Files, QDir::Name);
    for (QString &name : names)
        name.prepend(QStringLiteral("rules/"));
    return names;
}

} // namespace sonde::findings
