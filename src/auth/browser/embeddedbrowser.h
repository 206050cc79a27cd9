// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/browser.h"
#include "wire/process/launch.h"

#include <QObject>
#include <QPointer>

namespace sonde::auth {

class BrowserRun;

// Shows pages in a window of their own: sonde-browser, a process that is started for one page and
// ends with it. It sees the redirect before anything is sent there, and tells which way the pages
// went. One page at a time: a further one replaces it.
class EmbeddedBrowser final : public QObject, public Browser {
    Q_OBJECT
public:
    struct Setup {
        QString program; // empty: the installed one
        QString title; // what is authorized: the server's name
        QString theme = QStringLiteral("system"); // or light, dark
        QString language{}; // of its own words; empty: the desktop's
        Browser *elsewhere = nullptr; // for who wants another browser; outlives this one
    };
    explicit EmbeddedBrowser(Setup setup, QObject *parent = nullptr);
    ~EmbeddedBrowser() override;

    // The program of this installation; empty when there is none: it is packaged on its own.
    static QString installedProgram();

    Result<void> open(const QUrl &url) override;
    Result<void> openWatched(const QUrl &url, const PageWatch &watch) override;
    void close() override;

private:
    Setup m_setup;
    QPointer<BrowserRun> m_run;
};

} // namespace sonde::auth
