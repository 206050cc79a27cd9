// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/formrowwidget.h"

#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "widgets/form/fieldeditor.h"

#include <QFontMetrics>
#include <QPainter>
#include <QStyle>

namespace sonde::widgets {

namespace {

constexpr int kStep = 14; // of a level
constexpr int kMaxLevels = 12; // deeper ones stand under each other
constexpr int kLeastLabel = 60;
constexpr int kNarrow = 600;
constexpr int kMostBox = 420;
constexpr int kLeastNote = 200;
constexpr int kMostForm = 720;
constexpr int kMaxNote = 4000; // pixels, and characters, of a note that is shown whole

} // namespace

FormColumns FormColumns::of(int width, int labelWidth, int stateWidth)
{
    FormColumns c;
    c.width = usedOf(width);
    c.narrow = c.width < kNarrow;
    c.labelEnd = kMargin + qMax(kLeastLabel, qMin(labelWidth, c.width / (c.narrow ? 3 : 4)));
    c.stateWidth = stateWidth;
    c.row = look::metrics().formRow;
    c.line = look::metrics().bytesRow;
    c.under = QFontMetrics(look::smallFont()).height() + 3;
    c.note = c.narrow ? c.under : 0;
    const int boxStart = c.labelEnd + kGap + stateWidth;
    c.boxEnd = c.narrow
        ? c.width - kMargin
        : qMin(boxStart + kMostBox, qMax(boxStart + kLeastNote, c.width - kMargin - kLeastNote));
    return c;
}

int FormColumns::indent(int depth)
{
    return kMargin + qMin(depth, kMaxLevels) * kStep;
}

int FormColumns::usedOf(int width)
{
    return qMin(width, kMostForm);
}

int FormColumns::labelEndAt(int depth) const
{
    return qMax(labelEnd, indent(depth) + kLeastLabel);
}

FormColumns FormColumns::withWhole(const QString &text, int depth, int before) const
{
    FormColumns c = *this;
    c.whole = true;
    const int left = before + (narrow ? labelEndAt(depth) + kGap : boxEnd + kGap);
    const QRect room(0, 0, qMax(kLeastLabel, width - kMargin - left), kMaxNote);
    const QFontMetrics metrics(narrow ? look::smallFont() : QFont());
    const int height = metrics.boundingRect(room, Qt::TextWordWrap, text.left(kMaxNote)).height();
    if (narrow)
        c.note = qMax(note, height + 3);
    else
        c.beside = height + 6;
    return c;
}

int FormRowWidget::heightFor(const FormRow &row, const FormColumns &columns, bool note)
{
    if (row.type == FormRow::Type::Record)
        return columns.row + (note ? columns.under : 0);
    if (row.type == FormRow::Type::Heads)
        return columns.row - 4;
    if (row.type != FormRow::Type::Field)
        return columns.row + 2;
    const bool area =
        row.field->value.exists() && FieldEditor::typeFor(*row.field) == FieldEditor::Type::Area;
    const int more = area ? (FieldEditor::linesFor(*row.field) - 1) * columns.line + 4 : 0;
    return qMax(columns.row + more + (note ? columns.note : 0), columns.beside);
}

void FormRowWidget::showRow(const RowView &view)
{
    m_pointer = view.row.field->pointer;
    if (m_pointer.isNull())
        m_pointer = QStringLiteral(""); // the outermost value: null is for no row
    m_columns = view.columns;
    m_depth = view.row.depth;
    fill(view);
    place();
    update();
}

int FormRowWidget::lineHeight() const
{
    return look::metrics().formControl;
}

QRect FormRowWidget::mirrored(const QRect &place) const
{
    return QStyle::visualRect(layoutDirection(), rect(), place);
}

void FormRowWidget::act(FormAction action)
{
    action.pointer = m_pointer;
    Q_EMIT acted(action);
}

void FormRowWidget::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

// A line for each level leads down from the group that the row is in.
void FormRowWidget::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    for (int level = 0; level < qMin(m_depth, kMaxLevels); ++level) {
        const QRect line(FormColumns::indent(level) + 5, 0, 1, height());
        painter.fillRect(mirrored(line), look::theme().line);
    }
}

} // namespace sonde::widgets
