// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QString>
#include <QStringList>
#include <QUrl>

namespace sonde::auth {

// Shows a page to a person; what comes of it arrives by the redirect.
class Browser {
public:
    virtual ~Browser() = default;
    // Only addresses that browserRefusalOf() lets pass.
    virtual Result<void> open(const QUrl &url) = 0;
};

// Starts a program with the address as its last argument. There is no shell in between.
class CommandBrowser final : public Browser {
public:
    // A program and its arguments, separated by blanks; empty: SONDE_BROWSER, and without it
    // xdg-open.
    explicit CommandBrowser(const QString &command = {});
    Result<void> open(const QUrl &url) override;
    const QStringList &words() const { return m_words; }

private:
    QStringList m_words;
};

} // namespace sonde::auth
