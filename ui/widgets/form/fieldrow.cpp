// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/fieldrow.h"

#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"
#include "widgets/form/fieldcell.h"
#include "widgets/form/fieldtexts.h"
#include "widgets/form/itembuttons.h"
#include "widgets/kit/label/namelabel.h"

#include <QLineEdit>

namespace sonde::widgets {

using models::ColorRole;
using models::Sign;

FieldRow::FieldRow(FieldEditor::Type type, bool named, QWidget *parent)
    : FormRowWidget(parent)
    , m_name(new NameLabel(named, this))
    , m_cell(new FieldCell(type, this))
    , m_note(new look::ColorLabel(ColorRole::Muted, this))
    , m_buttons(new ItemButtons(this))
{
    connect(m_cell, &FieldCell::acted, this, &FormRowWidget::acted);
    connect(m_buttons, &ItemButtons::acted, this, &FormRowWidget::acted);
    connect(m_name, &NameLabel::renamed, this, [this](const QString &name) {
        act({FormAction::Kind::Rename, {}, name});
    });
}

bool FieldRow::suits(const FormRow &row) const
{
    return row.type == FormRow::Type::Field && FieldEditor::typeFor(*row.field) == m_cell->type()
        && row.field->isAdded == m_name->isEditable();
}

QList<QWidget *> FieldRow::stops() const
{
    QList<QWidget *> all = m_cell->stops();
    if (m_name->isEditable())
        all.prepend(m_name->editor());
    return all;
}

QWidget *FieldRow::target() const
{
    return m_cell->target();
}

void FieldRow::fill(const RowView &view)
{
    const schema::Field &field = *view.row.field;
    const schema::FieldFacts facts = view.form.facts(field);
    const QString name = spokenName(field, facts);
    const QString wrong = view.troubles.sentenceAt(field.pointer);
    const QString note = wrong.isEmpty() ? hintOf(field, facts) : wrong;
    m_name->showField(field, name);
    m_cell->showField(view, field, name, note);
    m_name->setBuddy(m_cell->target());
    const QString title = facts.title.isEmpty() ? QString() : QString(facts.title % u'\n');
    m_name->setHover(title % facts.description);
    m_buttons->showField(field, name);
    m_note->setText(note);
    m_note->setColorRole(wrong.isEmpty() ? ColorRole::Muted : ColorRole::Error);
    m_note->setSign(wrong.isEmpty() ? Sign::None : Sign::ProtocolError);
    m_note->setFont(columns().narrow ? look::smallFont() : QFont());
    m_note->setWordWrap(columns().whole);
    m_note->setAlignment(
        columns().whole ? Qt::AlignLeft | Qt::AlignTop : Qt::AlignLeft | Qt::AlignVCenter);
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
    m_cell->setStateWidth(c.stateWidth);
    const int buttons = m_buttons->neededWidth();
    const int boxStart = state + c.stateWidth - 1;
    const int boxEnd = qMax(boxStart + 40, c.boxEnd - (c.narrow ? buttons : 0));
    const int note = m_note->text().isEmpty() ? 0 : c.note;
    const int high = m_cell->type() == FieldEditor::Type::Area ? height() - 4 - note : line;
    m_cell->setPlace(mirrored({state, top, boxEnd - state, high}));
    if (c.narrow) {
        m_note->setGeometry(
            mirrored({state, top + high, c.width - FormColumns::kMargin - state, note}));
        m_buttons->setGeometry(mirrored({boxEnd, top, buttons, line}));
        return;
    }
    const int beside = boxEnd + FormColumns::kGap;
    const int end = c.width - FormColumns::kMargin - buttons;
    const int noteHeight = c.whole ? height() - 2 * top : line;
    m_note->setGeometry(mirrored({beside, top, qMax(0, end - beside), noteHeight}));
    m_buttons->setGeometry(mirrored({end, top, buttons, line}));
}

} // namespace sonde::widgets
