// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "accept/fact.h"

#include <QString>

namespace sonde::accept {

// The name of a tool as a host makes it from the names of the server and the tool.
struct ToolName {
    QString seen; // by the model; empty: not known. # stands for a digit of a hash
    qsizetype length = 0; // of what the limit is for, before it is cut
    bool isChanged = false; // characters were replaced, or the name was cut
    bool isTooLong = false;
};

ToolName toolName(const JudgingHost &host, const QString &server, const QString &tool);

// The part of a name, rewritten. An absent set of characters keeps every character.
QString rewritten(const NameStep &step, QString part);
// "A-Za-z0-9_-": whether the set has the character. A "-" that ends the set is itself.
bool hasCharacter(std::string_view set, QChar c);

} // namespace sonde::accept
