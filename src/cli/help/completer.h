// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/command.h"

#include <QMap>
#include <QString>
#include <QStringList>

#include <vector>

namespace sonde::cli {

// The words that may stand next on a command line of sonde-cli, by the usage of its commands and
// their options: what is in the help is completed.
class Completer {
public:
    // What a placeholder of the synopsis or an option's value may be: "HOST", "--server".
    using Names = QMap<QString, QStringList>;

    explicit Completer(Names names);

    // `before`: the whole words behind sonde-cli. Words that begin with `begun`; none where a file,
    // a program or a free text is expected.
    QStringList words(const QStringList &before, const QString &begun) const;

private:
    // A line of the usage.
    struct Pattern {
        std::vector<QStringList> places; // the words that may stand there, or one placeholder
        Commands commands;
    };

    static std::vector<QStringList> placesOf(QString usage);
    QStringList values(const QString &option, const QStringList &before) const;
    Commands commandsAfter(const QStringList &commands) const; // that it still can be
    bool fits(const Pattern &pattern, const QStringList &commands) const;
    QStringList commandsIn(const QStringList &before) const;

    std::vector<Pattern> m_patterns;
    Names m_names;
};

} // namespace sonde::cli
