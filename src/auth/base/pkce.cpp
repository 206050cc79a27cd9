// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/pkce.h"

#include <QCryptographicHash>
#include <QRandomGenerator>

namespace sonde::auth {

QByteArray systemRandomness(int bytes)
{
    QByteArray random;
    while (random.size() < bytes) {
        const quint32 word = QRandomGenerator::system()->generate();
        random.append(reinterpret_cast<const char *>(&word), sizeof word);
    }
    random.truncate(bytes);
    return random;
}

QByteArray base64Url(const QByteArray &bytes)
{
    return bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

QByteArray codeChallenge(const QByteArray &verifier)
{
    return base64Url(QCryptographicHash::hash(verifier, QCryptographicHash::Sha256));
}

} // namespace sonde::auth
