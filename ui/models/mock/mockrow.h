// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mock/recordedrequests.h"
#include "mock/responsefields.h"
#include "models/signs/sign.h"

#include <QString>
#include <QtGlobal>

#include <optional>

namespace sonde::models {

// A row of the responses of a mock, in words.
struct MockRow {
    static constexpr qsizetype kMaxText = 120; // characters of a match

    QString method;
    QString match; // which requests of the method
    QString response;
    QString delay;
    QString fault;
    QString times;
    QString uses{}; // of a mock that runs; empty: it does not have the response
    QString problem{}; // why the row is wrong; empty: it is right
    Sign responseSign = Sign::None;
    Sign faultSign = Sign::None;
    bool isOff = false;
    bool isRecorded = false; // and no entry of the list

    static MockRow of(const mock::ResponseFields &fields, const QString &problem);
    static MockRow of(const mock::RecordedRequest &request);
    // Of large texts that were not parsed yet: what is known without them.
    static MockRow unchecked(const mock::ResponseFields &fields);

    // What needs no text: whether it is off, its delay, fault and times.
    void setLimits(const mock::ResponseFields &fields);

    void setUses(std::optional<quint64> count);

    // For the choice of a fault: "never sent".
    static QString faultWord(mock::Fault fault);
};

} // namespace sonde::models
