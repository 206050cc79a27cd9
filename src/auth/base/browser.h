// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QUrl>

#include <functional>

class QObject;

namespace sonde::auth {

// One thing that happened on the way from the first page to the redirect.
struct PageVisit {
    QString what; // a word: "link", "redirect", "refused", …
    QString text; // the address, with its secrets hidden, and what is to be said about it
};

// Who wants to know what becomes of a page. Nothing is called inline, or after the context died.
struct PageWatch {
    QObject *context = nullptr;
    std::function<void(const PageVisit &)> visited; // in order
    // Once: the query of the redirect, or why there will be none.
    std::function<void(const Result<QByteArray> &)> ended;
};

// Shows a page to a person; what comes of it arrives by the redirect.
class Browser {
public:
    virtual ~Browser() = default;
    // Only addresses that browserRefusalOf() lets pass.
    virtual Result<void> open(const QUrl &url) = 0;
    // The same; a browser that sees where its pages go tells it. Others never do: their redirect
    // comes to the address that it names.
    virtual Result<void> openWatched(const QUrl &url, const PageWatch &) { return open(url); }
    // Why it is not the one that the person chose, a sentence; empty: it is.
    virtual QString notice() const { return {}; }
    // The page is not needed any more.
    virtual void close() { }
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
