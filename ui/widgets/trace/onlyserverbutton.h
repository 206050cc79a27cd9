// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QToolButton>

namespace sonde::widgets {

// Narrows a trace down to the server that is selected in the window, whose name it has: with one
// click, or, by choice, whenever another server is selected.
class OnlyServerButton : public QToolButton {
    Q_OBJECT
public:
    explicit OnlyServerButton(QWidget *parent = nullptr);

    void setSelected(const QString &server); // empty: the window has none
    const QString &selected() const { return m_selected; }
    void setShown(const QString &server); // the server that the trace shows; empty: all
    bool follows() const;
    void setFollows(bool follows); // the selected server, whichever it becomes
    QAction *followAction() const { return m_follow; }

Q_SIGNALS:
    void serverRequested(const QString &server); // empty: all
    void followsChanged(bool follows); // by the user

private:
    QString m_selected;
    QAction *m_follow;
};

} // namespace sonde::widgets
