// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/replay/replaywindow.h"

#include "base/formatting.h"
#include "look/controls/clipboard.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "models/replay/replaymarkdown.h"
#include "models/replay/replaymodel.h"
#include "widgets/kit/frame/splittershape.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/replay/replaydetail.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sonde::widgets {

using models::ColorRole;
using models::ReplayModel;
using replay::Verdict;
using session::ServerReplay;
using State = ServerReplay::State;

namespace {

constexpr QSize kFirstSize(1180, 680);
const QList<int> kSharesAbove{220, 400}; // rows and detail
const QList<int> kSharesBeside{660, 520};

models::Sign signOf(Verdict worst)
{
    return worst == Verdict::Same                               ? models::Sign::Ok
        : worst == Verdict::Failed || worst == Verdict::Missing ? models::Sign::ProtocolError
                                                                : models::Sign::Changed;
}

} // namespace

ReplayWindow::ReplayWindow(const QString &recording, QWidget *parent)
    : SecondaryWindow(parent)
    , m_recording(QFileInfo(recording).fileName())
    , m_replay(recording)
    , m_model(new ReplayModel(this))
    , m_problem(new look::InlineMessage(this))
    , m_detail(new ReplayDetail(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("replay"));
    setWindowTitle(tr("Replay of %1").arg(m_recording));
    auto *both = new look::Splitter(Qt::Horizontal, this);
    both->addWidget(makeRows());
    both->addWidget(m_detail);
    // Where the columns of both have no room beside each other, the detail is below the rows.
    new SplitterShape(*both, kSharesAbove, kSharesBeside, [this](const QSize &size) {
        return size.width() >= m_rows->usualWidth() + m_detail->places().usualWidth();
    });
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(look::metrics().margin);
    layout->addLayout(makeHeading());
    layout->addLayout(makeChoice());
    layout->addWidget(m_problem);
    layout->addWidget(both, 1);
    look::setFirstSize(this, kFirstSize);
    m_problem->hide();
    m_problem->setClosable();
    addKeys();
    connect(&m_replay, &ServerReplay::changed, this, &ReplayWindow::showAll);
    connect(m_detail, &ReplayDetail::ignoreRequested, &m_replay, &ServerReplay::ignore);
    connect(m_detail, &ReplayDetail::removeRequested, &m_replay, &ServerReplay::stopIgnoring);
    showAll();
    m_servers->setFocus();
}

QLayout *ReplayWindow::makeHeading()
{
    auto *layout = new QHBoxLayout;
    m_heading = new look::ColorLabel(ColorRole::Normal, this);
    m_heading->setObjectName(QStringLiteral("replaySummary"));
    m_heading->setFont(look::headingFont());
    m_heading->setWordWrap(true);
    m_heading->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_copy = new QPushButton(look::icon("copy"), tr("&Copy as Markdown"), this);
    m_copy->setObjectName(QStringLiteral("copyReplay"));
    connect(m_copy, &QPushButton::clicked, this, &ReplayWindow::copy);
    layout->addWidget(m_heading, 1);
    layout->addWidget(m_copy);
    return layout;
}

