// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "base/bytes.h"

#include <QObject>
#include <QString>

namespace sonde::content {

// Hands bytes to the program that the desktop has for them, as a file of this run that only its
// owner can read. The ending comes from the bytes themselves, never from the server, so that a
// sound is not opened as a program.
class OpenOutside final : public QObject {
    Q_OBJECT
public:
    explicit OpenOutside(QObject *parent);

    // For types of sniffedType(); false for all others.
    static bool canOpen(const QString &type);
    void open(const Bytes &bytes, const QString &type);

Q_SIGNALS:
    void opened(const QString &path);
    void failed(const QString &sentence);

private:
    BackgroundJob m_writing;
};

} // namespace sonde::content
