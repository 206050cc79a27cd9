// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/text/textrows.h"

#include <QTextLayout>

#include <string_view>
#include <vector>

namespace sonde::content {

// One row of a text as it is painted, and which byte each of its characters is from.
struct RowText {
    struct Part {
        std::size_t begin = 0;
        std::size_t end = 0;
        QColor ground;
    };

    QString text;
    std::vector<std::size_t> offsets; // of each QChar, and of the end
    QVector<QTextLayout::FormatRange> formats; // what stands by number

    static RowText of(std::string_view text, const TextRows::Row &row);

    qsizetype indexOf(std::size_t offset) const; // the first character not before it
    // Puts a colour behind the bytes [part.begin, part.end).
    void light(const Part &part);
    // Ready to draw, and to say where a character stands.
    void layOut(QTextLayout &layout) const;
};

} // namespace sonde::content
