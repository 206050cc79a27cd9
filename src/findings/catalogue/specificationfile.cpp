// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/specificationfile.h"

#include <QFile>
#include <QString>

// A static library registers its resources only when they are named. Outside of any namespace, as
// Qt requires.
static void registerFindings()
{
    Q_INIT_RESOURCE(findings);
}

namespace sonde::findings {

Bytes specificationFile(const QString &name)
{
    registerFindings();
    QFile file(QStringLiteral(":/sonde/") + name);
    return file.open(QIODevice::ReadOnly) ? Bytes::fromByteArray(file.readAll()) : Bytes();
}

} // namespace sonde::findings
