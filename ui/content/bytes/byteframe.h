// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <QString>

#include <vector>

namespace sonde::content {

// What stands around the bytes of a BytesView, and the pieces in which all of it came. A place is
// the distance from the first of the view's own bytes: negative in `before`.
struct ByteFrame {
    struct Piece {
        qint64 begin = 0; // a place
        QString words; // what is to be told of it
    };
    Bytes before;
    Bytes after;
    std::vector<Piece> pieces; // ascending; the first may begin before all bytes

    // Whether a piece other than the first begins there.
    bool isBorder(qint64 place) const;
    // Of the piece that holds the byte; empty without any.
    QString wordsAt(qint64 place) const;
};

} // namespace sonde::content
