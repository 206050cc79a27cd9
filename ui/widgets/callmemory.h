// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QString>

class QSettings;

namespace sonde::widgets {

// The argument text that a person typed last, per server and tool, across starts.
class CallMemory {
public:
    explicit CallMemory(QSettings *settings) // outlives this; nullptr remembers nothing
        : m_settings(settings)
    {
    }

    void remember(const QString &server, const QString &tool, const QByteArray &arguments);
    QByteArray recall(const QString &server, const QString &tool) const; // empty: nothing

private:
    QSettings *m_settings;
};

} // namespace sonde::widgets
