// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/transfer/redactor.h"

#include <QString>
#include <QStringList>

namespace sonde::models {

// The lines of a table in Markdown that leaves the program: without secrets.
class MarkdownTable {
public:
    explicit MarkdownTable(trace::Redactor redactor);

    static QString cell(const QString &text); // that has no secret
    static QString line(const QStringList &cells);
    static QString ruleLine(int columns); // below the titles
    QString redacted(const QString &text);
    // What is shown of a place (RFC 6901), whose names may say that its value is a secret.
    QString value(const QString &place, const QString &shown, bool hasValue);

private:
    trace::Redactor m_redactor;
};

} // namespace sonde::models
