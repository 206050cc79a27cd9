// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde {

// A value that must not reach a log, a file or the screen by accident: it has no conversion, no
// stream operator and no comparison. reveal() is the only access, and is easy to search for.
class Secret {
public:
    Secret() = default;
    explicit Secret(QString value)
        : m_value(std::move(value))
    {
    }

    const QString &reveal() const { return m_value; }
    bool isEmpty() const { return m_value.isEmpty(); }
    // The text that is shown and recorded instead of the secret.
    QString redacted() const
    {
        return QStringLiteral("(hidden, %1 characters)").arg(m_value.size());
    }

private:
    QString m_value;
};

} // namespace sonde
