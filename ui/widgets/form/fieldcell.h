// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/fieldeditor.h"
#include "widgets/form/formrowwidget.h"

namespace sonde::widgets {

class FieldBox;
class StateButton;

// The state and the editor of a field side by side, as a row or a cell of a table has them. What
// the eye finds around them, a screen reader says with the editor.
class FieldCell final : public QWidget {
    Q_OBJECT
public:
    FieldCell(FieldEditor::Type type, QWidget *parent);

    // `note`: what is to be said about the field.
    void showField(
        const RowView &view, const schema::Field &field, const QString &name, const QString &note);
    // In the row's coordinates, right-to-left already seen to.
    void setPlace(const QRect &place);
    // What the state has room for; where that is less than its word needs, the glyph stands alone.
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
    QString m_description; // what a screen reader says after it
    int m_stateWidth = 0;
};

} // namespace sonde::widgets
