// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/process/processchart.h"

#include "base/formatting.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "widgets/process/processchartpainter.h"
#include "widgets/timeaxis/scalewheel.h"
#include "widgets/timeaxis/spantext.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sonde::widgets {

using models::ProcessHistory;
using models::TimeLanes;
using Point = ProcessHistory::Point;

namespace {

constexpr int kNearSpan = 3; // pixels beside a span that are its own as well
constexpr int kUsualLines = 14; // of text
constexpr int kLeastLines = 7;

// "+46.2 MB", "−3.1 MB".
QString changeText(std::int64_t bytes)
{
    return (bytes < 0 ? QStringLiteral("−") : QStringLiteral("+"))
        % sizeText(std::uint64_t(std::abs(bytes)));
}

} // namespace

ProcessChart::ProcessChart(TimeLanes &lanes, QWidget *parent, const Clock &clock)
    : QWidget(parent)
    , m_lanes(lanes)
    , m_clock(clock)
    , m_phases(lanes.model())
    , m_layout(lanes)
    , m_history(&m_none)
{
    setObjectName(QStringLiteral("processChart"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Calls, processor time and memory over time"));
    connect(&lanes, &TimeLanes::lanesChanged, this, [this] {
        const auto &all = m_lanes.lanes();
        if (m_lane && std::find(all.begin(), all.end(), m_lane) == all.end())
            choose(0, nullptr);
        refresh();
    });
    connect(&lanes, &TimeLanes::spansChanged, this, qOverload<>(&QWidget::update));
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this,
        qOverload<>(&QWidget::update));
    describe();
}

QSize ProcessChart::sizeHint() const
{
    return {400, kUsualLines * look::metrics().row};
}

QSize ProcessChart::minimumSizeHint() const
{
    return {200, kLeastLines * look::metrics().row};
}

std::int64_t ProcessChart::now() const
{
    return m_clock.now().steady;
}

void ProcessChart::setHistory(const QString &server, const ProcessHistory *history)
{
    m_history = history ? history : &m_none;
    if (std::exchange(m_server, server) != server) {
        m_isFollowing = true;
        choose(0, nullptr);
    }
    refresh();
}

void ProcessChart::setChosen(platform::ProcessId process, const QString &name)
{
    m_chosen = process;
    m_chosenName = name;
    update();
}

void ProcessChart::setRunning(bool isRunning)
{
    m_isRunning = isRunning;
}

void ProcessChart::setCurrent(trace::Number number)
{
    const Lane *lane = m_lanes.laneOf(number);
    while (lane && lane->parent) // the call that it belongs to
        lane = lane->parent;
    const Piece piece = lane ? m_lanes.pieceOf(number, now(), lane) : Piece();
    const bool isIts = lane && lane->kind == TimeLanes::Kind::Calls
        && m_lanes.serverName(lane->server) == m_server;
    choose(isIts ? piece.number : 0, lane);
}

void ProcessChart::choose(trace::Number number, const Lane *lane)
{
    const Lane *its = number == 0 ? nullptr : lane;
    if (number == m_current && its == m_lane)
        return;
    m_current = number;
    m_lane = its;
    layOut();
    describe();
    update();
    Q_EMIT currentChanged();
}

ProcessChart::Piece ProcessChart::currentPiece() const
{
    return m_lane ? m_lanes.pieceOf(m_current, now(), m_lane) : Piece();
}

std::optional<std::int64_t> ProcessChart::keptOf(const Piece &piece) const
{
    return piece.number == 0 || piece.open ? std::nullopt
                                           : m_history->memoryKept(piece.begin, piece.end);
}

QString ProcessChart::description() const
{
    const Piece piece = currentPiece();
    if (!m_lane || piece.number == 0)
        return {};
    QStringList parts{m_lane->title, SpanText::label(piece)};
    if (const auto kept = keptOf(piece))
        parts << tr("%1 of memory kept").arg(changeText(*kept));
    return parts.join(QStringLiteral(", "));
}

void ProcessChart::describe()
{
    const QString keys = tr("Arrow keys move between calls and lanes; plus and minus zoom; Home "
                            "follows new samples; Enter shows the message in the trace.");
    const QString chosen = description();
    setAccessibleDescription(chosen.isEmpty() ? keys : chosen % QLatin1Char('\n') % keys);
}

void ProcessChart::layOut()
{
    m_layout.setSize(size(), fontMetrics().averageCharWidth());
    m_layout.placeLanes(m_server, m_lane);
}

void ProcessChart::follow()
{
    if (!m_isFollowing)
        return;
    const auto &points = m_history->points();
    const std::int64_t end = m_isRunning || points.empty() ? now() : points.back().steadyNs;
    const std::int64_t first = points.empty() ? end : points.front().steadyNs;
    m_layout.scale().fit(
        std::max(std::min(first, end - kLeastShownNs), end - kShownNs), end, m_layout.axisWidth());
}

void ProcessChart::refresh()
{
    if (!isVisible())
        return;
    layOut();
    follow();
    describe();
    update();
}

QRect ProcessChart::placeOf(trace::Number number) const
{
    const ProcessChartLayout::Row *row = m_layout.rowOf(m_lanes.laneOf(number));
    const Piece piece = m_lanes.pieceOf(number, now());
    return row && piece.number != 0 ? m_layout.rectOf(*row, piece).toAlignedRect() : QRect();
}

void ProcessChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Piece piece = currentPiece();
    const auto kept = keptOf(piece);
    const ProcessChartPainter::Scene scene{m_lanes, m_layout, *m_history, m_chosen, m_chosenName,
        piece, m_lane, kept ? tr("%1, kept").arg(changeText(*kept)) : QString(), kept && *kept > 0,
        now(), font()};
    ProcessChartPainter(painter, scene).paint();
    if (hasFocus()) {
        painter.setPen(QPen(look::theme().accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void ProcessChart::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layOut();
    follow();
}

void ProcessChart::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void ProcessChart::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        layOut();
}

void ProcessChart::userScaled()
{
    m_isFollowing = false;
    update();
}

void ProcessChart::zoom(double factor)
{
    m_layout.scale().zoom(factor, m_layout.axisWidth() / 2.0);
    userScaled();
}

void ProcessChart::move(double pixels)
{
    models::TimeScale &scale = m_layout.scale();
    scale.moveTo(scale.begin() + std::int64_t(pixels * scale.nsPerPixel()));
    userScaled();
}

void ProcessChart::wheelEvent(QWheelEvent *event)
{
    if (!turnScale(m_layout.scale(), *event, m_layout.headerWidth()))
        return QWidget::wheelEvent(event);
    userScaled();
    event->accept();
}

ProcessChart::Piece ProcessChart::pieceAt(const QPoint &at) const
{
    Piece found;
    const ProcessChartLayout::Row *row = m_layout.rowAt(at.y());
    if (!row || at.x() < m_layout.headerWidth())
        return found;
    m_lanes.visit(*row->lane, m_layout.nsAt(at.x() - kNearSpan), m_layout.nsAt(at.x() + kNearSpan),
        1, now(), [&found](const Piece &piece) { found = piece; });
    return found;
}

void ProcessChart::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->position().toPoint();
    const Piece piece = pieceAt(m_pressed);
    const ProcessChartLayout::Row *row = m_layout.rowAt(m_pressed.y());
    if (piece.number != 0 && row->lane->kind == TimeLanes::Kind::Calls)
        choose(piece.number, row->lane);
}

void ProcessChart::mouseMoveEvent(QMouseEvent *event)
{
    if (!(event->buttons() & Qt::LeftButton) || m_pressed.x() < m_layout.headerWidth())
        return;
    const QPoint at = event->position().toPoint();
    if (at.x() != m_pressed.x())
        move(m_pressed.x() - at.x());
    m_pressed = at;
}

void ProcessChart::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const Piece piece = pieceAt(event->position().toPoint()); piece.number != 0)
        Q_EMIT messageRequested(piece.number);
}

