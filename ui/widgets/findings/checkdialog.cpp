// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/checkdialog.h"

#include "base/formatting.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/painting/iconengine.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "models/catalog/toolfacts.h"
#include "models/findings/checkedtoolmodel.h"
#include "session/call/toolcall.h"
#include "session/catalog/toolstore.h"
#include "widgets/kit/table/checkdelegate.h"
#include "widgets/kit/table/plaintable.h"

#include <QCheckBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sonde::widgets {

using check::WalkPart;
using models::CheckedTool;
using models::CheckedToolModel;
using session::CheckRun;
using session::ToolStore;

namespace {

constexpr QSize kFirstSize(720, 620);
constexpr int kToolRows = 4; // at least
constexpr int kNameChars = 24;
constexpr int kAnnotationChars = 26;
constexpr int kMaxNamed = 5; // tools in a sentence

// What a tool is called with: as it was called last, or with nothing where nothing is required.
std::string argumentsFor(ToolStore &store, const json::Value &tool)
{
    const Bytes &last = store.call(tool["name"].toString())->arguments();
    if (json::Document::parse(last).root().isObject())
        return std::string(last.view());
    return tool["inputSchema"]["required"].count() > 0 ? std::string() : std::string("{}");
}

QStringList namesOf(const std::vector<CheckedTool> &tools, bool (*isMeant)(const CheckedTool &))
{
    QStringList names;
    for (const CheckedTool &tool : tools) {
        if (isMeant(tool))
            names << tool.name;
    }
    return names;
}

QStringList destructiveOf(const CheckedToolModel &model)
{
    return namesOf(model.chosen(), [](const CheckedTool &tool) { return tool.isDestructive; });
}

} // namespace

CheckDialog::CheckDialog(mcp::Client *client, const QString &logLevel, QWidget *parent)
    : QDialog(parent)
    , m_client(client)
    , m_logLevel(logLevel)
    , m_run(new CheckRun(client, this))
    , m_tools(ToolStore::of(client))
    , m_model(new CheckedToolModel(this))
    , m_confirm(new QCheckBox(this))
    , m_progress(new QProgressBar(this))
    , m_message(new look::InlineMessage(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("checkServer"));
    setWindowTitle(tr("Check %1").arg(client->config().name.left(100)));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(look::metrics().gap);
    auto *title =
        new look::ColorLabel(tr("Send requests that show whether %1 follows the specification")
                                 .arg(client->config().name.left(100)),
            models::ColorRole::Normal, this);
    title->setFont(look::headingFont());
    title->setWordWrap(true);
    layout->addWidget(title);
    addParts(layout);
    addUnsafeParts(layout);
    layout->addWidget(makeTools(), 1);
    m_confirm->setObjectName(QStringLiteral("confirmDestructive"));
    layout->addWidget(m_confirm);
    layout->addWidget(m_message);
    m_progress->setAccessibleName(tr("Progress of the check"));
    layout->addWidget(m_progress);
    layout->addLayout(makeFoot());
    m_message->hide();
    connect(m_confirm, &QCheckBox::toggled, this, &CheckDialog::refresh);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &CheckDialog::refresh);
    connect(m_run, &CheckRun::changed, this, &CheckDialog::refresh);
    connect(m_run, &CheckRun::finished, this, &CheckDialog::showOutcome);
    connect(m_message, &look::InlineMessage::buttonClicked, this, &CheckDialog::findingsRequested);
    connect(m_tools, &session::ListStore::changed, this, &CheckDialog::showTools);
    if (m_tools->state() == session::ListStore::State::NotAsked && m_run->canStart())
        m_tools->load();
    showTools();
    refresh();
    m_start->setFocus();
    look::setFirstSize(this, kFirstSize);
}

QCheckBox *CheckDialog::addBox(
    QVBoxLayout *layout, const char *name, const QString &text, bool isOn)
{
    auto *box = new QCheckBox(text, this);
    box->setObjectName(QLatin1String(name));
    box->setChecked(isOn);
    layout->addWidget(box);
    return box;
}

void CheckDialog::addPart(
    QVBoxLayout *layout, WalkPart part, const char *name, const QString &text, bool isOn)
{
    m_parts[part] = addBox(layout, name, text, isOn);
}

void CheckDialog::addParts(QVBoxLayout *layout)
{
    auto *lists =
        new look::ColorLabel(tr("All lists are loaded. Each of these parts can be left out:"),
            models::ColorRole::Muted, this);
    lists->setWordWrap(true);
    layout->addWidget(lists);
    addPart(layout, WalkPart::Basics, "checkBasics", tr("&Ping, and the log level"));
    addPart(layout, WalkPart::Items, "checkItems",
        tr("&Read up to %1 resources, get up to %1 prompts, complete arguments")
            .arg(check::CheckWalk::kMaxItems));
    addPart(layout, WalkPart::Refusals, "checkRefusals",
        tr("&Unknown methods, names, cursors and levels, and missing parameters"));
    addPart(layout, WalkPart::Subscriptions, "checkSubscriptions",
        tr("A &subscription that ends at once, and tasks"));
    addPart(layout, WalkPart::Ids, "checkIds",
        tr("Odd &ids, one of them twice; %1 requests at once; a cancelled request")
            .arg(check::CheckWalk::kParallel));
    if (CheckRun::canProbeHttp(*m_client))
        m_http = addBox(layout, "checkHttp",
            tr("Wrong and missing &headers, in a session of its own, without your token"), true);
}

