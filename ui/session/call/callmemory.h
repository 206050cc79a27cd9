// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/settings/settings.h"
#include "json/value.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <optional>

class QSettings;

namespace sonde::session {

// What was typed for a tool before.
struct LastValues {
    QByteArray arguments; // byte for byte
    QDateTime when;
    bool otherSchema = false; // the tool had another schema then
};

// The argument text that a person typed last, per server, tool and schema, across starts. Nothing
// is kept of a tool whose schema asks for secrets: the settings are a file in clear text.
class CallMemory {
public:
    explicit CallMemory(QSettings *settings) // outlives this; nullptr remembers nothing
        : m_settings(settings)
    {
    }

    void remember(const QString &server, const QString &tool, const json::Value &schema,
        const QByteArray &arguments, const QDateTime &now = QDateTime::currentDateTimeUtc());
    // What was typed for this schema; else the newest that was typed for another one.
    std::optional<LastValues> recall(
        const QString &server, const QString &tool, const json::Value &schema) const;

    static constexpr qsizetype kMaxRemembered = 64 * 1024; // a longer text is pasted again
    static constexpr qsizetype kMaxSchemas = 4; // of one tool; the oldest is forgotten

private:
    models::Settings m_settings;
};

} // namespace sonde::session
