// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QString>

#include <string_view>

namespace sonde::look {

// An SVG rewritten without whatever acts or refers to something outside of it: scripts, event
// attributes, foreign objects, links, document types with their entities, references that are no
// fragment of the drawing itself. Drawing what is left reads no file and asks no server.
struct SafeSvg {
    static constexpr std::size_t kMaxBytes = std::size_t(8) << 20;
    static constexpr int kMaxElements = 50'000;
    static constexpr int kMaxDepth = 200;
    // "use" draws a part again, and parts in parts multiply: so many elements are drawn at most.
    static constexpr qint64 kMaxDrawn = 200'000;

    QByteArray text;
    QString problem; // why it is not drawn
    QString note; // what was left out

    static SafeSvg from(std::string_view svg);
};

} // namespace sonde::look
