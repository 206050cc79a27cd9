// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/formview.h"

#include "look/painting/signpainting.h"
#include "look/theme/metrics.h"
#include "widgets/form/fieldtexts.h"
#include "widgets/form/rowwidgets.h"
#include "widgets/form/statebutton.h"
#include "widgets/kit/label/namelabel.h"

#include <QApplication>
#include <QEvent>
#include <QScrollBar>

#include <algorithm>

namespace sonde::widgets {

namespace {

constexpr int kAround = 240; // pixels above and below the visible part
constexpr int kEnds = 6; // above the first and below the last row
constexpr int kStale = 0; // no generation: the row is unchanged but shows something new
constexpr std::size_t kMeasured = 500; // rows that are measured one by one

} // namespace

FormView::FormView(QWidget *parent)
    : QScrollArea(parent)
    , m_page(new QWidget)
    , m_first(new QWidget(m_page))
{
    setFrameStyle(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // the rows take it
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setBackgroundRole(QPalette::Base);
    m_page->setBackgroundRole(QPalette::Base);
    setWidget(m_page);
    m_first->hide();
    m_again.setSingleShot(true);
    m_again.setInterval(0);
    connect(&m_again, &QTimer::timeout, this, &FormView::showVisible);
}

void FormView::clear()
{
    m_held = false;
    m_rows.clear();
    m_form = nullptr;
    ++m_generation;
    layOut();
}

void FormView::showRows(const schema::Form &form, std::vector<FormRow> rows)
{
    const QString focused = focusedPointer();
    m_held = false;
    m_form = &form;
    m_rows = std::move(rows);
    m_labelWidth = labelWidth();
    ++m_generation;
    layOut();
    // The field may be of another kind now, and have other widgets.
    if (!focused.isNull() && focusedPointer() != focused)
        focusRow(focused);
}

void FormView::showChange(const QString &pointer)
{
    for (Shown &shown : m_shown) {
        const QString &own = m_rows[shown.row].field->pointer;
        const bool isInside = pointer.startsWith(own) && pointer.mid(own.size()).startsWith(u'/');
        if (own == pointer || isInside)
            shown.generation = kStale;
    }
    layOut();
}

void FormView::showProblems(const std::vector<FormProblem> &problems)
{
    m_troubles.setProblems(problems);
    ++m_generation;
    layOut();
}

void FormView::showComplaints(const QHash<QString, FormComplaint> &complaints)
{
    m_troubles.setComplaints(complaints);
    ++m_generation;
    layOut();
}

int FormView::labelWidth() const
{
    int width = 0;
    const QFontMetrics metrics(font());
    for (std::size_t i = 0; i < std::min(m_rows.size(), kMeasured); ++i) {
        const FormRow &row = m_rows[i];
        if (row.type == FormRow::Type::Field)
            width = std::max(width,
                NameLabel::widthOf(*row.field, metrics) + FormColumns::indent(row.depth)
                    - FormColumns::kMargin);
    }
    return width;
}

void FormView::layOut()
{
    if (m_held)
        return;
    const int width = viewport()->width();
    m_columns = FormColumns::of(width, m_labelWidth, StateButton(this).sizeHint().width());
    m_tops.assign(1, kEnds);
    m_tops.reserve(m_rows.size() + 1);
    for (const FormRow &row : m_rows)
        m_tops.push_back(
            m_tops.back() + FormRowWidget::heightFor(row, columnsOf(row), hasNote(row)));
    m_inside = true;
    m_page->resize(width, m_rows.empty() ? 0 : m_tops.back() + kEnds);
    m_inside = false;
    showVisible();
}

// Measuring the words of thousands of rows takes time: then all get room for them.
bool FormView::hasNote(const FormRow &row) const
{
    if (row.type == FormRow::Type::Record)
        return !m_troubles.sentenceIn(row.field->pointer).isEmpty()
            || std::any_of(row.cells.begin(), row.cells.end(), [this](const schema::Field *cell) {
                   return m_troubles.complaintAt(cell->pointer);
               });
    if (!m_columns.narrow || row.type != FormRow::Type::Field)
        return false;
    return m_rows.size() > kMeasured || !m_troubles.sentenceAt(row.field->pointer).isEmpty()
        || !hintOf(*row.field, m_form->facts(*row.field)).isEmpty();
}

FormColumns FormView::columnsOf(const FormRow &row) const
{
    if (row.type != FormRow::Type::Field || m_rows.size() > kMeasured)
        return m_columns;
    const QString wrong = m_troubles.sentenceAt(row.field->pointer);
    return wrong.isEmpty()
        ? m_columns.withWhole(hintOf(*row.field, m_form->facts(*row.field)), row.depth)
        : m_columns.withWhole(wrong, row.depth, look::metrics().sign + look::kAfterSign);
}

std::size_t FormView::rowAt(int y) const
{
    const auto after = std::upper_bound(m_tops.begin(), m_tops.end(), y);
    const auto index = std::distance(m_tops.begin(), after) - 1;
    return std::size_t(std::clamp<std::ptrdiff_t>(index, 0, std::ptrdiff_t(m_rows.size())));
}

void FormView::showVisible()
{
    if (m_inside || m_held)
        return;
    m_inside = true;
    m_again.stop();
    ++m_pass;
    int made = 0;
    bool complete = true;
    const int top = verticalScrollBar()->value();
    const std::size_t begin = rowAt(top - kAround);
    const std::size_t end =
        std::min(rowAt(top + viewport()->height() + kAround) + 1, m_rows.size());
    for (std::size_t i = begin; i < end; ++i)
        complete = showRow(i, made) && complete;
    m_mostMade = std::max(m_mostMade, made);
    dropOthers();
    setTabOrder();
    m_inside = false;
    if (!complete)
        m_again.start();
}

bool FormView::showRow(std::size_t index, int &made)
{
    const FormRow &row = m_rows[index];
    Shown &shown = m_shown[row.key()];
    if (shown.widget && !shown.widget->suits(row)) {
        shown.widget->hide();
        shown.widget->deleteLater();
        shown = {};
    }
    if (!shown.widget) {
        if (made == kRowsPerTurn)
            return false;
        ++made;
        shown.widget = makeRowWidget(row, m_page);
        connect(shown.widget, &FormRowWidget::acted, this, &FormView::acted);
        connect(shown.widget, &FormRowWidget::stepped, this, &FormView::step);
    }
    shown.seen = m_pass;
    shown.row = index;
    shown.widget->setGeometry(0, m_tops[index], m_columns.width, m_tops[index + 1] - m_tops[index]);
    if (shown.generation != m_generation) {
        shown.generation = m_generation;
        shown.widget->showRow({*m_form, row, m_troubles, columnsOf(row)});
    }
    shown.widget->show();
    return true;
}

// The row with the focus keeps its widgets even when it is scrolled out of view.
void FormView::dropOthers()
{
    const FormRowWidget *focused = focusedRow();
    for (auto it = m_shown.begin(); it != m_shown.end();) {
        FormRowWidget *widget = it->widget;
        const bool keep =
            widget && (it->seen == m_pass || (it->generation == m_generation && widget == focused));
        if (keep) {
            ++it;
            continue;
        }
        if (widget) {
            widget->hide();
            widget->deleteLater();
        }
        it = m_shown.erase(it);
    }
}

// The Tab order follows the rows, in whatever order their widgets were created.
void FormView::setTabOrder()
{
    std::vector<const Shown *> inOrder;
    for (const Shown &shown : std::as_const(m_shown))
        inOrder.push_back(&shown);
    std::sort(inOrder.begin(), inOrder.end(),
        [](const Shown *a, const Shown *b) { return a->row < b->row; });
    m_first->setFocusPolicy(Qt::TabFocus); // QWidget::setTabOrder() ignores what takes no focus
    QWidget *last = m_first;
    for (const Shown *shown : inOrder) {
        for (QWidget *stop : shown->widget->stops()) {
            if (last->nextInFocusChain() != stop)
                QWidget::setTabOrder(last, stop);
            last = stop;
        }
    }
    m_first->setFocusPolicy(Qt::NoFocus);
}

bool FormView::focusRow(const QString &pointer)
{
    const auto found = std::find_if(
        m_rows.begin(), m_rows.end(), [&](const FormRow &row) { return row.shows(pointer); });
    if (found == m_rows.end())
        return false;
    const auto index = std::size_t(found - m_rows.begin());
    ensureVisible(0, m_tops[index], 0, kEnds);
    ensureVisible(0, m_tops[index + 1], 0, kEnds);
    int made = 0;
    m_inside = true;
    showRow(index, made);
    m_inside = false;
    setTabOrder();
    m_shown[found->key()].widget->targetAt(pointer)->setFocus(Qt::ShortcutFocusReason);
    return true;
}

FormRowWidget *FormView::focusedRow() const
{
    QWidget *focused = QApplication::focusWidget();
    if (!focused || !m_page->isAncestorOf(focused))
        return nullptr;
    for (QWidget *at = focused; at != m_page; at = at->parentWidget()) {
        if (auto *row = qobject_cast<FormRowWidget *>(at))
            return row->isHidden() ? nullptr : row;
    }
    return nullptr;
}

QString FormView::focusedPointer() const
{
    const FormRowWidget *row = focusedRow();
    return row ? row->pointerAt(QApplication::focusWidget()) : QString();
}

FormRowWidget *FormView::widgetFor(const QString &pointer) const
{
    for (const Shown &shown : m_shown) {
        if (m_rows[shown.row].shows(pointer))
            return shown.widget;
    }
    return nullptr;
}

// Moves to the same member of the next or previous record, if there is one.
void FormView::step(const QString &pointer, int by)
{
    const auto from = std::find_if(
        m_rows.begin(), m_rows.end(), [&](const FormRow &row) { return row.shows(pointer); });
    const auto index = std::distance(m_rows.begin(), from) + by;
    if (from == m_rows.end() || index < 0 || index >= std::ptrdiff_t(m_rows.size()))
        return;
    const FormRow &to = m_rows[std::size_t(index)];
    if (to.type != FormRow::Type::Record || to.table != from->table)
        return;
    for (std::size_t i = 0; i < from->cells.size(); ++i) {
        if (from->cells[i]->pointer == pointer)
            focusRow(QString(to.cells[i]->pointer));
    }
}

void FormView::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    if (m_page->width() != viewport()->width()) {
        ++m_generation;
        layOut();
        Q_EMIT rowWidthChanged();
    } else {
        showVisible();
    }
}

void FormView::changeEvent(QEvent *event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        ++m_generation;
        m_labelWidth = labelWidth();
        layOut();
    }
}

void FormView::scrollContentsBy(int dx, int dy)
{
    QScrollArea::scrollContentsBy(dx, dy);
    showVisible();
}

} // namespace sonde::widgets
