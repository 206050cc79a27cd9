// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "json/document.h"

#include <QString>

#include <string>
#include <string_view>

namespace sonde::config {

// A configuration file as UTF-8, without a byte order mark.
struct FileText {
    std::string utf8;
    QString note; // why hosts may be unable to read the file; may be empty
};

// The name of the UTF-16 or UTF-32 in which a file is written, by its byte order mark or, without
// one, by the zeros in its first character; empty for any other file.
QString wideEncoding(std::string_view bytes);
// The error (Domain::Usage) says which byte is no text.
Result<FileText> readFileText(std::string_view bytes);

// Why a text is not JSON.
QString syntaxReason(std::string_view text, const json::ParseError &error);

} // namespace sonde::config
