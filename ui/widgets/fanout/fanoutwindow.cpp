// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/fanout/fanoutwindow.h"

#include "base/formatting.h"
#include "fanout/fanlimits.h"
#include "look/controls/clipboard.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "models/catalog/shownname.h"
#include "models/fanout/fanmarkdown.h"
#include "models/fanout/fantablemodel.h"
#include "session/fanout/revisionconnections.h"
#include "widgets/fanout/fanresultview.h"
#include "widgets/fanout/fanrevisionbutton.h"
#include "widgets/kit/label/argumentslabel.h"
#include "widgets/kit/table/checkdelegate.h"
#include "widgets/kit/table/plaintable.h"

#include <QAction>
#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sonde::widgets {

using models::ColorRole;
using models::FanServerModel;
using session::FanOutRun;
using State = FanOutRun::State;

namespace {

constexpr QSize kFirstSize(1100, 680);
constexpr qsizetype kMaxName = 100; // characters of the tool's name in a sentence
constexpr int kNameChars = 28;
constexpr int kRevisionChars = 14;
const QList<int> kShares{160, 460}; // servers and responses

} // namespace

QString FanOutWindow::destructiveText(const QStringList &servers)
{
    return servers.size() == 1
        ? tr("%1 marks the tool destructive.").arg(servers.front())
        : tr("%n servers mark the tool destructive: %1", nullptr, int(servers.size()))
              .arg(listText(servers));
}

FanOutWindow::FanOutWindow(const QString &tool, const Bytes &arguments, QWidget *parent)
    : SecondaryWindow(parent)
    , m_tool(tool)
    , m_arguments(arguments)
    , m_model(new FanServerModel(this))
    , m_warning(new look::InlineMessage(this))
    , m_results(new FanResultView(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("fanOut"));
    setWindowTitle(tr("Call on several servers: %1").arg(shownTool()));
    auto *parts = new look::Splitter(Qt::Vertical, this);
    parts->addWidget(makeServers());
    parts->addWidget(m_results);
    parts->setChildrenCollapsible(false);
    parts->setDefaultSizes(kShares);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(look::metrics().margin);
    layout->addLayout(makeHeading());
    layout->addWidget(new ArgumentsLabel(arguments, this));
    layout->addWidget(parts, 1);
    // Below: it comes while servers are chosen, and must not move them.
    layout->addWidget(m_warning);
    layout->addLayout(makeButtons());
    look::setFirstSize(this, kFirstSize);
    addKeys();
    connect(m_warning, &look::InlineMessage::buttonClicked, this, &FanOutWindow::confirm);
    connect(&m_run, &FanOutRun::changed, this, &FanOutWindow::showAll);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &FanOutWindow::showAll);
    connect(m_model, &QAbstractItemModel::modelReset, this, &FanOutWindow::showAll);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &FanOutWindow::showRevisions);
    showAll();
    m_table->setFocus();
}

QLayout *FanOutWindow::makeHeading()
{
    auto *layout = new QHBoxLayout;
    m_heading = new look::ColorLabel(ColorRole::Normal, this);
    m_heading->setObjectName(QStringLiteral("fanSummary"));
    m_heading->setFont(look::headingFont());
    m_heading->setWordWrap(true);
    m_heading->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_copy = new QPushButton(look::icon("copy"), tr("Copy as &Markdown"), this);
    m_copy->setObjectName(QStringLiteral("copyFanOut"));
    m_copy->setToolTip(tr("Copy the rows that are shown, without secrets"));
    connect(m_copy, &QPushButton::clicked, this, &FanOutWindow::copy);
    layout->addWidget(m_heading, 1);
    layout->addWidget(m_copy);
    return layout;
}

