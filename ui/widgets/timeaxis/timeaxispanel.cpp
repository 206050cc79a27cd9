// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/timeaxis/timeaxispanel.h"

#include "base/formatting.h"
#include "look/access/focuspass.h"
#include "look/controls/emptystate.h"
#include "look/painting/iconengine.h"
#include "look/painting/spanpainter.h"
#include "look/theme/metrics.h"
#include "models/trace/tracetext.h"
#include "widgets/timeaxis/spanlegend.h"
#include "widgets/trace/tracepanel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace sonde::widgets {

TimeAxisPanel::TimeAxisPanel(models::TimeLanes &lanes, QWidget *parent)
    : QWidget(parent)
    , m_lanes(lanes)
    , m_errors(lanes.model())
    , m_view(new TimeAxisView(lanes, this))
    , m_empty(new look::EmptyState(this))
{
    setObjectName(QStringLiteral("timeAxis"));
    m_empty->setText(tr("Every call appears here as a bar as long as its duration."),
        tr("Connect a server to record messages."));
    auto *axis = new QWidget(this);
    auto *column = new QVBoxLayout(axis);
    column->setContentsMargins(0, look::metrics().unit, 0, 0);
    column->setSpacing(look::metrics().unit);
    column->addWidget(makeBar());
    column->addWidget(m_view, 1);
    m_pages = new QStackedLayout(this);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(axis);
    look::passFocus(*this, *m_view, *m_empty);
    connect(&lanes, &models::TimeLanes::lanesChanged, this, &TimeAxisPanel::update);
    connect(&lanes.model(), &models::TraceModel::taken, this, &TimeAxisPanel::update);
    connect(m_view, &TimeAxisView::scaleChanged, this, &TimeAxisPanel::update);
    connect(m_view, &TimeAxisView::rangeChanged, this, &TimeAxisPanel::update);
    update();
}

void TimeAxisPanel::follow(TracePanel &list)
{
    connect(m_view, &TimeAxisView::numberSelected, &list, &TracePanel::showMessage);
    connect(m_view, &TimeAxisView::rangeChanged, &list,
        [&list, view = m_view] { list.showRange(view->range()); });
    connect(&list, &TracePanel::messageSelected, m_view, &TimeAxisView::setCurrent);
}

QWidget *TimeAxisPanel::makeBar()
{
    auto *bar = new QWidget(this);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(look::metrics().gap);
    auto *fitAll = new QPushButton(look::icon("search"), tr("Fit all"), bar);
    fitAll->setObjectName(QStringLiteral("fitAll"));
    fitAll->setToolTip(tr("Show the whole trace and follow new messages (Home)"));
    connect(fitAll, &QPushButton::clicked, m_view, &TimeAxisView::fitAll);
    row->addWidget(fitAll);
    auto *fitSelection = new QPushButton(tr("Fit selection"), bar);
    fitSelection->setObjectName(QStringLiteral("fitSelection"));
    fitSelection->setToolTip(tr("Show the marked range, or the selected span (Enter)"));
    connect(fitSelection, &QPushButton::clicked, m_view, &TimeAxisView::fitSelection);
    row->addWidget(fitSelection);
    auto *fromHere = new QPushButton(tr("Times from here"), bar);
    fromHere->setObjectName(QStringLiteral("axisTimesFromHere"));
    fromHere->setCheckable(true);
    fromHere->setToolTip(tr("Start the ruler at the beginning of the selected span"));
    connect(fromHere, &QPushButton::toggled, this, &TimeAxisPanel::countFromHere);
    row->addWidget(fromHere);
    row->addSpacing(look::metrics().gap);
    row->addWidget(new SpanLegend(bar), 1);
    m_scale = new QLabel(bar);
    m_scale->setTextFormat(Qt::PlainText);
    m_scale->setFont(look::smallFont());
    row->addWidget(m_scale);
    return bar;
}

void TimeAxisPanel::countFromHere(bool on)
{
    const auto piece = m_lanes.pieceOf(m_view->current(), 0);
    m_view->setOrigin(on && piece.number != 0 ? piece.begin : 0);
}

void TimeAxisPanel::update()
{
    m_pages->setCurrentIndex(m_lanes.isEmpty() ? 0 : 1);
    const double ns = m_view->scale().nsPerPixel();
    m_scale->setText(ns < 1000
            ? tr("%1 ns per pixel").arg(ns, 0, 'g', 3)
            : tr("%1 per pixel").arg(durationText(std::chrono::nanoseconds(std::int64_t(ns)))));
    Q_EMIT summaryChanged(summary());
}

QString TimeAxisPanel::summary() const
{
    const auto servers = m_lanes.model().servers().size();
    const int rows = m_lanes.model().rowCount();
    const QString messages =
        rows == 1 ? tr("1 message") : tr("%1 messages", nullptr, rows).arg(countText(rows));
    const QString errors = models::ErrorCount::text(m_errors.count());
    return servers == 1
        ? tr("1 server, %1, %2").arg(messages, errors)
        : tr("%1 servers, %2, %3", nullptr, int(servers)).arg(countText(servers), messages, errors);
}

} // namespace sonde::widgets