QLayout *ReplayWindow::makeChoice()
{
    auto *layout = new QHBoxLayout;
    auto *label = new QLabel(tr("Replay a&gainst:"), this);
    m_servers = new QComboBox(this);
    m_servers->setObjectName(QStringLiteral("replayServer"));
    m_servers->setAccessibleName(tr("Server that gets the requests of the recording"));
    label->setBuddy(m_servers);
    m_destructive = new QCheckBox(this);
    m_destructive->setObjectName(QStringLiteral("replayDestructive"));
    m_destructive->setAccessibleName(tr("Also call destructive tools"));
    m_note = new look::ColorLabel(ColorRole::Muted, this);
    m_stop = new QPushButton(look::icon("stop"), tr("&Stop"), this);
    m_stop->setObjectName(QStringLiteral("stopReplay"));
    connect(m_stop, &QPushButton::clicked, this, [this] {
        if (m_isWaiting)
            Q_EMIT waitCancelled();
        else
            m_replay.cancel();
    });
    m_start = new QPushButton(look::icon("play"), tr("&Replay"), this);
    m_start->setObjectName(QStringLiteral("startReplay"));
    m_start->setToolTip(
        tr("Send the requests of the recording, on a connection of their own (F5)"));
    m_start->setDefault(true);
    connect(m_start, &QPushButton::clicked, this, &ReplayWindow::requestStart);
    connect(m_servers, &QComboBox::currentIndexChanged, this, &ReplayWindow::showAll);
    connect(m_servers, &QComboBox::activated, this, [this] { m_isPreset = true; });
    layout->addWidget(label);
    layout->addWidget(m_servers);
    layout->addWidget(m_destructive);
    layout->addWidget(m_note, 1);
    layout->addWidget(m_stop);
    layout->addWidget(m_start);
    return layout;
}

QWidget *ReplayWindow::makeRows()
{
    m_rows = new PlainTable(m_model, this);
    m_rows->setObjectName(QStringLiteral("replayRows"));
    m_rows->setAccessibleName(tr("Requests of the recording and what the server responds now"));
    m_rows->setSelectionMode(QAbstractItemView::SingleSelection);
    m_rows->setUsualWidth(ReplayModel::NumberColumn, 5);
    m_rows->setUsualWidth(ReplayModel::MethodColumn, 16);
    m_rows->setUsualWidth(ReplayModel::TargetColumn, 16);
    m_rows->setUsualWidth(ReplayModel::RecordedColumn, 10);
    m_rows->setUsualWidth(ReplayModel::NowColumn, 10);
    m_rows->setUsualWidth(ReplayModel::VerdictColumn, 13);
    m_rows->setUsualWidth(ReplayModel::WhyColumn, 0);
    connect(m_rows->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &ReplayWindow::showRow);
    return look::titled(new look::PanelTitle(tr("Requests and notifications"), this), m_rows);
}

void ReplayWindow::addKeys()
{
    const auto add = [this](const QString &text, const QKeySequence &keys, auto slot) {
        auto *action = new QAction(text, this);
        action->setShortcut(keys);
        connect(action, &QAction::triggered, this, slot);
        addAction(action);
    };
    add(tr("Replay"), QKeySequence(Qt::Key_F5), [this] { requestStart(); });
    add(tr("Next difference"), QKeySequence(Qt::Key_F8), [this] { goToNext(false); });
    add(tr("Previous difference"), QKeySequence(Qt::SHIFT | Qt::Key_F8),
        [this] { goToNext(true); });
}

void ReplayWindow::setServers(const QStringList &names, const QString &current)
{
    const QString chosen = m_servers->count() > 0 ? m_servers->currentText() : current;
    {
        const QSignalBlocker blocker(m_servers);
        m_servers->clear();
        m_servers->addItems(names);
        // None rather than another one than a person chose.
        m_servers->setCurrentIndex(int(names.indexOf(chosen)));
    }
    showAll();
}

void ReplayWindow::requestStart()
{
    if (!m_start->isEnabled())
        return;
    m_problem->hide();
    m_server = m_servers->currentText();
    Q_EMIT startRequested(m_server);
}

void ReplayWindow::start(const mcp::ClientConfig &config, const std::set<std::string> &destructive)
{
    m_isWaiting = false;
    m_reported = m_server;
    m_replay.start(config, destructive, m_destructive->isChecked() ? m_offered : QStringList());
}

void ReplayWindow::drop()
{
    m_replay.drop();
}

void ReplayWindow::showWaiting(const QString &server)
{
    m_isWaiting = true;
    m_server = server;
    showAll();
}

void ReplayWindow::showProblem(const QString &sentence)
{
    m_isWaiting = false;
    showAll();
    m_problem->showMessage(look::InlineMessage::Kind::Error, sentence);
}

