// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <string_view>

namespace sonde::content {

// The media type that the first bytes of a file speak for; empty when they say nothing. Text is
// never guessed, except SVG.
QString sniffedType(std::string_view bytes);

// Whether it could be text: no byte in the first few thousand that no text has.
bool looksLikeText(std::string_view bytes);

bool isImageType(const QString &bareType);
bool isAudioType(const QString &bareType);
bool isJsonType(const QString &bareType); // application/json, …+json
bool isCsvType(const QString &bareType); // and tab separated
bool isMarkdownType(const QString &bareType);
bool isTextType(const QString &bareType); // and what is written in text, as XML and scripts

} // namespace sonde::content
