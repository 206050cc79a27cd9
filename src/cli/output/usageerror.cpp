// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/usageerror.h"

#include "cli/output/terminaltext.h"

namespace sonde::cli {

QString decodedWord(const std::string &bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

QString quotedWord(const QString &word)
{
    return QChar(0x201c) + harmlessLine(word) + QChar(0x201d);
}

} // namespace sonde::cli
