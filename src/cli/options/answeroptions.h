// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "review/requestedinput.h"

#include <QString>
#include <QStringList>

#include <string>

namespace sonde::cli {

// Where answers to what a server asks of its client come from: --sampling, --elicitation, --roots.
struct AnswerSource {
    enum class How {
        None, // it is not declared, and refused
        Terminal, // "ask": somebody is asked on the terminal
        File, // "@FILE": its bytes, for each question
        Program, // a command: the question's params on its stdin, the answer on its stdout
        Folders, // for roots alone: existing folders
    };
    How how = How::None;
    QString file;
    QStringList words; // the program and its arguments, or the folders
};

struct AnswerOptions {
    AnswerSource sampling;
    AnswerSource elicitation;
    AnswerSource roots;

    const AnswerSource &of(review::Kind kind) const;
    bool any() const; // something is declared
    bool usesTerminal() const;
};

bool isAnswerOption(const QString &name);
// Looks whether a file that is named exists.
Result<void> applyAnswerOption(const QString &name, const QString &value, AnswerOptions &options);
// What the client declares then, a JSON object as text.
std::string capabilitiesOf(const AnswerOptions &options);
// The result of roots/list that --roots FOLDER stands for.
std::string rootsResultOf(const AnswerOptions &options);

} // namespace sonde::cli
