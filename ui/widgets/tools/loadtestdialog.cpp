// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tools/loadtestdialog.h"

#include "base/formatting.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/plaintooltip.h"
#include "look/painting/iconengine.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "models/trace/tracetext.h"
#include "widgets/kit/field/boundedspin.h"
#include "widgets/kit/label/argumentslabel.h"
#include "widgets/kit/label/signlabel.h"
#include "widgets/kit/table/propertygrid.h"
#include "widgets/tools/loadhistogram.h"

#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using mcp::LoadRun;
using models::ColorRole;
using models::Sign;
using Outcome = LoadRun::Outcome;

namespace {

constexpr QSize kFirstSize(600, 480);

QString number(int count)
{
    return countText(count);
}

} // namespace

LoadTestDialog::LoadTestDialog(mcp::Client *client, const QString &tool, const Bytes &arguments,
    bool destructive, QWidget *parent)
    : QDialog(parent)
    , m_test(new mcp::LoadTest(client, tool, arguments, this))
    , m_destructive(destructive)
    , m_warning(new look::InlineMessage(this))
    , m_progress(new QProgressBar(this))
    , m_times(new PropertyGrid(this))
    , m_outcomes(new PropertyGrid(this))
    , m_histogram(new LoadHistogram(this))
    , m_problem(new SignLabel(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(
        tr("Call many times: %1 · %2").arg(tool.left(100), client->config().name.left(100)));
    auto *title = new ColorLabel(ColorRole::Normal, this);
    title->setFont(look::headingFont());
    title->setText(tool);
    auto *given = new ArgumentsLabel(arguments, this);
    m_warning->hide();
    m_progress->setAccessibleName(tr("Progress"));
    m_problem->hide();

    auto *facts = new QHBoxLayout;
    facts->setSpacing(24);
    facts->addWidget(m_times, 1);
    facts->addWidget(m_outcomes, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(title);
    layout->addWidget(given);
    layout->addLayout(makeControls());
    layout->addWidget(m_warning);
    layout->addWidget(m_progress);
    layout->addLayout(facts);
    layout->addWidget(m_histogram, 1);
    layout->addWidget(m_problem);
    connect(m_test, &mcp::LoadTest::changed, this, &LoadTestDialog::refresh);
    refresh();
    look::setFirstSize(this, kFirstSize);
}

QLayout *LoadTestDialog::makeControls()
{
    const auto spin = [this](const QString &name, int least, int most, int value) {
        auto *box = new BoundedSpin(this);
        box->setRange(least, most);
        box->setValue(value);
        box->setAccessibleName(name);
        connect(box, &BoundedSpin::outsideChanged, this, &LoadTestDialog::refresh);
        auto *label = new QLabel(name, this);
        label->setBuddy(box);
        return std::pair(label, box);
    };
    const auto [callsLabel, calls] =
        spin(tr("Calls"), 1, LoadRun::kMaxCalls, LoadRun::Plan().calls);
    const auto [atOnceLabel, atOnce] =
        spin(tr("at once"), 1, LoadRun::kMaxConcurrency, LoadRun::Plan().concurrency);
    const auto [rateLabel, rate] = spin(tr("per second"), 0, int(LoadRun::kMaxRate), 0);
    m_calls = calls;
    m_concurrency = atOnce;
    m_rate = rate;
    m_rate->setSpecialValueText(tr("no limit"));
    look::setPlainToolTip(*m_rate,
        tr("How many calls begin per second. A call that waits because the server is slow counts "
           "from when it was due. Without a limit, each call begins when another one is over."));
    m_start = new QPushButton(this);
    m_start->setObjectName(QStringLiteral("startOrCancel"));
    m_start->setDefault(true);
    connect(m_start, &QPushButton::clicked, this, &LoadTestDialog::startOrCancel);
    auto *close = new QPushButton(tr("Close"), this);
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    auto *row = new QHBoxLayout;
    row->addWidget(callsLabel);
    row->addWidget(m_calls);
    row->addSpacing(8);
    row->addWidget(atOnceLabel);
    row->addWidget(m_concurrency);
    row->addSpacing(8);
    row->addWidget(rateLabel);
    row->addWidget(m_rate);
    row->addStretch();
    row->addWidget(close);
    row->addWidget(m_start);
    return row;
}

void LoadTestDialog::startOrCancel()
{
    if (m_test->isRunning())
        m_test->cancel();
    else
        m_test->start({m_calls->value(), m_concurrency->value(), double(m_rate->value()), 0});
}

void LoadTestDialog::refresh()
{
    const bool running = m_test->isRunning();
    m_calls->setEnabled(!running);
    m_concurrency->setEnabled(!running);
    m_rate->setEnabled(!running);
    m_start->setText(running ? tr("Cancel") : m_destructive ? tr("Start anyway") : tr("Start"));
    m_start->setIcon(look::icon(running ? "cancel" : "play"));
    const QString outside = outsideSentence();
    m_start->setEnabled(running || (m_test->canStart() && outside.isEmpty()));
    if (!outside.isEmpty())
        m_warning->showMessage(look::InlineMessage::Kind::Error, outside);
    else if (m_destructive && !running)
        m_warning->showMessage(look::InlineMessage::Kind::Warning,
            tr("This tool is marked destructive, and it is called as many times as you enter."));
    else
        m_warning->hide();
    const LoadRun *run = m_test->run();
    m_progress->setMaximum(run ? run->plan().calls : 1);
    m_progress->setValue(run ? run->finished() : 0);
    showProperties(run ? *run : LoadRun({}));
    m_problem->setVisible(!m_test->firstProblem().isEmpty());
    const bool onlyTool = run && run->errors() == run->count(Outcome::ToolError);
    m_problem->setSign(onlyTool ? Sign::ToolError : Sign::ProtocolError,
        tr("First: %1").arg(m_test->firstProblem()));
}

QString LoadTestDialog::outsideSentence() const
{
    if (m_calls->isOutside())
        return tr("Enter %1 calls.").arg(m_calls->boundText());
    if (m_concurrency->isOutside())
        return tr("Enter %1 calls at once.").arg(m_concurrency->boundText());
    if (m_rate->isOutside())
        return tr("Enter %1 calls per second.").arg(m_rate->boundText());
    return {};
}

void LoadTestDialog::showProperties(const LoadRun &run)
{
    const bool any = run.finished() > 0;
    const auto time = [any](std::int64_t ns) {
        return any && ns > 0 ? durationText(std::chrono::nanoseconds(ns)) : QStringLiteral("–");
    };
    const std::int64_t p50 = run.percentile(50);
    const std::int64_t p95 = run.percentile(95);
    const std::int64_t p99 = run.percentile(99);
    const std::int64_t at = mcp::LoadTest::now();
    m_times->setProperties({
        {tr("rate"),
            any ? tr("%1 responses/s").arg(QLocale().toString(run.perSecond(at), 'f', 1))
                : QStringLiteral("–")},
        {tr("p50"), time(p50)},
        {tr("p95"), time(p95)},
        {tr("p99"), time(p99)},
        {tr("longest"), time(run.longest())},
        {tr("total"), time(run.elapsedNs(at))},
    });
    const auto bad = [&run](Outcome outcome, Sign sign, ColorRole tone) {
        const int count = run.count(outcome);
        return std::pair(count > 0 ? sign : Sign::None, count > 0 ? tone : ColorRole::Normal);
    };
    const auto fact = [&](const QString &name, Outcome outcome, Sign sign, ColorRole tone) {
        const auto [shown, ink] = bad(outcome, sign, tone);
        return models::Property{name, number(run.count(outcome)), false, shown, ink};
    };
    m_outcomes->setProperties({
        {tr("in progress"), number(run.underWay())},
        {tr("due, not sent"), number(run.notSent(at))},
        fact(tr("ok"), Outcome::Ok, Sign::None, ColorRole::Normal),
        fact(tr("tool errors"), Outcome::ToolError, Sign::ToolError, ColorRole::Warn),
        fact(tr("protocol errors"), Outcome::ServerError, Sign::ProtocolError, ColorRole::Error),
        fact(tr("no response"), Outcome::NoResponse, Sign::NoResponse, ColorRole::Error),
        fact(tr("timed out"), Outcome::TimedOut, Sign::NoResponse, ColorRole::Error),
        fact(tr("cancelled"), Outcome::Cancelled, Sign::Cancelled, ColorRole::Muted),
    });
    std::vector<LoadHistogram::Mark> marks;
    if (any && p50 > 0)
        marks = {{tr("p50"), p50}, {tr("p95"), p95}, {tr("p99"), p99}};
    m_histogram->setBars(run.histogram(LoadHistogram::kBars), std::move(marks));
}

} // namespace sonde::widgets
