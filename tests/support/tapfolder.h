// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/clirun.h"
#include "support/tapfollower.h"

#include <QTemporaryDir>

#include <memory>

namespace sonde::test {

// A folder in which taps are found that no other test sees.
class TapFolder {
public:
    bool isValid() const { return m_data.isValid(); }
    QString path() const { return m_data.filePath(QStringLiteral("taps")); }
    const QTemporaryDir &data() const { return m_data; } // for other files
    // Of a `sonde-cli` whose taps are found here.
    QProcessEnvironment environment() const
    {
        QProcessEnvironment environment = cleanEnvironment();
        environment.insert(QStringLiteral("SONDE_TAPS"), path());
        return environment;
    }
    std::unique_ptr<TapFollower> follower() const { return std::make_unique<TapFollower>(path()); }

private:
    QTemporaryDir m_data;
};

} // namespace sonde::test
