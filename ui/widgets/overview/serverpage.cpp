// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/overview/serverpage.h"

#include "base/formatting.h"
#include "base/pluralnumber.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/paneltitle.h"
#include "look/controls/signdelegate.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/catalog/capabilitymodel.h"
#include "models/catalog/shownname.h"
#include "models/exchange/httpfacts.h"
#include "models/findings/coverage.h"
#include "models/findings/findingtext.h"
#include "session/connection/observation.h"
#include "widgets/kit/table/certificatebox.h"
#include "widgets/kit/table/propertygrid.h"

#include <QDateTime>
#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTreeView>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr qsizetype kMaxInstructions = 200'000; // the trace has the rest
constexpr int kCapabilityChars = 22; // usual widths of columns
constexpr int kStateChars = 12;

// As a server or a host gave them.
QString nameAndVersion(const QString &name, const QString &version)
{
    return models::shownName(name % QLatin1Char(' ') % version);
}

void addObservedEnds(models::Properties &facts, const session::Observation::Ends &ends)
{
    if (ends.address.isEmpty())
        facts.push_back({ServerPage::tr("Host process"),
            ends.program.isEmpty()
                ? ServerPage::tr("PID %1").arg(ends.host)
                : ServerPage::tr("%1, PID %2").arg(ends.program).arg(ends.host)});
    else
        facts.push_back({ServerPage::tr("Address of the tap"), ends.address, true});
    if (ends.isHttp())
        facts.push_back({ServerPage::tr("URL of the server"), ends.url, true});
    else
        facts.push_back(
            {ServerPage::tr("Server process"), ServerPage::tr("PID %1").arg(ends.server)});
}

} // namespace

QString eraText(mcp::Era era)
{
    return era == mcp::Era::Legacy ? ServerPage::tr("legacy (handshake)")
                                   : ServerPage::tr("modern (stateless)");
}

ServerPage::ServerPage(QWidget *parent)
    : QWidget(parent)
    , m_heading(new ColorLabel(ColorRole::Normal, this))
    , m_name(new ColorLabel(ColorRole::Muted, this))
    , m_findings(new QPushButton(this))
    , m_removeTap(new QPushButton(look::icon("tap-off"), tr("Remove tap…"), this))
{
    m_heading->setFont(look::headingFont());
    m_name->setFont(look::fixedFont());
    auto *heading = new QHBoxLayout;
    heading->addWidget(m_heading);
    heading->addWidget(m_name, 1);
    heading->addWidget(m_findings);
    heading->addWidget(m_removeTap);
    m_findings->setFlat(true);
    m_findings->setToolTip(tr("Show the findings"));
    m_findings->hide();
    connect(m_findings, &QPushButton::clicked, this, &ServerPage::findingsRequested);
    m_removeTap->setToolTip(tr("Remove the tap from the configuration of its host"));
    m_removeTap->hide();
    connect(m_removeTap, &QPushButton::clicked, this, &ServerPage::removeTapRequested);

    // The facts have the whole height: why this revision was agreed on is a sentence or three.
    auto *right = new look::Splitter(Qt::Vertical, this);
    right->addWidget(makeCapabilities());
    right->addWidget(makeInstructions());
    right->setDefaultSizes({200, 100});
    auto *both = new look::Splitter(Qt::Horizontal, this);
    both->addWidget(makeProperties());
    both->addWidget(right);
    both->setDefaultSizes({100, 180});

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(heading);
    layout->addWidget(both, 1);
}

