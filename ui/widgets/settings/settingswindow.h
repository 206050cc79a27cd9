// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/settings/settings.h"
#include "widgets/kit/frame/secondarywindow.h"
#include "widgets/settings/appearancepage.h"
#include "widgets/settings/storagepage.h"

#include <vector>

class QLineEdit;

namespace sonde::models {
class ShortcutModel;
}

namespace sonde::widgets {

class SettingsPages;
class ShortcutsPage;

// The settings of the program, on pages. What is changed acts at once and is stored.
class SettingsWindow : public SecondaryWindow {
    Q_OBJECT
public:
    // All of it outlives the window.
    struct Setup {
        AppearancePage::Actions appearance;
        models::Settings settings;
        models::ShortcutModel &shortcuts;
        StoragePage::Places places;
    };
    explicit SettingsWindow(const Setup &setup, QWidget *parent = nullptr);

    SettingsPages &pages() const { return *m_pages; }
    StoragePage &storage() const { return *m_storage; }
    ShortcutsPage &shortcuts() const { return *m_shortcuts; }
    QString helpPlace() const; // the heading of the manual that describes the page in front

Q_SIGNALS:
    void openRequested(const QString &folder); // in the program for folders

private:
    void add(SettingsPage *page);
    QSize leastSize() const;
    void makeKeys();
    void search(const QString &words);
    void focusFound();

    QLineEdit *m_search;
    SettingsPages *m_pages;
    StoragePage *m_storage;
    ShortcutsPage *m_shortcuts;
    std::vector<SettingsPage *> m_all; // by number
};

} // namespace sonde::widgets
