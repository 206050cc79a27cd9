// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"

#include <QDialog>

#include <map>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace sonde::content {
class ToneLabel;
}

namespace sonde::widgets {

class EnvironmentEdit;
class StringListEdit;

// A server's description as fields. Not modal: the window behind goes on.
class ServerEditor : public QDialog {
    Q_OBJECT
public:
    // A server without a name is a new one.
    ServerEditor(const config::Profile &profile, QStringList otherNames, QWidget *parent = nullptr);

    config::Profile profile() const;

Q_SIGNALS:
    void saved(const QString &oldName, const sonde::config::Profile &profile, bool connectNow);

private:
    QLayout *makeFields();
    QLayout *makePreview();
    QLayout *makeButtons();
    QWidget *withChooser(QLineEdit *field, bool folder);
    void addField(
        QFormLayout *form, config::ProfileField field, const QString &label, QWidget *widget);
    void fill(const config::Profile &profile);
    void takeApart();
    void check();
    void save(bool connectNow);

    config::Profile m_original; // what the fields do not show is kept
    QStringList m_otherNames;
    QLineEdit *m_commandLine;
    content::ToneLabel *m_commandNotes;
    QLineEdit *m_name;
    QLineEdit *m_program;
    StringListEdit *m_arguments;
    QLineEdit *m_folder;
    EnvironmentEdit *m_environment;
    QComboBox *m_era;
    QComboBox *m_revision;
    std::map<config::ProfileField, QDoubleSpinBox *> m_timeouts;
    std::map<config::ProfileField, content::ToneLabel *> m_problems;
    QPlainTextEdit *m_preview;
    QPushButton *m_save;
    QPushButton *m_saveAndConnect;
};

} // namespace sonde::widgets
