// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <QString>

#include <stop_token>

namespace sonde::content {

// A text as UTF-8, and what its bytes said about themselves.
struct DecodedText {
    Bytes utf8; // the bytes themselves where those are UTF-8, valid or not
    QString encoding; // "UTF-8", "UTF-16 LE with BOM", …
    QString note; // what is odd: an unknown encoding, bytes that do not fit it
    qint64 lines = 0;
    qint64 lf = 0;
    qint64 crLf = 0;
    qint64 cr = 0;
    qint64 invalid = 0; // bytes that are not UTF-8
    qint64 longestLine = 0; // bytes

    // "LF", "CRLF", "mixed line ends: 3 LF, 1 CRLF"; empty when there is no line end.
    QString lineEnds() const;
};

// `charset` is what the media type declared, empty for none; a byte order mark wins over it.
DecodedText decodeText(
    const Bytes &bytes, const QString &charset, const std::stop_token &stop = {});

// Of "text/plain; charset=iso-8859-1".
QString charsetOf(const QString &mediaType);
// "text/plain" of the same, in lower case.
QString bareType(const QString &mediaType);

} // namespace sonde::content
