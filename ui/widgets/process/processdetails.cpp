// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/process/processdetails.h"

#include "look/controls/splitter.h"
#include "models/process/environmentmodel.h"
#include "models/process/limitmodel.h"
#include "models/process/openfilemodel.h"
#include "widgets/kit/label/countbadge.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/process/exithistory.h"
#include "widgets/process/threadspage.h"

#include <QTabBar>

namespace sonde::widgets {

using models::EnvironmentModel;
using models::LimitModel;
using models::OpenFileModel;

namespace {

constexpr int kVariableChars = 24;
constexpr int kLimitValueChars = 14;
constexpr int kUnitChars = 10;
constexpr int kDescriptorChars = 6;
constexpr int kFileKindChars = 14;
const QList<int> kEnvironmentShares{500, 400};

} // namespace

ProcessDetails::ProcessDetails(models::TraceModel &trace, QWidget *parent)
    : QTabWidget(parent)
    , m_variables(new EnvironmentModel(this))
    , m_limitRows(new LimitModel(this))
    , m_fileRows(new OpenFileModel(this))
    , m_threads(new ThreadsPage(this))
    , m_environment(new PlainTable(m_variables, this))
    , m_limits(new PlainTable(m_limitRows, this))
    , m_files(new PlainTable(m_fileRows, this))
    , m_exits(new ExitHistory(trace, this))
    , m_threadCount(new CountBadge(this))
    , m_variableCount(new CountBadge(this))
    , m_fileCount(new CountBadge(this))
    , m_exitCount(new CountBadge(this))
{
    setObjectName(QStringLiteral("processDetails"));
    setAccessibleName(tr("Details of the selected process"));
    setDocumentMode(true);
    m_files->setObjectName(QStringLiteral("openFiles"));
    m_files->setAccessibleName(tr("Open files and sockets of the process"));
    m_files->setMonospace(OpenFileModel::TargetColumn);
    m_files->setUsualWidth(OpenFileModel::DescriptorColumn, kDescriptorChars);
    m_files->setUsualWidth(OpenFileModel::KindColumn, kFileKindChars);
    addPage(m_threads, tr("Threads"), m_threadCount);
    addPage(makeEnvironment(), tr("Environment and limits"), m_variableCount);
    addPage(m_files, tr("Files and sockets"), m_fileCount);
    addPage(m_exits, tr("Exit history"), m_exitCount);
}

QWidget *ProcessDetails::makeEnvironment()
{
    m_environment->setObjectName(QStringLiteral("environment"));
    m_environment->setAccessibleName(tr("Environment of the process"));
    m_environment->setMonospace(EnvironmentModel::NameColumn);
    m_environment->setMonospace(EnvironmentModel::ValueColumn);
    m_environment->setUsualWidth(EnvironmentModel::NameColumn, kVariableChars);
    m_limits->setObjectName(QStringLiteral("limits"));
    m_limits->setAccessibleName(tr("Limits of the process"));
    m_limits->setUsualWidth(LimitModel::SoftColumn, kLimitValueChars);
    m_limits->setUsualWidth(LimitModel::HardColumn, kLimitValueChars);
    m_limits->setUsualWidth(LimitModel::UnitColumn, kUnitChars);
    auto *parts = new look::Splitter(Qt::Horizontal, this);
    parts->addWidget(m_environment);
    parts->addWidget(m_limits);
    parts->setDefaultSizes(kEnvironmentShares);
    parts->setChildrenCollapsible(false);
    return parts;
}

void ProcessDetails::addPage(QWidget *page, const QString &title, CountBadge *badge)
{
    addTab(page, title);
    badge->hide();
    tabBar()->setTabButton(indexOf(page), QTabBar::RightSide, badge);
}

void ProcessDetails::showCount(QWidget *page, CountBadge *badge, std::size_t count)
{
    if (badge->count() == int(count))
        return;
    badge->setCount(int(count));
    // The bar measures its tabs again only for a new button.
    tabBar()->setTabButton(indexOf(page), QTabBar::RightSide, nullptr);
    tabBar()->setTabButton(indexOf(page), QTabBar::RightSide, badge);
    badge->setVisible(count > 0);
}

void ProcessDetails::setServer(const QString &name)
{
    m_exits->setServer(name);
}

void ProcessDetails::setSample(const models::ProcessSample &sample)
{
    const models::ChosenProcess &details = sample.details;
    m_threads->setSample(sample);
    m_variables->setVariables(details.environment);
    m_limitRows->setLimits(details.limits);
    m_fileRows->setSample(sample);
    showCount(m_threads, m_threadCount, details.threadCount);
    showCount(m_environment->parentWidget(), m_variableCount, details.environment.size());
    showCount(m_files, m_fileCount, details.files.count);
}

void ProcessDetails::updateExits()
{
    m_exits->update();
    showCount(m_exits, m_exitCount, std::size_t(m_exits->count()));
}

void ProcessDetails::showThreads()
{
    setCurrentWidget(m_threads);
    m_threads->table().setFocus(Qt::OtherFocusReason);
}

} // namespace sonde::widgets