void ReplayWindow::showAll()
{
    const State state = m_replay.state();
    const bool isRunning = state == State::Running;
    const bool isKnown = state != State::Reading && state != State::Unreadable;
    if (isKnown && !m_isPreset) {
        m_isPreset = true;
        const QString recorded = m_replay.recording().script.server;
        if (const int index = m_servers->findText(recorded); index >= 0)
            m_servers->setCurrentIndex(index);
    }
    m_start->setEnabled(m_replay.canStart() && !m_isWaiting && m_servers->currentIndex() >= 0);
    m_servers->setEnabled(!isRunning && !m_isWaiting);
    m_stop->setVisible(isRunning || m_isWaiting);
    m_copy->setEnabled(state == State::Finished && !m_isWaiting);
    const QStringList tools = m_replay.destructiveTools();
    if (std::exchange(m_offered, tools) != tools)
        m_destructive->setChecked(false); // nobody agreed to these
    m_destructive->setVisible(!tools.isEmpty());
    m_destructive->setEnabled(!isRunning);
    m_destructive->setText(tr("Also call &destructive tools (%1)").arg(tools.size()));
    m_destructive->setToolTip(listText(tools));
    if (!m_replay.problem().isEmpty() && !m_isWaiting)
        m_problem->showMessage(look::InlineMessage::Kind::Error, m_replay.problem());
    showHeading();
    if (state == State::Finished && !m_isWaiting)
        showResult();
}

void ReplayWindow::showHeading()
{
    const State state = m_replay.state();
    m_heading->setSign(models::Sign::Pending);
    if (state == State::Reading)
        return m_heading->setText(tr("Reading the recording…"));
    if (m_isWaiting)
        return m_heading->setText(tr("Connecting to %1…").arg(m_server));
    if (state == State::Comparing)
        return m_heading->setText(tr("Comparing with the recording…"));
    if (state == State::Running)
        return m_heading->setText(
            tr("Replaying against %1: %2 requests and notifications…")
                .arg(m_server, countText(m_replay.recording().sendable.size())));
    if (state == State::Finished)
        return; // showResult()
    m_heading->setSign(models::Sign::None);
    m_heading->setText(state == State::Unreadable ? tr("The recording cannot be replayed")
            : m_servers->count() == 0             ? tr("Add a server to replay against")
            : m_servers->currentIndex() < 0       ? tr("Choose a server to replay against")
            : state == State::Failed              ? tr("The server cannot be connected")
                                                  : tr("Nothing was sent yet"));
    m_detail->showNothing(tr("Choose a server and press Replay: the responses of the server and "
                             "those of the recording are compared here."));
}

void ReplayWindow::showResult()
{
    const int row = m_rows->currentIndex().row();
    m_model->setReport(m_replay.report());
    m_heading->setSign(signOf(m_model->worst()));
    m_heading->setText(m_model->summary());
    const QString other = m_replay.otherRevision();
    m_note->setText(other.isEmpty() ? QString() : tr("Recorded with revision %1").arg(other));
    m_detail->setRules(m_replay.rules());
    const int chosen = row < 0 ? m_model->nextOfInterest(-1, false) : row;
    m_rows->selectRow(std::min(std::max(chosen, 0), m_model->rowCount() - 1));
    showRow();
}

void ReplayWindow::showRow()
{
    const int row = m_rows->currentIndex().row();
    if (m_replay.state() != State::Finished || row < 0)
        return;
    const replay::ReportRow &shown = m_model->reportRow(row);
    m_detail->showRow(shown, m_replay.texts(shown));
}

void ReplayWindow::goToNext(bool backwards)
{
    const int next = m_model->nextOfInterest(m_rows->currentIndex().row(), backwards);
    if (next >= 0)
        m_rows->selectRow(next);
}

void ReplayWindow::copy()
{
    look::copyToClipboard(models::replayMarkdown(*m_model, m_recording, m_reported));
}

QString ReplayWindow::heading() const
{
    return m_heading->text();
}

} // namespace sonde::widgets
