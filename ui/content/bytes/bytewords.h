// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

class QByteArray;

namespace sonde::content {

// More bytes of a selection are not read aloud.
inline constexpr qsizetype kMaxSpokenBytes = 32;

// What a screen reader says of the bytes from a place on (as in ByteFrame): "Offset 12: 7B, {", or
// "Bytes 12 to 19: 7B 22 …, {"…". `count` bytes are selected; `first` are at most kMaxSpokenBytes
// of them.
QString byteWords(qint64 place, const QByteArray &first, qint64 count);

} // namespace sonde::content
