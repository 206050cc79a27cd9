// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "browser/browserpage.h"

#include <QWebEngineLoadingInfo>
#include <QWidget>

class QAction;
class QLabel;
class QLayout;
class QWebEngineView;

namespace sonde::look {
class InlineMessage;
class ColorLabel;
} // namespace sonde::look

namespace sonde::browser {

class AddressBar;

// One window with one page: where it is, whether the way there is encrypted, whether it loads; and
// the two ways out, another browser and giving up. A pop-up has the same.
class BrowserWindow final : public QWidget {
    Q_OBJECT
public:
    // `number` stands in what is reported; 0 is the first window, that the others belong to.
    // `title`: what is authorized.
    BrowserWindow(
        QWebEngineProfile *profile, const auth::PageRules &rules, int number, const QString &title);

    int number() const { return m_number; }
    BrowserPage *page() const { return m_page; }
    QWebEngineView *view() const { return m_view; }
    // A sentence about something that was not done, or went wrong; stays until the next page.
    void warn(const QString &lead, const QString &sentence);

Q_SIGNALS:
    // The page is there, or could not be loaded (`problem`). `status` is 0 where it is not known.
    void loaded(const QUrl &url, int status, bool secure, const QString &problem);
    void crashed(const QString &sentence);
    void elsewhereRequested();
    void closedByPerson();

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void build(const QString &title);
    QLayout *makeTools();
    void follow();
    void showLoading(const QWebEngineLoadingInfo &info);
    void showFailure(const QWebEngineLoadingInfo &info);
    void showSafety(const QUrl &url);
    void showCrash(QWebEnginePage::RenderProcessTerminationStatus status, int code);
    void setLoading(bool loading);
    void say(const QString &state);
    void sayEnd(const QString &end); // of loading

    const int m_number;
    BrowserPage *m_page;
    QWebEngineView *m_view;
    AddressBar *m_address;
    QLabel *m_lock;
    look::ColorLabel *m_safety;
    look::InlineMessage *m_message;
    look::ColorLabel *m_state;
    QAction *m_back = nullptr;
    QAction *m_reload = nullptr;
    QAction *m_stop = nullptr;
    bool m_refused = false; // something, since the page began to load
    QString m_said; // in m_state, while no link is under the mouse
};

} // namespace sonde::browser
