// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"

#include <QObject>

class QComboBox;
class QWidget;

namespace sonde::widgets {

class BoundedSpin;
class SecretTable;
class FieldRows;
class PathField;
class StringListEdit;

// The fields of a server that is a command to start. The pages own the widgets.
class CommandFields : public QObject {
    Q_OBJECT
public:
    // The rows of the program and those of the environment are on two pages.
    CommandFields(FieldRows &command, FieldRows &environment);

    void fill(const config::Profile &profile);
    void putInto(config::Profile &profile) const;
    // The command to start, one argument per row, with its debugger.
    static QString preview(const config::Profile &profile);
    // Says which debugger fits the program, and offers a port only where there is a debugger.
    void showProposal(const config::Profile &profile);

Q_SIGNALS:
    void changed();

private:
    void makeDebugger(FieldRows &command);
    config::DebugSettings debugSettings() const;

    PathField *m_program;
    StringListEdit *m_arguments;
    PathField *m_folder;
    SecretTable *m_environment;
    QComboBox *m_debugger;
    BoundedSpin *m_port;
};

} // namespace sonde::widgets
