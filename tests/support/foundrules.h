// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/clirun.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace sonde::test {

// The rules of the findings that a report in JSON has, each once.
inline QStringList foundRules(const Run &run)
{
    QStringList rules;
    const auto report = QJsonDocument::fromJson(run.out).object();
    for (const auto &each : report.value(QStringLiteral("findings")).toArray())
        rules << each.toObject().value(QStringLiteral("rule")).toString();
    rules.removeDuplicates();
    return rules;
}

} // namespace sonde::test
