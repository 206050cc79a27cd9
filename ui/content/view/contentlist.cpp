// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/view/contentlist.h"

#include "content/view/contentview.h"
#include "look/controls/colorlabel.h"
#include "look/controls/emptystate.h"
#include "look/theme/metrics.h"

#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cstddef>

namespace sonde::content {
namespace {

constexpr int kLeastCap = 160; // pixels; the smallest height limit of a content

} // namespace

ContentList::ContentList(QWidget *parent)
    : QScrollArea(parent)
{
    setWidgetResizable(true);
    setAccessibleName(tr("Contents"));
    setFrameShape(QFrame::NoFrame);
    setBackgroundRole(QPalette::Base);
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(0);
    connect(&m_refresh, &QTimer::timeout, this, &ContentList::refresh);
    const auto later = [this] { m_refresh.start(); };
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, later);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, later);
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] { m_sought.reset(); });
    startAfresh();
}

ContentList::~ContentList() = default;

void ContentList::startAfresh()
{
    m_contents.clear();
    m_parts.clear();
    m_marks.clear();
    m_lastHeading.clear();
    m_sought.reset();
    m_moreButton = nullptr;
    m_page = new QWidget;
    m_page->setBackgroundRole(QPalette::Base);
    auto *layout = new QVBoxLayout(m_page);
    const int margin = look::metrics().unit;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(look::metrics().gap);
    setWidget(m_page);
}

void ContentList::setNothing(const QString &sentence, const QString &reason)
{
    startAfresh();
    auto *empty = new look::EmptyState(m_page);
    empty->setText(sentence, reason);
    m_page->layout()->addWidget(empty);
    static_cast<QVBoxLayout *>(m_page->layout())->addStretch();
}

void ContentList::setContents(std::vector<Content> contents)
{
    startAfresh();
    m_contents = std::move(contents);
    static_cast<QVBoxLayout *>(m_page->layout())->addStretch();
    layOutMore();
}

void ContentList::layOutMore()
{
    delete std::exchange(m_moreButton, nullptr);
    const std::size_t end = std::min(m_contents.size(), m_parts.size() + kStep);
    while (m_parts.size() < end)
        addView(m_contents[m_parts.size()]);
    if (end < m_contents.size()) {
        auto *more = new QPushButton(
            tr("Show more (%L1 left)").arg(qulonglong(m_contents.size() - end)), m_page);
        more->setObjectName(QStringLiteral("showMore"));
        connect(more, &QPushButton::clicked, this, &ContentList::layOutMore, Qt::QueuedConnection);
        auto *layout = static_cast<QVBoxLayout *>(m_page->layout());
        layout->insertWidget(layout->count() - 1, more, 0, Qt::AlignLeft);
        m_moreButton = more;
    }
    m_refresh.start();
}

void ContentList::addView(const Content &content)
{
    auto *layout = static_cast<QVBoxLayout *>(m_page->layout());
    if (content.heading != m_lastHeading && !content.heading.isEmpty()) {
        auto *heading = new look::ColorLabel(content.heading, models::ColorRole::Normal, m_page);
        heading->setFont(look::boldFont());
        layout->insertWidget(layout->count() - 1, heading);
    }
    m_lastHeading = content.heading;
    auto *view = new ContentView(m_page);
    view->setInList(true);
    connect(view, &ContentView::saved, this, &ContentList::saved);
    connect(view, &ContentView::linkRequested, this, &ContentList::linkRequested);
    connect(view, &ContentView::heightChanged, &m_refresh, qOverload<>(&QTimer::start));
    view->setFixedHeight(heightOf(*view, viewport()->width()));
    layout->insertWidget(layout->count() - 1, view);
    m_parts.push_back({view, false});
}

ContentView *ContentList::view(std::size_t number) const
{
    return number < m_parts.size() ? m_parts[number].view : nullptr;
}

void ContentList::scrollTo(std::size_t number)
{
    while (number < m_contents.size() && number >= m_parts.size())
        layOutMore();
    if (number >= m_parts.size())
        return;
    m_sought = number;
    showSought();
}

// Again whenever a content before it gets its height, or the scroll bar its range for that, until a
// person moves on.
void ContentList::showSought()
{
    if (!m_sought)
        return;
    m_page->layout()->activate();
    // One that is higher than the place is read from its beginning.
    const QWidget *sought = view(*m_sought);
    if (sought->height() > viewport()->height())
        verticalScrollBar()->setValue(sought->y());
    else
        ensureWidgetVisible(view(*m_sought));
}

void ContentList::setMarks(std::size_t number, const std::vector<JsonMark> &marks)
{
    if (number >= m_contents.size())
        return;
    m_marks[number] = marks;
    if (number < m_parts.size() && m_parts[number].asked)
        m_parts[number].view->setMarks(marks);
}

// A single content has the whole place, and scrolls in itself alone; of many none takes more than
// most of it, so that a person sees that there are others.
int ContentList::heightOf(const ContentView &view, int width) const
{
    const QMargins margins = m_page->layout()->contentsMargins();
    const int room = viewport()->height() - margins.top() - margins.bottom();
    const int heading = m_lastHeading.isEmpty()
        ? 0
        : QFontMetrics(look::boldFont()).height() + m_page->layout()->spacing();
    if (m_contents.size() == 1)
        return view.wantedHeight(width, room - heading);
    return view.wantedHeight(width, std::max(room * 3 / 4, kLeastCap));
}

void ContentList::refresh()
{
    const int margin = m_page->layout()->contentsMargins().left();
    const int width = viewport()->width() - 2 * margin;
    const int top = verticalScrollBar()->value();
    const int bottom = top + viewport()->height();
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        Part &part = m_parts[i];
        const int height = heightOf(*part.view, width);
        if (part.view->height() != height || part.view->minimumHeight() != height)
            part.view->setFixedHeight(height);
        const QRect place = part.view->geometry();
        if (!part.asked && place.top() <= bottom && place.bottom() >= top) {
            part.asked = true;
            part.view->setContent(m_contents[i]);
            if (const auto marks = m_marks.find(i); marks != m_marks.end())
                part.view->setMarks(marks->second);
        }
    }
    showSought();
}

void ContentList::wheelEvent(QWheelEvent *event)
{
    m_sought.reset();
    QScrollArea::wheelEvent(event);
}

bool ContentList::focusNextPrevChild(bool next)
{
    m_sought.reset();
    return QScrollArea::focusNextPrevChild(next);
}

void ContentList::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    m_refresh.start();
}

} // namespace sonde::content