QWidget *ServerPage::makeProperties()
{
    auto *page = new QWidget(this);
    page->setBackgroundRole(QPalette::Base);
    auto *scroll = new QScrollArea(this);
    scroll->setAccessibleName(tr("Negotiated"));
    scroll->setWidgetResizable(true);
    scroll->setBackgroundRole(QPalette::Base);
    scroll->setWidget(page);
    look::passFocus(*this, *scroll);
    const auto heading = [](const QString &text, QWidget *parent) {
        auto *label = new QLabel(text, parent);
        label->setFont(look::boldFont());
        return label;
    };
    m_agreed = new PropertyGrid(page);
    m_http = new QWidget(page);
    m_connection = new PropertyGrid(m_http);
    m_certificate = new CertificateBox(m_http);
    m_subscriptionsTitle = heading(tr("Subscriptions"), page);
    m_subscriptions = new PropertyGrid(page);

    auto *http = new QVBoxLayout(m_http);
    http->setContentsMargins(0, 6, 0, 0);
    http->setSpacing(look::metrics().gap);
    http->addWidget(heading(tr("Connection"), m_http));
    http->addWidget(m_connection);
    http->addWidget(m_certificate);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(look::metrics().gap);
    layout->addWidget(m_agreed);
    layout->addWidget(m_http);
    layout->addWidget(m_subscriptionsTitle);
    layout->addWidget(m_subscriptions);
    layout->addStretch();
    return look::titled(new look::PanelTitle(tr("Negotiated"), this), scroll);
}

QWidget *ServerPage::makeCapabilities()
{
    m_capabilities = new models::CapabilityModel(this);
    auto *view = new QTreeView(this);
    view->setModel(m_capabilities);
    view->setItemDelegate(new look::SignDelegate(view));
    view->setAccessibleName(tr("Capabilities of both sides"));
    view->setRootIsDecorated(false);
    view->setUniformRowHeights(true);
    view->setAlternatingRowColors(true);
    const int character = view->fontMetrics().averageCharWidth();
    view->header()->setDefaultSectionSize(character * kStateChars);
    view->header()->resizeSection(0, character * kCapabilityChars);
    view->header()->setStretchLastSection(false); // it would be no narrower than the others
    view->header()->setSectionResizeMode(
        models::CapabilityModel::DetailColumn, QHeaderView::Stretch);
    return look::titled(new look::PanelTitle(tr("Capabilities"), this), view);
}

QWidget *ServerPage::makeInstructions()
{
    m_instructionsTitle = new look::PanelTitle(tr("Instructions"), this);
    m_instructions = new QPlainTextEdit(this);
    m_instructions->setReadOnly(true);
    m_instructions->setTabChangesFocus(true);
    m_instructions->setAccessibleName(tr("Instructions of the server"));
    m_instructions->setPlaceholderText(tr("The server sent no instructions."));
    return look::titled(m_instructionsTitle, m_instructions);
}

void ServerPage::setCoverage(const models::Coverage &coverage)
{
    using findings::Level;
    const models::LevelCounts &levels = coverage.levels;
    const Level highest = levels.of(Level::Error) > 0 ? Level::Error
        : levels.of(Level::Warning) > 0               ? Level::Warning
                                                      : Level::Info;
    m_findings->setVisible(coverage.all.exercised() > 0);
    m_findings->setIcon(
        look::signIcon(levels.all() == 0 ? models::Sign::Ok : models::levelSign(highest)));
    m_findings->setText(models::coverageText(coverage));
}

void ServerPage::setDetected(const std::optional<mcp::DetectedRevision> &detected)
{
    m_detected = detected;
}

void ServerPage::showAgreed(const mcp::Client &client)
{
    const mcp::Negotiated &agreed = client.negotiated();
    models::Properties facts{
        {tr("Revision"), agreed.revision % QStringLiteral(" · ") % eraText(agreed.era)},
        {tr("Why"), agreed.detection}};
    if (m_detected) {
        mcp::DetectedRevision kept = *m_detected;
        if (agreed.detection.contains(kept.evidence)) // it stands right above
            kept.evidence.clear();
        facts.push_back(models::detectionFact(kept, QDateTime::currentMSecsSinceEpoch()));
    }
    facts.push_back({tr("Server"), nameAndVersion(agreed.serverName, agreed.serverVersion)});
    facts.push_back({tr("First response"),
        tr("%1 after the request")
            .arg(durationText(std::chrono::nanoseconds(agreed.firstResponseNs)))});
    if (const QString hint = models::cacheHintText(agreed.response.result()); !hint.isEmpty())
        facts.push_back({tr("Cached"), hint});
    if (const wire::Launch *const launch = client.config().endpoint.launch()) {
        const wire::StartReport &start = client.startReport();
        facts.push_back({tr("Process"),
            tr("PID %1, own process group, started in %2")
                .arg(start.pid)
                .arg(durationText(std::chrono::nanoseconds(start.spawnNs)))});
        QStringList words{start.resolved.isEmpty() ? launch->program : start.resolved};
        words << launch->arguments;
        facts.push_back({tr("Program"), words.join(QLatin1Char('\n')), true});
        facts.push_back({tr("Folder"),
            start.workingDirectory.isEmpty() ? QDir::currentPath() : start.workingDirectory, true});
    }
    m_agreed->setProperties(facts);
}

