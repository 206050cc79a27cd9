// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
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
    // JSON text, in a place that may say that it is a secret (RFC 6901).
    QString value(const QString &place, const Bytes &value);

private:
    trace::Redactor m_redactor;
};

} // namespace sonde::models
