// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/browser/pagerules.h"

#include <QWebEngineCertificateError>
#include <QWebEnginePage>

#include <functional>

namespace sonde::browser {

// A page that goes where the rules let it, asks the person for nothing and gets nothing of this
// machine: no files, no devices, no dialogs. What it was refused is reported.
class BrowserPage final : public QWebEnginePage {
    Q_OBJECT
public:
    // The profile and the rules outlive it.
    BrowserPage(QWebEngineProfile *profile, const auth::PageRules &rules, QObject *parent);

    // Gives the page of a further window, or nullptr when there may be none.
    void setWindowMaker(std::function<BrowserPage *()> make) { m_makeWindow = std::move(make); }

Q_SIGNALS:
    void navigating(const QString &what, const QUrl &url);
    void redirected(const QUrl &url);
    // `what` as auth::BrowserEvent has it.
    void refused(const QString &what, const QUrl &url, const QString &reason);

protected:
    bool acceptNavigationRequest(const QUrl &url, NavigationType type, bool isMainFrame) override;
    QWebEnginePage *createWindow(WebWindowType type) override;
    QStringList chooseFiles(FileSelectionMode mode, const QStringList &oldFiles,
        const QStringList &acceptedMimeTypes) override;
    void javaScriptAlert(const QUrl &origin, const QString &text) override;
    bool javaScriptConfirm(const QUrl &origin, const QString &text) override;
    bool javaScriptPrompt(const QUrl &origin, const QString &text, const QString &defaultValue,
        QString *result) override;
    void javaScriptConsoleMessage(JavaScriptConsoleMessageLevel level, const QString &message,
        int line, const QString &source) override;

private:
    void refuseWishes();
    void refuseCertificate(QWebEngineCertificateError error);

    const auth::PageRules &m_rules;
    std::function<BrowserPage *()> m_makeWindow;
};

} // namespace sonde::browser
