// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/fieldeditor.h"
#include "widgets/formrowwidget.h"

class QLineEdit;

namespace sonde::content {
class ToneLabel;
}

namespace sonde::widgets {

class FieldBox;
class ItemButtons;
class NameLabel;
class StateButton;

// A field with one value: its name, its state, its editor, and what is to be said about it.
class FieldRow final : public FormRowWidget {
    Q_OBJECT
public:
    // With `named`, the name is edited as well.
    FieldRow(FieldEditor::Type type, bool named, QWidget *parent);

    bool suits(const FormRow &row) const override;
    QList<QWidget *> stops() const override;
    QWidget *target() const override;

protected:
    void fill(const RowView &view) override;
    void place() override;

private:
    void sayNames(const RowView &view, const QString &note);

    NameLabel *m_name;
    StateButton *m_state;
    FieldBox *m_box;
    FieldEditor *m_editor;
    content::ToneLabel *m_note;
    ItemButtons *m_buttons;
};

} // namespace sonde::widgets
