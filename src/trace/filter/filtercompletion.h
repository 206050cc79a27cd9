// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/filter/filterfield.h"
#include "trace/filter/filtertoken.h"

#include <QMap>

namespace sonde::trace {

// Proposals for the cursor: one of `items` replaces `length` characters starting at `from`.
struct FilterCompletion {
    qsizetype from = 0;
    qsizetype length = 0;
    QStringList items; // as written in a filter, values with quotation marks
};

// Known values of fields that have no fixed list of values.
using FilterVocabulary = QMap<FilterField, QStringList>;

inline constexpr int kMaxCompletions = 50;

// Proposes names that begin with, and values that contain, the text at the cursor, ignoring case.
FilterCompletion completeFilter(
    const QString &text, qsizetype cursor, const FilterVocabulary &vocabulary);

// A valid filter that still says something else while its last word is being written: a part of a
// field's name after a condition would be searched as text, a part of a value would be equal to
// nothing. What is missing; nothing for a filter of plain words.
std::optional<FilterError> unfinishedEnd(const QString &text, const FilterVocabulary &vocabulary);

} // namespace sonde::trace
