// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/recordrow.h"

#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"
#include "widgets/form/fieldcell.h"
#include "widgets/form/fieldtexts.h"
#include "widgets/form/itembuttons.h"
#include "widgets/form/recordtable.h"
#include "widgets/kit/button/openarrow.h"

#include <QKeyEvent>
#include <QLineEdit>

#include <algorithm>

namespace sonde::widgets {

using models::ColorRole;
using models::Sign;

RecordRow::RecordRow(const FormRow &row, QWidget *parent)
    : FormRowWidget(parent)
    , m_arrow(new OpenArrow(this))
    , m_index(new look::ColorLabel(ColorRole::Muted, this))
    , m_buttons(new ItemButtons(this))
    , m_note(new look::ColorLabel(ColorRole::Error, this))
{
    m_index->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_note->setFont(look::smallFont());
    m_note->setSign(Sign::ProtocolError);
    connect(m_arrow, &OpenArrow::openRequested, this, [this](bool open) {
        FormAction action{FormAction::Kind::Open};
        action.on = open;
        act(action);
    });
    connect(m_buttons, &ItemButtons::acted, this, &FormRowWidget::acted);
    for (const schema::Field *field : row.cells) {
        auto *cell = new FieldCell(FieldEditor::typeFor(*field), this);
        connect(cell, &FieldCell::acted, this, &FormRowWidget::acted);
        if (cell->type() == FieldEditor::Type::Line)
            cell->target()->installEventFilter(this);
        m_cells.push_back(cell);
    }
}

bool RecordRow::suits(const FormRow &row) const
{
    return row.type == FormRow::Type::Record
        && std::equal(m_cells.begin(), m_cells.end(), row.cells.begin(), row.cells.end(),
            [](const FieldCell *cell, const schema::Field *field) {
                return cell->type() == FieldEditor::typeFor(*field);
            });
}

QList<QWidget *> RecordRow::stops() const
{
    QList<QWidget *> all{m_arrow};
    for (const FieldCell *cell : m_cells)
        all << cell->stops();
    return all;
}

QWidget *RecordRow::target() const
{
    return m_cells.empty() ? m_arrow : m_cells.front()->target();
}

QWidget *RecordRow::targetAt(const QString &pointer) const
{
    const auto found = std::find_if(m_cells.begin(), m_cells.end(),
        [&](const FieldCell *cell) { return cell->pointer() == pointer; });
    return found == m_cells.end() ? target() : (*found)->target();
}

QString RecordRow::pointerAt(const QWidget *inside) const
{
    const auto found = std::find_if(m_cells.begin(), m_cells.end(),
        [inside](const FieldCell *cell) { return cell->isAncestorOf(inside); });
    return found == m_cells.end() ? pointer() : (*found)->pointer();
}

void RecordRow::fill(const RowView &view)
{
    m_table = view.row.table;
    const schema::Field &element = *view.row.field;
    const QString name = spokenName(element, view.form.facts(element));
    m_arrow->showOpen(false, name);
    m_arrow->setAccessibleDescription(
        tr("%1. Alt+1 to Alt+4 set omitted, null, empty, value").arg(stateWord(element.state)));
    m_index->setText(element.name);
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const schema::Field &field = *view.row.cells[i];
        const schema::FieldFacts facts = view.form.facts(field);
        const QString wrong = view.troubles.sentenceAt(field.pointer);
        m_cells[i]->showField(view, field, tr("%1 of %2").arg(spokenName(field, facts), name),
            wrong.isEmpty() ? hintOf(field, facts) : wrong);
    }
    m_buttons->showField(element, name);
    sayWhatIsWrong(view);
}

// The row has one line for notes: it shows the first problem, with the member's name.
void RecordRow::sayWhatIsWrong(const RowView &view)
{
    QString words = view.troubles.sentenceAt(pointer());
    for (auto cell = view.row.cells.begin(); cell != view.row.cells.end() && words.isEmpty();
         ++cell) {
        const QString wrong = view.troubles.sentenceAt((*cell)->pointer);
        if (!wrong.isEmpty())
            words = tr("%1: %2").arg((*cell)->name, wrong);
    }
    m_note->setText(words);
    m_note->setVisible(!words.isEmpty());
}

void RecordRow::place()
{
    if (!m_table)
        return;
    const FormColumns &c = columns();
    const int line = lineHeight();
    const int top = 2;
    m_arrow->setGeometry(mirrored({RecordTable::arrowAt(depth()), top, OpenArrow::kWidth, line}));
    const int index = RecordTable::indexAt(depth());
    m_index->setGeometry(mirrored({index, top, RecordTable::kIndex, line}));
    const auto places = m_table->places(c, depth(), c.stateWidth);
    for (std::size_t i = 0; i < std::min(m_cells.size(), places.size()); ++i) {
        m_cells[i]->setStateWidth(places[i].state);
        m_cells[i]->setPlace(mirrored({places[i].left, top, places[i].width, line}));
    }
    const int end = c.width - FormColumns::kMargin;
    m_buttons->setGeometry(
        mirrored({end - RecordTable::kButtons, top, RecordTable::kButtons, line}));
    const int note = index + RecordTable::kIndex + FormColumns::kGap;
    m_note->setGeometry(mirrored({note, top + line, end - note, c.under}));
}

bool RecordRow::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool up = key->key() == Qt::Key_Up;
        if (key->modifiers() == Qt::NoModifier && (up || key->key() == Qt::Key_Down)) {
            Q_EMIT stepped(pointerAt(static_cast<QWidget *>(watched)), up ? -1 : 1);
            return true;
        }
    }
    return FormRowWidget::eventFilter(watched, event);
}

} // namespace sonde::widgets
