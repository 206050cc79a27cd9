// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/pluralnumber.h"

#include <QCoreApplication>
#include <QStringList>

namespace sonde::cli {

// Text::tr("…") translates a sentence of the command line. Most of them are made in functions that
// belong to no class.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(CommandLineProgram)
};

// Joins whole sentences; empty ones are left out.
inline QString joinSentences(QStringList sentences)
{
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

// "1 byte", "12 bytes".
inline QString byteCount(qint64 count)
{
    return count == 1 ? Text::tr("1 byte")
                      : Text::tr("%1 bytes", nullptr, pluralNumber(count)).arg(count);
}

} // namespace sonde::cli
