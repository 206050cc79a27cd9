// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/serverfile.h"

#include <QCryptographicHash>
#include <QUrl>

namespace sonde::config {

namespace {

constexpr qsizetype kMaxFileName = 100;

} // namespace

QString serverFile(const QString &folder, const QString &server)
{
    // A server name can be any text: it is encoded, and a long one is shortened and made unique by
    // its digest.
    QByteArray name = QUrl::toPercentEncoding(server, " ", ".");
    if (name.size() > kMaxFileName) {
        const QByteArray digest =
            QCryptographicHash::hash(server.toUtf8(), QCryptographicHash::Sha256).toHex();
        name = name.left(kMaxFileName / 2) + '-' + digest.left(16);
    }
    return QStringLiteral("%1/%2.json").arg(folder, QString::fromLatin1(name));
}

} // namespace sonde::config
