// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace sonde::doctor {

// The interpreter in the first line of a script; empty if the text does not begin with "#!".
struct Shebang {
    static constexpr int kMaxLine = 256; // bytes

    QString interpreter;
    bool hasCarriageReturn = false;
    // What the process of the script has before the script: "uv", "run", "--script" of
    // "/usr/bin/env -S uv run --script".
    QStringList words{};

    // "node" for "/usr/bin/node", "/usr/bin/env node" and "/usr/bin/env -S -i A=b node --quiet".
    QString programName() const;
};
Shebang shebangOf(const QByteArray &beginning);

} // namespace sonde::doctor
