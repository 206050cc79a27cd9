// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/settings/settingspage.h"

#include <QKeySequence>

class QPushButton;
class QSortFilterProxyModel;

namespace sonde::look {
class ColorLabel;
class InlineMessage;
} // namespace sonde::look

namespace sonde::models {
class ShortcutModel;
}

namespace sonde::widgets {

class KeyEdit;
class ListFilter;
class PlainTable;

// Every action of the main window and its shortcut, which can be changed. A shortcut that another
// action has is taken from it only after a second step.
class ShortcutsPage final : public SettingsPage {
    Q_OBJECT
public:
    explicit ShortcutsPage(models::ShortcutModel &model, QWidget *parent = nullptr); // outlives it

    PlainTable &table() const { return *m_table; }
    void selectRow(int row); // of the model
    int filter(const QString &words) override;
    QWidget *firstShown() const override;
    void restoreDefaults() override;

private:
    QWidget *makeTable();
    QWidget *makeEditor();
    QWidget *makeConflict();
    int row() const; // of the model; -1: none is selected
    void showRow();
    void showStored();
    void propose(const QList<QKeySequence> &keys);
    void apply(const QList<QKeySequence> &keys);
    void showMessage(const QString &sentence, bool canTake);
    void hideMessage();
    void leaveEdit();

    models::ShortcutModel &m_model;
    QSortFilterProxyModel *m_proxy;
    PlainTable *m_table;
    ListFilter *m_filter;
    look::InlineMessage *m_stored; // what was left out of the settings
    look::ColorLabel *m_name;
    KeyEdit *m_edit;
    QPushButton *m_remove;
    QPushButton *m_reset;
    QPushButton *m_resetAll;
    QWidget *m_conflict; // the message and its buttons
    look::InlineMessage *m_message;
    QPushButton *m_keep;
    QList<QKeySequence> m_proposed;
};

} // namespace sonde::widgets
