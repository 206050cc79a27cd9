// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QUrl>

namespace sonde::wire {

// What a URL connects to: "127.0.0.1:3001", "[::1]:3001", "example.org".
inline QString placeOf(const QUrl &url)
{
    QUrl place;
    place.setHost(url.host());
    place.setPort(url.port());
    return place.authority();
}

} // namespace sonde::wire
