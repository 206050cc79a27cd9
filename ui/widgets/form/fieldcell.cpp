// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/fieldcell.h"

#include "look/theme/metrics.h"
#include "widgets/form/fieldbox.h"
#include "widgets/form/fieldeditors.h"
#include "widgets/form/fieldtexts.h"
#include "widgets/form/statebutton.h"

#include <QStyle>

namespace sonde::widgets {

namespace {
constexpr int kRing = 3; // around the editor, for the ring of the focus
}

FieldCell::FieldCell(FieldEditor::Type type, QWidget *parent)
    : QWidget(parent)
    , m_state(new StateButton(this))
    , m_box(new FieldBox(this))
    , m_editor(makeFieldEditor(type, m_box))
{
    m_box->setEditor(m_editor);
    connect(m_editor, &FieldEditor::acted, this, &FieldCell::acted);
    connect(m_editor, &FieldEditor::targetChanged, this, &FieldCell::nameTarget);
    connect(m_state, &StateButton::stateRequested, this, [this](schema::FieldState state) {
        FormAction action{FormAction::Kind::SetState, m_pointer};
        action.state = state;
        Q_EMIT acted(action);
    });
}

void FieldCell::showField(
    const RowView &view, const schema::Field &field, const QString &name, const QString &note)
{
    m_pointer = field.pointer;
    const FormComplaint *complaint = view.troubles.complaintAt(field.pointer);
    const bool isWrong = !view.troubles.sentenceAt(field.pointer).isEmpty();
    m_state->showField(field, name);
    m_editor->showField(
        view.form, field, complaint && complaint->hasTyped ? &complaint->typed : nullptr);
    m_box->showState(field.state, isWrong);
    const bool typed = complaint && complaint->hasTyped && !complaint->typed.isEmpty();
    m_box->setGhost(typed ? QString() : ghostOf(field, view.form.facts(field)));
    m_name = name;
    QStringList parts{stateWord(field.state), m_box->ghost(), note,
        tr("Alt+1 to Alt+4 set omitted, null, empty, value")};
    parts.removeAll(QString());
    m_description = parts.join(QStringLiteral(". "));
    nameTarget();
}

void FieldCell::nameTarget()
{
    QWidget *target = m_editor->target();
    m_editor->setAccessibleName(m_name);
    const auto *button = qobject_cast<QAbstractButton *>(target);
    target->setAccessibleName(
        button ? QString(m_name % QStringLiteral(": ") % button->text()) : m_name);
    target->setAccessibleDescription(m_description);
}

int FieldCell::narrowState()
{
    return StateButton::glyphWidth();
}

void FieldCell::setStateWidth(int width)
{
    m_stateWidth = width;
    m_state->setGlyphOnly(width < m_state->wordWidth());
    arrange();
}

QList<QWidget *> FieldCell::stops() const
{
    QList<QWidget *> all{m_editor->target()};
    for (QWidget *inside : m_editor->findChildren<QWidget *>()) {
        // The list of a combo box is a window of its own.
        const bool here = inside->window() == window() && !inside->isHidden();
        if (here && inside->focusPolicy() & Qt::TabFocus && !all.contains(inside))
            all << inside;
    }
    return all;
}

void FieldCell::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void FieldCell::setPlace(const QRect &place)
{
    setGeometry(place.adjusted(-kRing, -kRing, kRing, kRing));
}

void FieldCell::arrange()
{
    const QRect all = rect().adjusted(kRing, kRing, -kRing, -kRing);
    const QRect state(all.left(), all.top(), m_stateWidth, look::metrics().formControl);
    QRect box = all;
    box.setLeft(state.right()); // they share a line
    m_state->setGeometry(QStyle::visualRect(layoutDirection(), rect(), state));
    m_box->setGeometry(QStyle::visualRect(layoutDirection(), rect(), box));
}

} // namespace sonde::widgets
