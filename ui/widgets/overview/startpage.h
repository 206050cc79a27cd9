// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QPushButton;

namespace sonde::widgets {

class PasteField;

// What stands there while no server is in the list: the ways to the first one.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget *parent = nullptr);

    PasteField &field() const { return *m_field; }

Q_SIGNALS:
    void entered(const QString &text); // a command line, a URL or JSON, to connect to
    void newServerRequested();
    void demoRequested();
    void hostsRequested();
    void sessionRequested();
    void tourRequested();

private:
    QWidget *makeEntry();
    void addWay(
        const char *icon, const QString &text, const QString &what, void (StartPage::*chosen)());
    void enter();
    void openHelp();

    PasteField *m_field;
    QPushButton *m_connect;
};

} // namespace sonde::widgets
