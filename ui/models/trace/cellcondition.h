// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"
#include "json/value.h"

#include <QString>

namespace sonde::models {

class TraceModel;

// What becomes of a condition that a person made from a cell or a value.
enum class ConditionUse {
    Replace, // the filter
    And, // also the filter
    Exclude, // what fits
    Colour, // the rows that fit
};

// The filter condition that the rows with the same value in a column fit; empty where a column says
// nothing that a filter could ask for. Of a time, a duration and a size: from there on.
QString cellCondition(const TraceModel &model, int row, int column);
// The filter condition that the messages with this value at its place fit; of a container, that it
// exists.
QString valueCondition(const json::Value &value);
// The filter with the condition; not for ConditionUse::Colour.
QString withCondition(const QString &filter, const QString &condition, ConditionUse use);

} // namespace sonde::models
