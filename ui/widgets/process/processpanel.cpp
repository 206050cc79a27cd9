// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/process/processpanel.h"

#include "base/formatting.h"
#include "config/profile.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/emptystate.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "mcp/client/client.h"
#include "models/process/processtext.h"
#include "models/timeaxis/timelanes.h"
#include "platform/systemtext.h"
#include "session/connection/observation.h"
#include "session/connection/serverprocess.h"
#include "session/process/processsampler.h"
#include "setup/clientconfig.h"
#include "widgets/kit/frame/pagescroll.h"
#include "widgets/process/exithistory.h"
#include "widgets/process/processchart.h"
#include "widgets/process/processdetails.h"
#include "widgets/process/processtree.h"
#include "widgets/process/signalmenu.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

namespace sonde::widgets {

using models::ColorRole;
using models::ProcessSample;
using session::ProcessSampler;

namespace {

const QList<int> kShares{90, 230, 170};
constexpr int kHeadingRing = 3; // room for the focus ring

std::uint64_t residentOf(const ProcessSample &sample)
{
    std::uint64_t bytes = 0;
    for (const models::SampledProcess &process : sample.processes)
        bytes += process.info.residentBytes;
    return bytes;
}

std::optional<double> cpuOf(const ProcessSample &sample)
{
    std::optional<double> cpu;
    for (const models::SampledProcess &process : sample.processes) {
        if (process.cpu)
            cpu = cpu.value_or(0) + *process.cpu;
    }
    return cpu;
}

} // namespace

ProcessPanel::ProcessPanel(models::TimeLanes &lanes, FindProfile findProfile, QWidget *parent)
    : Panel(parent)
    , m_lanes(lanes)
    , m_findProfile(std::move(findProfile))
    , m_isLocal(platform::hasProcessInfo())
    , m_pages(new QStackedWidget(this))
    , m_empty(new look::EmptyState(this))
    , m_showDoing(addToMenu(
          Menu::Tools, QStringLiteral("showDoing"), tr("What is the server &doing?"), "process"))
    , m_signals(new SignalMenu(this))
{
    m_pages->addWidget(m_empty);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, look::metrics().gap, 0, 0);
    layout->addWidget(m_pages);
    look::passFocus(*this, [this] { return isEmpty() ? static_cast<QWidget *>(m_empty) : m_tree; });
    connect(m_empty, &look::EmptyState::buttonClicked, this, &ProcessPanel::connectRequested);
    connect(m_signals, &SignalMenu::chosen, this, &ProcessPanel::sendSignal);
    makeActions();
    connect(&lanes.model(), &models::TraceModel::taken, this, [this] {
        if (!isVisible())
            return;
        m_details->updateExits();
        if (isEmpty() && m_details->exits().count() > 0)
            refresh();
    });
}

ProcessPanel::~ProcessPanel()
{
    if (m_chart)
        m_chart->setHistory({}, nullptr); // it goes with the samplers
}

// When it is first seen.
ProcessPanel &ProcessPanel::made()
{
    if (m_tree)
        return *this;
    m_tree = new ProcessTree(this);
    m_chart = new ProcessChart(m_lanes, this);
    m_details = new ProcessDetails(m_lanes.model(), this);
    m_pages->addWidget(new PageScroll(makeContent(), PageScroll::Height::Asked));
    connect(m_tree, &ProcessTree::chosen, this, &ProcessPanel::choose);
    connect(m_doing, &QPushButton::clicked, m_details, &ProcessDetails::showThreads);
    connect(m_chart, &ProcessChart::currentChanged, this, &ProcessPanel::showChartDetail);
    connect(m_chart, &ProcessChart::messageRequested, this, &ProcessPanel::requestMessage);
    showServer();
    refresh();
    return *this;
}

QWidget *ProcessPanel::makeContent()
{
    auto *content = new QWidget(this);
    auto *parts = new look::Splitter(Qt::Vertical, content);
    parts->addWidget(m_tree);
    parts->addWidget(makeChart());
    parts->addWidget(m_details);
    parts->setDefaultSizes(kShares);
    parts->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addWidget(makeHeading());
    layout->addWidget(parts, 1);
    return content;
}

