// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/filter/filterfield.h"

#include <QMap>

namespace sonde::trace {

// What could stand at the cursor: one of `items` in place of `length` characters from `from` on.
struct FilterCompletion {
    qsizetype from = 0;
    qsizetype length = 0;
    QStringList items; // as they are written, values with their quotation marks
};

// Values that are known to occur; those of fields with a list are known anyway.
using FilterVocabulary = QMap<FilterField, QStringList>;

inline constexpr int kMaxCompletions = 50;

// Only items that begin like what is there already, whatever the case; for values, contain it.
FilterCompletion completeFilter(
    const QString &text, qsizetype cursor, const FilterVocabulary &vocabulary);

} // namespace sonde::trace
