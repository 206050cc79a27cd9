// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace sonde::cli {

// JSON text that is ready to be sent, and what the person should know about it.
struct ReadyJson {
    Bytes bytes;
    QStringList notes;
};

// A file or stdin with arguments may not be longer than a message on the wire.
inline constexpr qint64 kMaxArgumentsSize = qint64(256) << 20;

// The arguments of a tool from the command line, bytes as typed, in their order:
//   key=text    a JSON string of the text
//   key:=json   the JSON, byte for byte
// A name that stands twice is sent twice, with a note: a debugger must be able to send that.
// Errors are Domain::Usage and name the word, the line and the column. The words must be UTF-8,
// which parseOptions() sees to.
Result<ReadyJson> argumentsFromWords(const std::vector<std::string> &words);

// The arguments as one JSON text. `source` says where it came from, for the sentences.
Result<ReadyJson> argumentsFromText(const Bytes &text, const QString &source);

// The params of any request: like the above, but it must be an object, or empty for none.
Result<ReadyJson> paramsFromText(const Bytes &text);

// What --args names: the JSON itself, @FILE, or - for stdin.
struct ArgumentsSource {
    Bytes text;
    QString name; // "--args", "the file ‘x’", "standard input"
};
Result<ArgumentsSource> readArgumentsSource(const std::string &spec);

} // namespace sonde::cli
