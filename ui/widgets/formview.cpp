// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/formview.h"

#include "content/metrics.h"
#include "widgets/formwords.h"
#include "widgets/namelabel.h"
#include "widgets/statebutton.h"

#include <QApplication>
#include <QEvent>
#include <QScrollBar>

#include <algorithm>

namespace sonde::widgets {

namespace {

constexpr int kAround = 240; // pixels above and below what is seen
constexpr int kEnds = 6; // above the first and below the last row
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
    m_first->setGeometry(0, 0, 0, 0);
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
    ++m_generation;
    layOut();
    // The field may be of another kind now, and have other widgets.
    if (!focused.isNull() && focusedPointer() != focused)
        focusRow(focused);
}

void FormView::showProblems(const std::vector<FormProblem> &problems)
{
    m_problems = problems;
    ++m_generation;
    layOut();
}

void FormView::showComplaints(const QHash<QString, FormComplaint> &complaints)
{
    m_complaints = complaints;
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
    m_columns = FormColumns::of(width, labelWidth(), StateButton(this).sizeHint().width());
    m_tops.assign(1, kEnds);
    m_tops.reserve(m_rows.size() + 1);
    for (const FormRow &row : m_rows)
        m_tops.push_back(m_tops.back() + FormRowWidget::heightFor(row, m_columns, hasNote(row)));
    m_inside = true;
    m_page->resize(width, m_rows.empty() ? 0 : m_tops.back() + kEnds);
    m_inside = false;
    showVisible();
}

// Asking for the words of thousands of rows takes time: there all have the room for them.
bool FormView::hasNote(const FormRow &row) const
{
    if (!m_columns.narrow || row.type != FormRow::Type::Field)
        return false;
    return m_rows.size() > kMeasured || m_complaints.contains(row.field->pointer) || problemOf(row)
        || !hintOf(*row.field, m_form->facts(*row.field)).isEmpty();
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
        shown.widget = FormRowWidget::make(row, m_page);
        connect(shown.widget, &FormRowWidget::acted, this, &FormView::acted);
    }
    shown.seen = m_pass;
    shown.row = index;
    shown.widget->setGeometry(0, m_tops[index], m_columns.width, m_tops[index + 1] - m_tops[index]);
    if (shown.generation != m_generation) {
        shown.generation = m_generation;
        const auto complaint = m_complaints.constFind(row.field->pointer);
        shown.widget->showRow({*m_form, row, problemOf(row),
            complaint == m_complaints.constEnd() ? nullptr : &*complaint, m_columns});
    }
    shown.widget->show();
    return true;
}

const FormProblem *FormView::problemOf(const FormRow &row) const
{
    if (row.type != FormRow::Type::Field && row.type != FormRow::Type::Group)
        return nullptr;
    const QString &pointer = row.field->pointer;
    const bool closed = row.type == FormRow::Type::Group && !row.open;
    for (const FormProblem &problem : m_problems) {
        if (problem.pointer == pointer || (closed && problem.pointer.startsWith(pointer + u'/')))
            return &problem;
    }
    return nullptr;
}

// The one that has the focus stays, also when it is scrolled away.
void FormView::dropOthers()
{
    const QString focused = focusedPointer();
    for (auto it = m_shown.begin(); it != m_shown.end();) {
        FormRowWidget *widget = it->widget;
        const bool keep = widget
            && (it->seen == m_pass
                || (it->generation == m_generation && !focused.isNull()
                    && widget->pointer() == focused));
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

// Reading order, whatever order the rows were made in.
void FormView::setTabOrder()
{
    std::vector<const Shown *> inOrder;
    for (const Shown &shown : std::as_const(m_shown))
        inOrder.push_back(&shown);
    std::sort(inOrder.begin(), inOrder.end(),
        [](const Shown *a, const Shown *b) { return a->row < b->row; });
    QWidget *last = m_first;
    for (const Shown *shown : inOrder) {
        for (QWidget *stop : shown->widget->stops()) {
            if (last->nextInFocusChain() != stop)
                QWidget::setTabOrder(last, stop);
            last = stop;
        }
    }
}

bool FormView::focusRow(const QString &pointer)
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const FormRow &row) {
        return row.field->pointer == pointer && row.type != FormRow::Type::Picker;
    });
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
    m_shown[found->key()].widget->target()->setFocus(Qt::ShortcutFocusReason);
    return true;
}

QString FormView::focusedPointer() const
{
    for (QWidget *at = QApplication::focusWidget(); at && at != this; at = at->parentWidget()) {
        if (const auto *row = qobject_cast<FormRowWidget *>(at))
            return m_page->isAncestorOf(at) && !row->isHidden() ? row->pointer() : QString();
    }
    return {};
}

FormRowWidget *FormView::widgetFor(const QString &pointer) const
{
    for (const Shown &shown : m_shown) {
        if (shown.widget->pointer() == pointer && m_rows[shown.row].type != FormRow::Type::Picker)
            return shown.widget;
    }
    return nullptr;
}

void FormView::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    if (m_page->width() != viewport()->width()) {
        ++m_generation;
        layOut();
    } else {
        showVisible();
    }
}

void FormView::changeEvent(QEvent *event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        ++m_generation;
        layOut();
    }
}

void FormView::scrollContentsBy(int dx, int dy)
{
    QScrollArea::scrollContentsBy(dx, dy);
    showVisible();
}

} // namespace sonde::widgets