void ProcessChart::stepSpan(int by)
{
    if (!m_lane)
        return stepLane(1);
    if (const trace::Number next = m_lanes.neighbour(*m_lane, m_current, by); next != 0)
        choose(next, m_lane);
}

// To the call of the next lane that is nearest in time; that lane may not have had room.
void ProcessChart::stepLane(int by)
{
    std::vector<const Lane *> calls = m_layout.lanesOf(m_server);
    calls.erase(std::remove_if(calls.begin(), calls.end(),
                    [](const Lane *lane) { return lane->kind != TimeLanes::Kind::Calls; }),
        calls.end());
    if (calls.empty())
        return;
    const auto at = std::find(calls.begin(), calls.end(), m_lane);
    const auto next = at == calls.end() ? 0 : at - calls.begin() + by;
    if (next < 0 || next >= std::ptrdiff_t(calls.size()))
        return;
    const std::int64_t time = m_lane ? currentPiece().begin : m_layout.scale().begin();
    const Lane *lane = calls[std::size_t(next)];
    choose(m_lanes.nearest(*lane, time), lane);
}

void ProcessChart::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return stepSpan(-1);
    case Qt::Key_Right:
        return stepSpan(1);
    case Qt::Key_Up:
        return stepLane(-1);
    case Qt::Key_Down:
        return stepLane(1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(kZoomStep);
    case Qt::Key_Minus:
        return zoom(1 / kZoomStep);
    case Qt::Key_Home:
        m_isFollowing = true;
        return refresh();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current != 0)
            Q_EMIT messageRequested(m_current);
        return;
    case Qt::Key_Escape:
        if (m_current != 0)
            return choose(0, nullptr);
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

bool ProcessChart::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    // Names come from servers: no markup.
    QToolTip::showText(help->globalPos(), toolTip(help->pos()).toHtmlEscaped(), this);
    return true;
}

QString ProcessChart::toolTip(const QPoint &at)
{
    const ProcessChartLayout::Row *row = m_layout.rowAt(at.y());
    if (row && at.x() < m_layout.headerWidth())
        return row->lane->title;
    if (row) {
        const Piece piece = pieceAt(at);
        return piece.number == 0 ? QString()
                                 : SpanText::describe(m_lanes, m_phases, *row->lane, piece);
    }
    const auto &points = m_history->points();
    const auto found = std::lower_bound(points.begin(), points.end(), m_layout.nsAt(at.x()),
        [](const Point &point, std::int64_t ns) { return point.steadyNs < ns; });
    if (found == points.end() || at.x() < m_layout.headerWidth() || at.y() < m_layout.rulerHeight())
        return {};
    QStringList parts{timeText(m_lanes.wallOf(found->steadyNs))};
    if (found->cpu >= 0)
        parts << tr("%1 % of one processor").arg(QString::number(found->cpu, 'f', 1));
    parts << sizeText(found->residentBytes);
    return parts.join(QStringLiteral(" · "));
}

} // namespace sonde::widgets
