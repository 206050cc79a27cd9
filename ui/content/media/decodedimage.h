// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <QImage>
#include <QString>

#include <stop_token>

namespace sonde::content {

// A picture, decoded within limits: only the formats named by its own first bytes are tried, and
// never one that reads other files.
struct DecodedImage {
    // More pixels are not decoded: four bytes each.
    static constexpr qint64 kMaxPixels = 40'000'000;
    // A larger image is kept smaller: no screen shows more.
    static constexpr int kMaxSide = 4096;

    QImage image; // null when it cannot be shown
    QSize size; // as sent
    QString problem; // why not
    QString note; // what was left out
};

// `type` as sniffedType() gives it.
DecodedImage decodeImage(const Bytes &bytes, const QString &type, const std::stop_token &stop = {});

} // namespace sonde::content
