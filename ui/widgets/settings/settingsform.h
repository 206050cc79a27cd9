// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/settings/settingspage.h"

#include <vector>

class QCheckBox;
class QGridLayout;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// A page of settings one below the other, each with its label and a line that says what it does.
class SettingsForm : public SettingsPage {
    Q_OBJECT
public:
    SettingsForm(const QString &title, const char *place, QWidget *parent = nullptr);

    int filter(const QString &words) override;
    QWidget *firstShown() const override;

protected:
    // The label, without its mnemonic, becomes the accessible name of the control.
    void addRow(const QString &label, QWidget *control, const QString &explanation);
    void addRow(QCheckBox *box, const QString &explanation);
    // A line of text without a control; `button` is beside it.
    look::ColorLabel *addFact(
        const QString &label, const QString &explanation, QWidget *button = nullptr);
    void addRestoreButton(); // the last row

private:
    struct Row {
        QString text; // that is searched
        QWidget *control; // that takes the focus; nullptr: none
        std::vector<QWidget *> parts;
    };
    void addExplanation(const QString &explanation, QWidget *control, Row &row);

    QGridLayout *m_rows;
    std::vector<Row> m_settings;
};

} // namespace sonde::widgets
