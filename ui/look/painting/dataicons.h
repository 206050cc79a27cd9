// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"

#include <QHash>
#include <QImage>
#include <QObject>
#include <QPixmap>
#include <QStringList>

namespace sonde::look {

// Pictures out of data: URIs, for lists. They are decoded off the window's thread, drawings
// as SafeSvg leaves them; nothing else is ever fetched.
class DataIcons : public QObject {
    Q_OBJECT
public:
    static constexpr int kMaxKept = 2000; // icons; further ones are not shown
    static constexpr qsizetype kMaxUri = qsizetype(64) << 10; // characters
    static constexpr int kMaxSide = 2048; // pixels of a picture as sent

    explicit DataIcons(QObject *parent = nullptr);

    // Null until it is decoded, and for what is no picture. The side is in device pixels.
    QPixmap pixmap(const QString &uri, int side);

    // The work itself.
    static QImage decode(const QString &uri, int side);

Q_SIGNALS:
    void decoded(); // some of those that were asked for

private:
    void decodeRequested();

    QHash<QString, QPixmap> m_known; // null: in work, or no picture
    QStringList m_wanted;
    int m_side = 16;
    bool m_working = false;
    BackgroundJob m_decoding;
};

} // namespace sonde::look