QWidget *FanOutWindow::makeServers()
{
    m_table = new PlainTable(m_model, this);
    m_table->setObjectName(QStringLiteral("fanServers"));
    m_table->setAccessibleName(tr("Servers that get the call"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setItemDelegateForColumn(FanServerModel::NameColumn, new CheckDelegate(m_table));
    m_table->setUsualWidth(FanServerModel::NameColumn, kNameChars);
    m_table->setUsualWidth(FanServerModel::RevisionColumn, kRevisionChars);
    return look::titled(new look::PanelTitle(tr("Servers"), this), m_table);
}

QLayout *FanOutWindow::makeButtons()
{
    m_revisions = new FanRevisionButton(this);
    connect(m_revisions, &FanRevisionButton::switched, this, &FanOutWindow::revisionSwitched);
    m_stop = new QPushButton(look::icon("stop"), tr("&Stop"), this);
    m_stop->setObjectName(QStringLiteral("stopFanOut"));
    m_stop->setToolTip(tr("Cancel the calls (Ctrl+.)"));
    connect(m_stop, &QPushButton::clicked, &m_run, &FanOutRun::cancel);
    m_call = new QPushButton(look::icon("play"), tr("&Call"), this);
    m_call->setObjectName(QStringLiteral("startFanOut"));
    m_call->setToolTip(tr("Call the tool on each chosen server (F5)"));
    m_call->setDefault(true);
    connect(m_call, &QPushButton::clicked, this, &FanOutWindow::requestCall);
    auto *layout = new QHBoxLayout;
    layout->addWidget(m_revisions);
    layout->addStretch();
    layout->addWidget(m_stop);
    layout->addWidget(m_call);
    return layout;
}

void FanOutWindow::addKeys()
{
    const auto add = [this](const QString &text, const QList<QKeySequence> &keys, auto slot) {
        auto *action = new QAction(text, this);
        action->setShortcuts(keys);
        connect(action, &QAction::triggered, this, slot);
        addAction(action);
    };
    add(tr("Call"),
        {QKeySequence(Qt::Key_F5), QKeySequence(Qt::CTRL | Qt::Key_Return),
            QKeySequence(Qt::CTRL | Qt::Key_Enter)},
        [this] { requestCall(); });
    add(tr("Cancel the calls"), {QKeySequence(Qt::CTRL | Qt::Key_Period)},
        [this] { m_run.cancel(); });
    add(tr("Next difference"), {QKeySequence(Qt::Key_F8)}, [this] { m_results->goToNext(false); });
    add(tr("Previous difference"), {QKeySequence(Qt::SHIFT | Qt::Key_F8)},
        [this] { m_results->goToNext(true); });
}

void FanOutWindow::setServers(std::vector<models::FanServer> servers)
{
    const int row = m_table->currentIndex().row();
    const models::FanServer current = row < 0 ? models::FanServer() : m_model->server(row);
    m_model->setServers(std::move(servers));
    // That of a revision which is gone leads to its server.
    int shown = m_model->rowOf(current);
    if (shown < 0)
        shown = m_model->rowOf({current.name, {}, {}});
    if (shown != m_table->currentIndex().row() || shown < 0)
        m_table->selectRow(std::max(shown, 0));
    showRevisions();
}

void FanOutWindow::showRevisions()
{
    const int row = m_table->currentIndex().row();
    if (row < 0 && m_model->rowCount() > 0)
        return; // setServers() selects one: a button that is disabled meanwhile loses the focus
    const QString name = row < 0 ? QString() : m_model->server(row).name;
    const int usual = m_model->rowOf({name, {}, {}});
    const models::FanServer server = usual < 0 ? models::FanServer() : m_model->server(usual);
    const QStringList asked = m_model->askedOf(name);
    m_revisions->showServer(
        server, asked, m_model->askedCount() < session::RevisionConnections::kMax);
    m_revisions->setDisabled(m_run.isBusy() || (server.offered.isEmpty() && asked.isEmpty()));
}

void FanOutWindow::requestCall()
{
    if (!m_call->isEnabled())
        return;
    m_asked = m_model->chosenDestructive();
    if (m_asked.isEmpty())
        return Q_EMIT callRequested(m_model->chosenServers());
    showWarning();
    if (auto *button = m_warning->findChild<QPushButton *>())
        button->setFocus(Qt::OtherFocusReason);
}

// The question is about these servers only.
bool FanOutWindow::isAsking() const
{
    return !m_asked.isEmpty() && m_asked == m_model->chosenDestructive();
}

// Escape takes the question back; without one it closes the window.
void FanOutWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape || !isAsking())
        return SecondaryWindow::keyPressEvent(event);
    m_asked.clear();
    showWarning();
    m_table->setFocus();
}

void FanOutWindow::confirm()
{
    if (m_call->isEnabled() && isAsking())
        Q_EMIT callRequested(m_model->chosenServers());
}

void FanOutWindow::call(std::vector<FanOutRun::Server> servers)
{
    m_isShown = false;
    m_asked.clear();
    m_run.start(std::move(servers), m_tool, m_arguments);
}

void FanOutWindow::setFindings(std::size_t result, std::vector<findings::ListedFinding> findings)
{
    m_results->setFindings(result, std::move(findings));
}

void FanOutWindow::showAll()
{
    const bool isBusy = m_run.isBusy();
    const auto chosen = std::size_t(m_model->chosen().size());
    m_table->setEnabled(!isBusy);
    showRevisions();
    m_stop->setVisible(m_run.state() == State::Running);
    m_call->setEnabled(!isBusy && chosen > 0 && chosen <= fanout::kMaxColumns);
    m_copy->setEnabled(m_run.state() == State::Finished);
    if (!isAsking())
        m_asked.clear();
    showWarning();
    if (m_run.state() == State::Finished && !std::exchange(m_isShown, true)) {
        m_results->setReport(m_run.report());
        m_results->table().setFocus(); // the parts that had it were disabled
        Q_EMIT finished();
    }
    showHeading();
}

void FanOutWindow::showWarning()
{
    const QStringList destructive = m_model->chosenDestructive();
    if (std::size_t(m_model->chosen().size()) > fanout::kMaxColumns)
        m_warning->showMessage(look::InlineMessage::Kind::Error,
            tr("Choose at most %1 servers.").arg(fanout::kMaxColumns));
    else if (!destructive.isEmpty() && !m_run.isBusy())
        m_warning->showMessage(look::InlineMessage::Kind::Warning, destructiveText(destructive),
            isAsking() ? tr("Call anyway") : QString(),
            isAsking() ? tr("Not called yet.") : QString());
    else
        m_warning->hide();
}

void FanOutWindow::showHeading()
{
    switch (m_run.state()) {
    case State::NotStarted:
        m_heading->setSign(models::Sign::None);
        return m_heading->setText(
            tr("Choose servers and press Call: the responses to %1 appear below, side by side")
                .arg(shownTool()));
    case State::Running:
        m_heading->setSign(models::Sign::Pending);
        return m_heading->setText(
            tr("Calling %1: %2 of %3 servers are finished…")
                .arg(shownTool(), countText(m_run.ended()), countText(m_run.all())));
    case State::Comparing:
        m_heading->setSign(models::Sign::Pending);
        return m_heading->setText(tr("Comparing the responses…"));
    case State::Finished:
        break;
    }
    m_heading->setSign(m_results->model().summarySign());
    m_heading->setText(m_results->model().summary());
}

void FanOutWindow::copy()
{
    look::copyToClipboard(models::fanMarkdown(m_results->model(), m_tool));
}

// Its server may have given it a name of any length, or of several lines.
QString FanOutWindow::shownTool() const
{
    return models::shownName(m_tool.left(kMaxName));
}

QString FanOutWindow::heading() const
{
    return m_heading->text();
}

} // namespace sonde::widgets
