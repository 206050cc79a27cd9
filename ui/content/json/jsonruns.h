// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <QColor>
#include <QMetaType>
#include <QString>
#include <QVector>

#include <string_view>

namespace sonde::look {
struct Theme;
}

namespace sonde::content {

// What a piece of JSON text is, and so which colour it has.
enum class JsonInk : std::uint8_t { Key, String, Number, Literal, Escape, Punctuation, Invalid };

struct JsonRun {
    QString text;
    JsonInk ink = JsonInk::Punctuation;
};
using JsonRuns = QVector<JsonRun>;

QColor inkColor(const look::Theme &theme, JsonInk ink);
QString plainText(const JsonRuns &runs);

// No more bytes of one name or value than this are shown in a row.
constexpr std::size_t kShownBytes = 200;

// The row of a value: its name or index, and the value as written. A container gives its count,
// an object in an array its first plain members too.
JsonRuns rowRuns(const json::Value &value, bool outermost);

// A raw string, number or literal. Escapes, bytes that are not UTF-8 and characters that are
// invisible or would turn the line around get runs of their own.
void appendRaw(JsonRuns &runs, std::string_view raw, JsonInk ink, std::size_t limit = kShownBytes);

} // namespace sonde::content

Q_DECLARE_METATYPE(sonde::content::JsonRuns)
