// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secretkind.h"

#include <QStringList>

#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// What in the words of a command line is secret, for each word in the order of its bytes. This one
// function decides for recordings, exports, lists, the window and reports. The first word is the
// program, if there is one; without it `isWhole` is false.
std::vector<std::vector<SecretPlace>> secretsOfCommandLine(
    const std::vector<std::string> &words, bool isWhole = true);

// The secrets in any text: a line of a shell, a log, the text of a message. The word after an
// option is secret only if it looks like a value, or has a line of its own, as in recorded command
// lines.
std::vector<SecretPlace> secretsOfText(std::string_view text);

// Whether the value of a header that a person gives looks like a secret, whatever its name is: a
// token of a known format, a random word, or a key in hexadecimal digits.
bool isSecretHeaderValue(std::string_view value);

// The words with an asterisk for every byte of a secret.
std::vector<std::string> withoutSecrets(std::vector<std::string> words, bool isWhole = true);
QStringList withoutSecrets(const QStringList &words, bool isWhole = true);
// A text, or a URL, with an asterisk for every byte of a secret.
QString textWithoutSecrets(const QString &text);

} // namespace sonde
