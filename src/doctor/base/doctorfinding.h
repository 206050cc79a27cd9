// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/kind.h"

#include <QString>
#include <QStringList>

namespace sonde::doctor {

// A fact with its values; the sentence is made from them when it is shown.
struct DoctorFinding {
    Kind kind = Kind::NotReached;
    QStringList values{};

    friend bool operator==(const DoctorFinding &a, const DoctorFinding &b)
    {
        return a.kind == b.kind && a.values == b.values;
    }
};

Level levelOf(Kind kind);
// Whether the server works here, and fails in a host because of it.
bool isOfHost(Kind kind);
QString kindId(Kind kind); // "program-not-found"; never translated
QString sentenceOf(const DoctorFinding &finding); // what was found, with its evidence
QString remedyOf(const DoctorFinding &finding); // what to do; empty for facts

} // namespace sonde::doctor
