// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/tap/breakpointtext.h"
#include "tap/breakpoint/breakpoint.h"
#include "trace/filter/filtercompletion.h"

#include <QDialog>

#include <functional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QPushButton;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class BoundedSpin;
class FilterEdit;

// One breakpoint of a tap as fields: which messages it stops, and what happens to them. It deletes
// itself when it is closed.
class BreakpointDialog : public QDialog {
    Q_OBJECT
public:
    // Where the messages cross, which decides what can be done with them and what the directions
    // are called.
    struct Place {
        tap::TapTransport transport;
        models::TapClient client;
    };
    // The values that the filter's completion offers come from `vocabulary`, which may be empty.
    BreakpointDialog(const tap::Breakpoint &breakpoint, const Place &place, const QString &title,
        std::function<trace::FilterVocabulary()> vocabulary, QWidget *parent);

    FilterEdit &filter() { return *m_filter; }
    content::JsonEditor &text() { return *m_text; }
    QString problem() const; // why it cannot be saved; empty: it can

Q_SIGNALS:
    void saved(const sonde::tap::Breakpoint &breakpoint);

private:
    void makeFields();
    void makeAmounts();
    QFormLayout *makeForm();
    void show(const tap::Breakpoint &breakpoint);
    void listActions(); // that messages of the direction can be stopped for
    rpc::Channel channel() const;
    tap::Breakpoint breakpoint() const; // of the fields
    tap::BreakpointAction::Kind action() const;
    void nameDelay(tap::BreakpointAction::Kind action);
    void refresh();

    tap::Breakpoint m_given; // what no field shows stays
    const Place m_place;
    QFormLayout *m_form;
    QComboBox *m_direction;
    FilterEdit *m_filter;
    QComboBox *m_action;
    QDoubleSpinBox *m_delay;
    BoundedSpin *m_bytes;
    content::JsonEditor *m_text;
    look::ColorLabel *m_placeholders; // says what a response may contain
    QLineEdit *m_command;
    BoundedSpin *m_only;
    QCheckBox *m_othersPass;
    look::ColorLabel *m_problem;
    QPushButton *m_save;
};

} // namespace sonde::widgets