QWidget *ProcessPanel::makeHeading()
{
    auto *heading = new QWidget(this);
    m_name = new look::ColorLabel(ColorRole::Normal, heading);
    m_summary = new look::ColorLabel(ColorRole::Muted, heading);
    m_doing = new QPushButton(look::icon("eye"), tr("What is it doing?"), heading);
    m_signal = new QPushButton(tr("Send signal"), heading);
    m_name->setFont(look::boldFont());
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // cut first
    m_doing->setObjectName(QStringLiteral("whatIsItDoing"));
    m_doing->setToolTip(tr("Show what the threads of the selected process wait for"));
    m_signal->setObjectName(QStringLiteral("sendSignal"));
    m_signal->setToolTip(tr("Send a signal to the selected process"));
    m_signal->setMenu(m_signals);
    m_signal->setVisible(!m_observation);
    auto *row = new QHBoxLayout(heading);
    row->setContentsMargins(kHeadingRing, kHeadingRing, kHeadingRing, 0);
    row->addWidget(m_name);
    row->addWidget(m_summary, 1);
    row->addWidget(m_doing);
    row->addWidget(m_signal);
    return heading;
}

void ProcessPanel::makeActions()
{
    m_signals->setTitle(tr("Send si&gnal to the selected process"));
    addToMenu(Menu::Tools, m_signals->menuAction());
    connect(m_showDoing, &QAction::triggered, this, &ProcessPanel::showDoing);
    updateActions();
}

void ProcessPanel::showDoing()
{
    Q_EMIT showRequested();
    details().showThreads();
}

void ProcessPanel::updateActions()
{
    const bool isRunning = m_sampler && m_sampler->isRunning();
    m_showDoing->setEnabled(isRunning);
    m_signals->menuAction()->setEnabled(
        isVisible() && !m_observation && m_tree && m_tree->current().pid != 0);
}

QWidget *ProcessPanel::makeChart()
{
    m_chartTitle = new look::PanelTitle(tr("Calls, processor and memory"), this);
    return look::titled(m_chartTitle, m_chart);
}

Panel::Tab ProcessPanel::tab() const
{
    return {"process", tr("Proce&ss"), "process", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_O)};
}

ProcessSampler *ProcessPanel::samplerOf(const QString &server)
{
    if (server.isEmpty())
        return nullptr;
    if (m_samplers.size() >= kMaxServers && !m_samplers.contains(server)) {
        if (m_chart)
            m_chart->setHistory({}, nullptr);
        m_samplers.clear();
    }
    std::unique_ptr<ProcessSampler> &sampler = m_samplers[server];
    if (!sampler) {
        sampler = std::make_unique<ProcessSampler>();
        connect(sampler.get(), &ProcessSampler::sampled, this, [this, its = sampler.get()] {
            if (its == m_sampler)
                refresh();
        });
    }
    return sampler.get();
}

void ProcessPanel::setServer(const QString &name, mcp::Client *client)
{
    const config::Profile *profile = m_findProfile(name);
    m_isLocal = platform::hasProcessInfo()
        && !(profile && !setup::endpointOf(*profile).hasProcess())
        && !(client && !client->config().endpoint.hasProcess());
    if (m_client != client) {
        if (m_client)
            disconnect(m_client, nullptr, this, nullptr);
        m_client = client;
        if (client) {
            connect(client, &mcp::Client::stateChanged, this, &ProcessPanel::followProcess);
            connect(client, &mcp::Client::stepsChanged, this, &ProcessPanel::followProcess);
        }
    }
    observe(nullptr);
    takeSampler(name);
    if (m_sampler && profile)
        m_sampler->setSecretVariables(profile->secretVariables);
    followProcess();
}

// The host has started the server: it is looked at, and gets no signal from here.
bool ProcessPanel::setObservation(const QString &name, session::Observation *observation)
{
    if (m_client)
        disconnect(m_client, nullptr, this, nullptr);
    m_client.clear();
    m_isLocal = platform::hasProcessInfo() && !observation->ends().isHttp();
    observe(observation);
    takeSampler(name);
    followProcess();
    return m_isLocal;
}

void ProcessPanel::observe(session::Observation *observation)
{
    if (m_observation)
        disconnect(m_observation, nullptr, this, nullptr);
    m_observation = observation;
    if (observation)
        connect(observation, &session::Observation::changed, this, &ProcessPanel::followProcess);
    if (m_signal)
        m_signal->setVisible(!observation);
}

void ProcessPanel::takeSampler(const QString &name)
{
    if (std::exchange(m_server, name) == name && m_sampler)
        return;
    if (m_sampler)
        m_sampler->setOn(false);
    m_sampler = m_isLocal ? samplerOf(name) : nullptr;
    showServer();
}

void ProcessPanel::showServer()
{
    if (!m_tree)
        return;
    m_tree->forgetChoice();
    m_chart->setHistory(m_server, m_sampler ? &m_sampler->history() : nullptr);
    m_details->setServer(m_server);
}

