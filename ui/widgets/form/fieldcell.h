// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/fieldeditor.h"
#include "widgets/form/formrowwidget.h"

namespace sonde::widgets {

class FieldBox;
class StateButton;

// The state and the editor of a field side by side, in a row or in a cell of a table. A screen
// reader reads the surrounding texts with the editor.
class FieldCell final : public QWidget {
    Q_OBJECT
public:
    FieldCell(FieldEditor::Type type, QWidget *parent);

    // `note` is the hint or the problem of the field.
    void showField(
        const RowView &view, const schema::Field &field, const QString &name, const QString &note);
    // In the row's coordinates, mirrored for right-to-left layouts already.
    void setPlace(const QRect &place);
    // The width for the state; when its word does not fit, only the glyph is shown.
    void setStateWidth(int width);
    static int narrowState();

    FieldEditor::Type type() const { return m_editor->type(); }
    const QString &pointer() const { return m_pointer; }
    QList<QWidget *> stops() const; // of the Tab key, in order
    QWidget *target() const { return m_editor->target(); }

Q_SIGNALS:
    void acted(const sonde::widgets::FormAction &action);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();
    void nameTarget();

    StateButton *m_state;
    FieldBox *m_box;
    FieldEditor *m_editor;
    QString m_pointer;
    QString m_name;
    QString m_description; // what a screen reader reads after the value
    int m_stateWidth = 0;
};

} // namespace sonde::widgets