void ServerPage::showHttp(const mcp::Client &client)
{
    const wire::HttpTarget *const target = client.config().endpoint.target();
    m_http->setVisible(target != nullptr);
    if (target) {
        const wire::HttpState &state = client.httpState();
        m_connection->setProperties(
            models::connectionFacts(*target, state, client.negotiated().era));
        m_certificate->setChain(state.facts.chain);
    }
    models::Properties facts;
    for (const mcp::Subscription *subscription : client.subscriptions()) {
        const models::Properties its = models::subscriptionFacts(*subscription);
        facts.insert(facts.end(), its.begin(), its.end());
    }
    m_subscriptionsTitle->setVisible(!facts.empty());
    m_subscriptions->setVisible(!facts.empty());
    m_subscriptions->setProperties(facts);
}

void ServerPage::setClient(const mcp::Client &client)
{
    m_removeTap->hide();
    const mcp::Negotiated &agreed = client.negotiated();
    const bool titledServer = !agreed.serverTitle.isEmpty();
    m_heading->setText(models::shownName(titledServer ? agreed.serverTitle : agreed.serverName));
    m_name->setText(titledServer ? nameAndVersion(agreed.serverName, agreed.serverVersion)
                                 : models::shownName(agreed.serverVersion));
    showAgreed(client);
    showHttp(client);
    m_capabilities->setNegotiated(agreed);
    showInstructions(agreed.instructions);
}

void ServerPage::setObservation(const QString &name, const session::Observation &observation)
{
    const mcp::Negotiated &agreed = observation.negotiated();
    const session::Observation::Ends &ends = observation.ends();
    m_heading->setText(models::shownName(name));
    m_removeTap->setVisible(ends.isStartedByHost);
    m_name->setText(observation.isLive()
            ? tr("observing")
            : tr("ended %1").arg(observation.ended().toString(QStringLiteral("HH:mm:ss"))));
    models::Properties facts;
    if (agreed.revision.isEmpty())
        facts.push_back({tr("Revision"), tr("The host has not opened the session yet.")});
    else
        facts.push_back(
            {tr("Revision"), agreed.revision % QStringLiteral(" · ") % eraText(agreed.era)});
    if (!agreed.detection.isEmpty())
        facts.push_back({tr("Why"), agreed.detection});
    if (!observation.hostName().isEmpty())
        facts.push_back(
            {tr("Host"), nameAndVersion(observation.hostName(), observation.hostVersion())});
    if (!agreed.serverName.isEmpty())
        facts.push_back({tr("Server"), nameAndVersion(agreed.serverName, agreed.serverVersion)});
    addObservedEnds(facts, ends);
    facts.push_back({tr("Recording"), ends.recording, true});
    m_agreed->setProperties(facts);
    m_http->hide();
    m_subscriptionsTitle->hide();
    m_subscriptions->hide();
    m_capabilities->setNegotiated(agreed);
    showInstructions(agreed.instructions);
}

void ServerPage::showInstructions(const QString &text)
{
    m_instructionsTitle->setDetail(text.isEmpty() ? tr("· none")
            : text.size() == 1                    ? tr("· 1 character")
                               : tr("· %1 characters", nullptr, pluralNumber(text.size()))
                                     .arg(countText(text.size())));
    m_instructions->setPlainText(text.left(kMaxInstructions));
}

} // namespace sonde::widgets
