// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QLayout;
class QTabWidget;
class QVBoxLayout;

namespace sonde::widgets {

// The middle column of a tab with a list: the chosen item, in pages, with the request that can be
// sent about it. What sends it stays in sight; the rest scrolls where the window is too low for it.
class ItemPane : public QWidget {
    Q_OBJECT
public:
    virtual bool canSend() const = 0; // now
    virtual bool canSendAgain() const { return canSend(); }
    virtual bool isPending() const = 0;
    virtual void send() = 0;
    virtual void sendAgain() { send(); } // as it was sent the last time
    virtual void cancel() = 0;
    virtual void focusForm() = 0; // to the first field, else to the button
    virtual void clear() = 0; // nothing is chosen, and nothing can be sent

    // Where there is no room beside the pane, the result is a page of it, and comes to the front
    // when something is sent. Without one again, the widget is the caller's to place.
    void adoptResult(QWidget *result);
    void returnResult();
    bool hasResult() const { return m_result != nullptr; }
    QTabWidget &tabs() const { return *m_tabs; }

Q_SIGNALS:
    void stateChanged(); // what can be done now
    void doingRequested(); // what the server does while the request is pending
    void tabsResized(); // later than the pane, which scrolls them

protected:
    ItemPane(const QString &resultTitle, QWidget *parent);
    void bringResult();
    bool showsResult() const;
    bool eventFilter(QObject *watched, QEvent *event) override;
    QVBoxLayout &content() const { return *m_content; } // what scrolls
    void addBelow(QWidget *part); // it does not scroll
    void addBelow(QLayout *row);

private:
    const QString m_resultTitle;
    QWidget *m_before = nullptr; // the page in front, or before the result
    QTabWidget *m_tabs;
    QVBoxLayout *m_content;
    QVBoxLayout *m_layout;
    QWidget *m_result = nullptr;
};

} // namespace sonde::widgets
