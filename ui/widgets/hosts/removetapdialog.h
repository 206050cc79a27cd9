// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/hosts/tappedentries.h"
#include "session/hosts/hoststore.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QPushButton;

namespace sonde::look {
class InlineMessage;
}

namespace sonde::widgets {

class TapPlanPane;

// Removes a tap that runs or ran from the configuration of its host, after it has shown the file,
// the entry and the change; or says why that is not possible.
class RemoveTapDialog : public QDialog {
    Q_OBJECT
public:
    RemoveTapDialog(const session::HostStore::Setup &setup, models::SoughtTap tap, QWidget *parent);

    QString sentence() const; // what it asks, or why nothing can be removed
    QPushButton &removeButton() const { return *m_remove; }
    QComboBox &choice() const { return *m_choice; } // hidden while there is only one entry
    const TapPlanPane &plan() const { return *m_plan; }

Q_SIGNALS:
    void succeeded(const QString &sentence);

private:
    void showEntries();
    void choose(int row);
    void showPlan();

    const models::SoughtTap m_tap;
    session::HostStore m_store;
    models::SharedFiles m_files; // of m_entries
    std::vector<models::ChosenEntry> m_entries;
    QLabel *m_sentence;
    QComboBox *m_choice;
    TapPlanPane *m_plan;
    look::InlineMessage *m_refusal;
    QPushButton *m_remove;
};

} // namespace sonde::widgets
