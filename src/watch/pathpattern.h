// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

namespace sonde::watch {

// Whether the text, a name without a slash, matches a pattern of *, ?, [a-z] and [!a-z]. Time is
// proportional to the product of both lengths.
bool matchesName(QStringView pattern, QStringView name);

// A pattern for relative paths whose names are patterns; ** stands for any number of folders.
class PathPattern {
public:
    explicit PathPattern(const QString &pattern)
        : m_names(pattern.split(u'/', Qt::SkipEmptyParts))
    {
    }
    bool matches(const QString &path) const;

private:
    QStringList m_names;
};

} // namespace sonde::watch
