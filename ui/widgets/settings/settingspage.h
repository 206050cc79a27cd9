// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

namespace sonde::widgets {

// A page of the settings window. What is changed on it acts at once.
class SettingsPage : public QWidget {
    Q_OBJECT
public:
    // `place`: the heading of the manual that describes it.
    SettingsPage(const QString &title, const char *place, QWidget *parent = nullptr);

    QString title() const { return m_title; }
    QString helpPlace() const { return m_place; }
    // Shows only the settings that contain the words, all for none. Returns how many it shows.
    virtual int filter(const QString &words) = 0;
    virtual QWidget *firstShown() const = 0; // which takes the focus; nullptr: there is none
    // Every setting of the page gets its default.
    virtual void restoreDefaults() = 0;

private:
    QString m_title;
    QString m_place;
};

} // namespace sonde::widgets
