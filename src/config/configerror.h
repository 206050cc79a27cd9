// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/domainerror.h"
#include "json/value.h"

#include <QString>

namespace sonde::config {

// Of a name that a sentence quotes, at most so many characters.
inline constexpr qsizetype kMaxShownName = 80;

enum class ValueType { String, Strings, Object, Flag, Milliseconds };

// That a value of a file must be of this type: a sentence with %1 for its path.
QString typeSentence(ValueType type);

// About a value of a file: `sentence` has %1 for its path.
inline Error valueError(const json::Value &value, const QString &sentence)
{
    return configError(sentence.arg(value.path()));
}

} // namespace sonde::config