// A server may end for what is no message, and it may not like a second client.
void CheckDialog::addUnsafeParts(QVBoxLayout *layout)
{
    layout->addSpacing(look::metrics().gap);
    auto *lead =
        new look::ColorLabel(tr("Off unless you choose them:"), models::ColorRole::Muted, this);
    layout->addWidget(lead);
    if (!m_client->config().endpoint.hasExchanges()) // over HTTP, see HttpWalk
        addPart(layout, WalkPart::Malformed, "checkMalformed",
            tr("&Malformed input, for which a server may end"), false);
    if (!CheckRun::canConnectAgain(*m_client))
        return;
    m_again = addBox(layout, "checkAgain",
        m_client->config().endpoint.hasProcess()
            ? tr("A s&econd process of the server, with a revision that does not exist")
            : tr("A s&econd connection, with a revision that does not exist"),
        false);
}

QWidget *CheckDialog::makeTools()
{
    m_table = new PlainTable(m_model, this);
    m_table->setObjectName(QStringLiteral("checkedTools"));
    m_table->setAccessibleName(tr("Tools that are called"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setItemDelegateForColumn(CheckedToolModel::NameColumn, new CheckDelegate(m_table));
    m_table->setMonospace(CheckedToolModel::ArgumentsColumn);
    m_table->setUsualWidth(CheckedToolModel::NameColumn, kNameChars);
    m_table->setUsualWidth(CheckedToolModel::AnnotationsColumn, kAnnotationChars);
    m_table->setMinimumHeight((kToolRows + 1) * look::metrics().row);
    return m_table;
}

QLayout *CheckDialog::makeFoot()
{
    m_start = new QPushButton(this);
    m_start->setObjectName(QStringLiteral("startCheck"));
    m_start->setDefault(true);
    connect(m_start, &QPushButton::clicked, this, &CheckDialog::startOrCancel);
    auto *close = new QPushButton(tr("Close"), this);
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    auto *row = new QHBoxLayout;
    row->addStretch();
    row->addWidget(close);
    row->addWidget(m_start);
    return row;
}

void CheckDialog::showTools()
{
    if (!m_tools)
        return;
    std::vector<CheckedTool> tools;
    for (const mcp::ListItem &item : m_tools->listing().items) {
        const json::Value tool = item.value();
        if (!tool["name"].isString())
            continue;
        const models::ToolFacts facts = models::toolFacts(tool);
        tools.push_back({tool["name"].toString(), argumentsFor(*m_tools, tool), facts.annotations,
            facts.destructive, false});
    }
    m_model->setTools(std::move(tools));
    refresh();
}

CheckRun::Plan CheckDialog::plan() const
{
    CheckRun::Plan plan;
    plan.walk.parts.clear();
    for (const auto &[part, box] : m_parts) {
        if (box->isChecked())
            plan.walk.parts.insert(part);
    }
    for (const CheckedTool &tool : m_model->chosen())
        plan.walk.calls.push_back({tool.name, tool.arguments});
    if (!m_logLevel.isEmpty())
        plan.walk.logLevel = m_logLevel.toStdString();
    plan.probesHttp = m_http && m_http->isChecked();
    plan.connectsAgain = m_again && m_again->isChecked();
    return plan;
}

void CheckDialog::startOrCancel()
{
    if (m_run->isRunning())
        return m_run->cancel();
    m_message->hide();
    m_run->start(plan());
}

void CheckDialog::refresh()
{
    const bool isRunning = m_run->isRunning();
    for (const auto &[part, box] : m_parts)
        box->setEnabled(!isRunning);
    for (QCheckBox *box : {m_http, m_again, m_confirm}) {
        if (box)
            box->setEnabled(!isRunning);
    }
    m_table->setEnabled(!isRunning);
    const QStringList destructive = destructiveOf(*m_model);
    m_confirm->setVisible(!destructive.isEmpty());
    m_confirm->setText(
        tr("Call what is marked destructive: %1")
            .arg(listText(destructive.mid(0, kMaxNamed))
                + (destructive.size() > kMaxNamed ? QStringLiteral(" …") : QString())));
    m_start->setText(isRunning ? tr("Cancel") : tr("Check"));
    m_start->setIcon(look::icon(isRunning ? "cancel" : "play"));
    m_start->setEnabled(
        isRunning || (m_run->canStart() && (destructive.isEmpty() || m_confirm->isChecked())));
    m_progress->setVisible(m_run->state() != CheckRun::State::NotStarted);
    m_progress->setMaximum(std::max(m_run->stepsKnown(), 1));
    m_progress->setValue(m_run->stepsBegun());
}

QString CheckDialog::outcome() const
{
    switch (m_run->state()) {
    case CheckRun::State::Cancelled:
        return tr("The check was cancelled. What it sent until then is in the trace.");
    case CheckRun::State::Lost:
        return tr("The connection ended during the check. The trace shows after which message.");
    default:
        return tr("The check is finished.");
    }
}

void CheckDialog::showOutcome()
{
    QStringList sentences{outcome()};
    if (!m_run->unanswered().isEmpty())
        sentences
            << tr("No response in time: %1.").arg(listText(m_run->unanswered().mid(0, kMaxNamed)));
    if (!m_run->unlisted().isEmpty())
        sentences << tr("Not called, because the server no longer lists them: %1.")
                         .arg(listText(m_run->unlisted().mid(0, kMaxNamed)));
    const bool isFine = m_run->state() == CheckRun::State::Finished && sentences.size() == 1;
    m_message->showMessage(
        isFine ? look::InlineMessage::Kind::Info : look::InlineMessage::Kind::Warning,
        sentences.join(u' '), tr("Show findings"));
    refresh();
}

} // namespace sonde::widgets
