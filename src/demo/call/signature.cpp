// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/call/signature.h"

#include <QCryptographicHash>
#include <QMessageAuthenticationCode>

namespace sonde::demo {

std::string signature(const QByteArray &secret, std::initializer_list<std::string_view> parts)
{
    QMessageAuthenticationCode code(QCryptographicHash::Sha256, secret);
    for (const std::string_view part : parts) {
        code.addData(part.data(), qsizetype(part.size()));
        code.addData("\0", 1);
    }
    return code.result().toBase64(QByteArray::Base64UrlEncoding).toStdString();
}

} // namespace sonde::demo
