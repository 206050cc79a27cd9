// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/fieldrow.h"

#include "content/metrics.h"
#include "content/tonelabel.h"
#include "widgets/fieldbox.h"
#include "widgets/formwords.h"
#include "widgets/itembuttons.h"
#include "widgets/namelabel.h"
#include "widgets/statebutton.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>

namespace sonde::widgets {

using models::Sign;
using models::Tone;

FieldRow::FieldRow(FieldEditor::Type type, bool named, QWidget *parent)
    : FormRowWidget(parent)
    , m_name(new NameLabel(named, this))
    , m_state(new StateButton(this))
    , m_box(new FieldBox(this))
    , m_editor(FieldEditor::make(type, m_box))
    , m_note(new content::ToneLabel(Tone::Muted, this))
    , m_buttons(new ItemButtons(this))
{
    m_box->setEditor(m_editor);
    connect(m_editor, &FieldEditor::acted, this, &FormRowWidget::acted);
    connect(m_buttons, &ItemButtons::acted, this, &FormRowWidget::acted);
    connect(m_name, &NameLabel::renamed, this, [this](const QString &name) {
        act({FormAction::Kind::Rename, {}, name});
    });
    connect(m_state, &StateButton::stateWanted, this, [this](schema::FieldState state) {
        FormAction action{FormAction::Kind::SetState};
        action.state = state;
        act(action);
    });
}

bool FieldRow::suits(const FormRow &row) const
{
    return row.type == FormRow::Type::Field && FieldEditor::typeFor(*row.field) == m_editor->type()
        && row.field->isAdded == m_name->isEditable();
}

QList<QWidget *> FieldRow::stops() const
{
    QList<QWidget *> all;
    if (m_name->isEditable())
        all << m_name->editor();
    all << m_editor->target();
    for (QWidget *inside : m_editor->findChildren<QWidget *>()) {
        // The list of a combo box is a window of its own.
        const bool here = inside->window() == window() && !inside->isHidden();
        if (here && inside->focusPolicy() & Qt::TabFocus && !all.contains(inside))
            all << inside;
    }
    return all;
}

QWidget *FieldRow::target() const
{
    return m_editor->target();
}

void FieldRow::fill(const RowView &view)
{
    const schema::Field &field = *view.row.field;
    const schema::FieldFacts facts = view.form.facts(field);
    const FormComplaint *complaint = view.complaint;
    const QString wrong = complaint ? complaint->sentence
        : view.problem              ? view.problem->sentence
                                    : QString();
    m_name->showField(field, spokenName(field, facts));
    m_state->showField(field, spokenName(field, facts));
    m_editor->showField(
        view.form, field, complaint && complaint->hasTyped ? &complaint->typed : nullptr);
    m_box->showState(field.state, !wrong.isEmpty());
    const bool typed = complaint && complaint->hasTyped && !complaint->typed.isEmpty();
    m_box->setGhost(typed ? QString() : ghostOf(field, facts), m_editor->ghostIndent());
    m_buttons->showField(field, spokenName(field, facts));
    const QString note = wrong.isEmpty() ? hintOf(field, facts) : wrong;
    m_note->setText(note);
    m_note->setTone(wrong.isEmpty() ? Tone::Muted : Tone::Error);
    m_note->setSign(wrong.isEmpty() ? Sign::None : Sign::ProtocolError);
    m_note->setFont(columns().narrow ? content::smallFont() : QFont());
    sayNames(view, note);
}

// A screen reader says with the editor what the eye finds around it.
void FieldRow::sayNames(const RowView &view, const QString &note)
{
    const schema::Field &field = *view.row.field;
    const schema::FieldFacts facts = view.form.facts(field);
    QWidget *target = m_editor->target();
    const QString name = spokenName(field, facts);
    m_name->setBuddy(target);
    m_editor->setAccessibleName(name);
    if (auto *button = qobject_cast<QAbstractButton *>(target))
        target->setAccessibleName(QString(name % QStringLiteral(": ") % button->text()));
    else
        target->setAccessibleName(name);
    QStringList parts{stateWord(field.state), m_box->ghost(), note,
        tr("Alt+1 to Alt+4 set omitted, null, empty, value")};
    parts.removeAll(QString());
    target->setAccessibleDescription(parts.join(QStringLiteral(". ")));
    const QString title = facts.title.isEmpty() ? QString() : QString(facts.title % u'\n');
    m_name->setHover(title % facts.description);
}

void FieldRow::place()
{
    const FormColumns &c = columns();
    const int line = lineHeight();
    const int top = 2;
    const int labelEnd = c.labelEndAt(depth());
    const int left = FormColumns::indent(depth());
    m_name->setGeometry(mirrored({left, top, labelEnd - left, line}));
    const int state = labelEnd + FormColumns::kGap;
    m_state->setGeometry(mirrored({state, top, c.stateWidth, line}));
    const int buttons = m_buttons->neededWidth();
    const int boxStart = state + c.stateWidth - 1;
    const int boxEnd = qMax(boxStart + 40, c.boxEnd - (c.narrow ? buttons : 0));
    const int note = m_note->text().isEmpty() ? 0 : c.note;
    const int high = m_editor->type() == FieldEditor::Type::Area ? height() - 4 - note : line;
    m_box->setGeometry(mirrored({boxStart, top, boxEnd - boxStart, high}));
    if (c.narrow) {
        m_note->setGeometry(
            mirrored({state, top + high, c.width - FormColumns::kMargin - state, note}));
        m_buttons->setGeometry(mirrored({boxEnd, top, buttons, line}));
        return;
    }
    const int beside = boxEnd + FormColumns::kGap;
    const int end = c.width - FormColumns::kMargin - buttons;
    m_note->setGeometry(mirrored({beside, top, qMax(0, end - beside), line}));
    m_buttons->setGeometry(mirrored({end, top, buttons, line}));
}

} // namespace sonde::widgets
