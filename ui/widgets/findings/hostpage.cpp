// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/hostpage.h"

#include "accept/hostlist.h"
#include "base/formatting.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/splitter.h"
#include "look/theme/metrics.h"
#include "models/accept/hostissuemodel.h"
#include "models/accept/hosttoolmodel.h"
#include "session/catalog/toolstore.h"
#include "widgets/kit/table/plaintable.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

namespace {

constexpr int kNameChars = 24;
constexpr int kVerdictChars = 18;
constexpr int kNumberChars = 12;
constexpr int kWhatChars = 24;
constexpr int kToolsShare = 560; // at first, of the width; a person moves the handle
constexpr int kIssuesShare = 480;

} // namespace

HostPage::HostPage(QWidget *parent)
    : QWidget(parent)
    , m_hosts(new QComboBox(this))
    , m_summary(new look::ColorLabel(models::ColorRole::Normal, this))
    , m_toolModel(new models::HostToolModel(this))
    , m_issueModel(new models::HostIssueModel(this))
    , m_tools(new PlainTable(m_toolModel, this))
    , m_issues(new PlainTable(m_issueModel, this))
    , m_detail(new look::ColorLabel(models::ColorRole::Normal, this))
    , m_job(this)
{
    setObjectName(QStringLiteral("hostPage"));
    m_hosts->setAccessibleName(tr("Host"));
    setUpTables();
    layOut();
    look::passFocus(*this, *m_tools);
    connect(m_hosts, &QComboBox::currentIndexChanged, this, &HostPage::refresh);
    connect(m_tools->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &HostPage::showTool);
    connect(m_issues->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &HostPage::showIssue);
}

void HostPage::setUpTables()
{
    using Tools = models::HostToolModel;
    using Issues = models::HostIssueModel;
    m_tools->setAccessibleName(tr("Tools as the host sees them"));
    m_tools->setMonospace(Tools::SeenColumn);
    m_tools->setUsualWidth(Tools::NameColumn, kNameChars);
    m_tools->setUsualWidth(Tools::SeenColumn, 0);
    m_tools->setUsualWidth(Tools::VerdictColumn, kVerdictChars);
    m_tools->setUsualWidth(Tools::TokensColumn, kNumberChars);
    m_issues->setAccessibleName(tr("What the host does with the selected tool"));
    m_issues->setMonospace(Issues::PlaceColumn);
    m_issues->setUsualWidth(Issues::LevelColumn, kVerdictChars);
    m_issues->setUsualWidth(Issues::WhatColumn, kWhatChars);
    m_issues->setUsualWidth(Issues::PlaceColumn, 0);
    m_issues->setUsualWidth(Issues::SourceColumn, kNumberChars);
    m_detail->setWordWrap(true);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

void HostPage::layOut()
{
    auto *label = new QLabel(tr("&Host"), this);
    label->setBuddy(m_hosts);
    auto *head = new QHBoxLayout;
    head->setSpacing(look::metrics().gap);
    head->addWidget(label);
    head->addWidget(m_hosts);
    head->addWidget(m_summary, 1);
    auto *side = new QWidget(this);
    auto *sideColumn = new QVBoxLayout(side);
    sideColumn->setContentsMargins(0, 0, 0, 0);
    sideColumn->setSpacing(look::metrics().gap);
    sideColumn->addWidget(m_issues, 1);
    sideColumn->addWidget(m_detail);
    auto *splitter = new look::Splitter(Qt::Horizontal, this);
    splitter->addWidget(m_tools);
    splitter->addWidget(side);
    splitter->setDefaultSizes({kToolsShare, kIssuesShare});
    splitter->setChildrenCollapsible(false);
    auto *foot = new look::ColorLabel(
        tr("Nothing is sent to a host: each fact has its source and date, and what no source says "
           "is not known. Tokens are estimated: one for 4 bytes of name, description and schema."),
        models::ColorRole::Muted, this);
    foot->setWordWrap(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(look::metrics().gap);
    column->addLayout(head);
    column->addWidget(splitter, 1);
    column->addWidget(foot);
}

void HostPage::setServer(const QString &name, mcp::Client *client)
{
    m_server = name;
    session::ToolStore *store = client ? session::ToolStore::of(client) : nullptr;
    if (store != m_store) {
        if (m_store)
            disconnect(m_store, nullptr, this, nullptr);
        m_store = store;
        if (store)
            connect(store, &session::ListStore::changed, this, [this] {
                if (isVisible())
                    refresh();
            });
    }
    if (isVisible())
        refresh();
}

void HostPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_hosts->count() == 0)
        listHosts();
    refresh();
}

// Not before the page is looked at: the list of hosts is read from a file.
void HostPage::listHosts()
{
    const QSignalBlocker blocker(m_hosts);
    for (const accept::JudgingHost &host : accept::HostList::instance().all())
        m_hosts->addItem(host.name, host.id);
}

void HostPage::refresh()
{
    const accept::JudgingHost *host =
        accept::HostList::instance().find(m_hosts->currentData().toString());
    if (!host || !m_store) {
        m_job.stop();
        return showView({});
    }
    accept::JudgedOffer offer;
    offer.server = m_server;
    offer.isComplete = m_store->listing().isComplete();
    // A definition may be long, and its schema wide.
    m_job.start<accept::HostView>(
        [host, offer, items = m_store->listing().items](const std::stop_token &) mutable {
            for (const mcp::ListItem &item : items)
                offer.tools.push_back(Bytes::copyOf(item.value().raw()));
            return accept::viewOf(*host, offer);
        },
        [this](accept::HostView view) { showView(std::move(view)); });
}

void HostPage::showView(accept::HostView view)
{
    m_view = std::move(view);
    m_toolModel->setTools(m_view.tools);
    m_summary->setText(summaryText());
    if (!m_tools->currentIndex().isValid() && m_toolModel->rowCount() > 0)
        m_tools->setCurrentIndex(m_toolModel->index(0, 0));
    showTool();
}

QString HostPage::summaryText() const
{
    if (!m_store || m_view.tools.empty())
        return tr("The tools of the connected server appear here, as the host sees them.");
    const int all = static_cast<int>(m_view.tools.size());
    QStringList parts{
        tr("%1 of %2 tools reach the model").arg(countText(all - m_view.lost()), countText(all))};
    if (const int changed = m_view.count(accept::Level::Changed); changed > 0)
        parts << tr("%1 changed").arg(countText(changed));
    if (m_view.host && !m_view.host->knowsSchemas())
        parts << tr("which schemas it takes is not known");
    parts << tr("about %1 tokens").arg(countText(m_view.tokens));
    return listText(parts);
}

// What is true of all tools is listed with each of them.
void HostPage::showTool()
{
    const QModelIndex current = m_tools->currentIndex();
    std::vector<accept::Issue> issues = m_view.issues;
    if (current.isValid()) {
        const auto &own = m_toolModel->at(current.row()).issues;
        issues.insert(issues.end(), own.begin(), own.end());
    }
    m_issueModel->setIssues(std::move(issues));
    if (m_issueModel->rowCount() > 0)
        m_issues->setCurrentIndex(m_issueModel->index(0, 0));
    showIssue();
}

void HostPage::showIssue()
{
    const QModelIndex current = m_issues->currentIndex();
    if (current.isValid())
        return m_detail->setText(models::HostIssueModel::detail(m_issueModel->at(current.row())));
    m_detail->setText(m_tools->currentIndex().isValid()
            ? tr("No source says that the host refuses or changes this tool.")
            : QString());
}

} // namespace sonde::widgets