void ProcessPanel::followProcess()
{
    if (m_sampler) {
        m_sampler->setProcess(m_observation ? session::processOf(m_observation.data())
                                            : session::processOf(m_client.data()));
        m_sampler->setOn(isVisible());
    }
    refresh();
}

void ProcessPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    made().m_details->updateExits();
    followProcess();
}

void ProcessPanel::hideEvent(QHideEvent *event)
{
    Panel::hideEvent(event);
    if (m_sampler)
        m_sampler->setOn(false);
    updateActions();
}

void ProcessPanel::refresh()
{
    if (!m_tree || (!isVisible() && m_sampler))
        return;
    const ProcessSample sample = m_sampler ? m_sampler->newest() : ProcessSample();
    const bool isRunning = m_sampler && m_sampler->isRunning();
    m_tree->setSample(sample);
    m_details->setSample(sample);
    m_chart->setRunning(isRunning);
    choose();
    m_name->setText(m_server);
    m_summary->setText(summary());
    m_doing->setEnabled(!sample.processes.empty());
    m_chart->refresh();
    showPage(isRunning);
    showChartDetail();
    updateActions();
}

// What was seen of a server that has ended stays, with how it ended.
void ProcessPanel::showPage(bool isRunning)
{
    const bool hasContent = isRunning || (m_sampler && !m_sampler->history().isEmpty())
        || m_details->exits().count() > 0;
    m_pages->setCurrentIndex(hasContent ? 1 : 0);
    if (hasContent)
        return;
    m_empty->setText(
        tr("The processes of the server appear here with their processor time and memory."),
        m_server.isEmpty() ? tr("Add a server first.") : tr("The server is not running."));
    m_empty->setButton(m_server.isEmpty() || m_observation ? QString() : tr("Connect"));
}

bool ProcessPanel::isEmpty() const
{
    return m_pages->currentIndex() == 0;
}

QString ProcessPanel::summary() const
{
    if (!m_sampler || !m_sampler->isRunning())
        return tr("The server is not running.");
    const ProcessSample &sample = m_sampler->newest();
    if (sample.processes.empty())
        return {};
    const auto count = int(sample.processes.size());
    QStringList parts{count == 1 ? tr("1 process")
            : sample.isComplete  ? tr("%n processes", nullptr, count)
                                 : tr("more than %n processes", nullptr, count)};
    const std::int64_t ran = sample.upNs - std::int64_t(sample.processes.front().info.startedNs);
    if (sample.upNs > 0) // its start is known to a hundredth of a second
        parts << tr("running %1")
                     .arg(clockText(std::chrono::nanoseconds(std::max<std::int64_t>(ran, 0))));
    parts << sizeText(residentOf(sample));
    if (const auto cpu = cpuOf(sample))
        parts << tr("%1 % of one processor").arg(models::ProcessText::percent(cpu));
    return parts.join(QStringLiteral(" · "));
}

void ProcessPanel::choose()
{
    const platform::ProcessId id = m_tree->current();
    const ProcessSample none;
    const ProcessSample &sample = m_sampler ? m_sampler->newest() : none;
    const models::SampledProcess *process = models::findProcess(sample, id);
    m_signals->setProcess(m_observation ? nullptr : process);
    m_signal->setEnabled(process);
    if (!process)
        return;
    m_chart->setChosen(id, process->name);
    if (m_sampler)
        m_sampler->choose(id);
}

void ProcessPanel::sendSignal(int signal)
{
    if (!m_sampler || m_observation)
        return;
    const platform::ProcessId id = made().m_tree->current();
    const Result<void> sent = m_sampler->sendSignal(id, signal);
    if (!sent.ok())
        Q_EMIT failed(sent.error().sentence);
    else
        Q_EMIT succeeded(
            tr("Sent %1 to process %2.").arg(platform::signalName(signal)).arg(id.pid));
}

void ProcessPanel::showChartDetail()
{
    const QString chosen = m_chart->description();
    m_chartTitle->setDetail(
        chosen.isEmpty() ? tr("· one clock, a sample each second") : QStringLiteral("· ") % chosen);
}

void ProcessPanel::requestMessage(trace::Number number)
{
    const models::TraceModel &trace = m_lanes.model();
    const int row = trace.rowOf(number);
    if (row >= 0)
        Q_EMIT messageRequested(trace.record(row).steadyNs, trace.record(row).channel);
}

} // namespace sonde::widgets
