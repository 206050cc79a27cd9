// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/hosts/hostentrypane.h"

#include "look/access/focuspass.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/hosts/hostentrytext.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/kit/table/propertygrid.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::widgets {

using EntryModel = models::HostEntryModel;

namespace {

constexpr int kServerChars = 22;
constexpr int kStateChars = 26;

} // namespace

HostEntryPane::HostEntryPane(QWidget *parent)
    : QWidget(parent)
    , m_model(new EntryModel(this))
    , m_entries(new PlainTable(m_model, this))
    , m_facts(new PropertyGrid)
    , m_problemGrid(new PropertyGrid)
    , m_title(new look::PanelTitle(tr("Servers"), this))
    , m_factsTitle(new look::PanelTitle(tr("Selected server"), this))
    , m_problemsTitle(new look::PanelTitle(tr("Problems"), this))
{
    m_entries->setObjectName(QStringLiteral("hostEntries"));
    m_entries->setAccessibleName(tr("Servers of the host"));
    m_entries->setSelectionMode(QAbstractItemView::SingleSelection);
    m_entries->setAlternatingRowColors(true);
    m_entries->setMonospace(EntryModel::StartsColumn);
    m_entries->setUsualWidth(EntryModel::ServerColumn, kServerChars);
    m_entries->setUsualWidth(EntryModel::StateColumn, kStateChars);

    auto *parts = new look::Splitter(Qt::Vertical, this);
    parts->addWidget(look::titled(m_title, m_entries));
    parts->addWidget(
        look::titled(m_factsTitle, makePage(m_facts, tr("What the selected server starts"))));
    parts->addWidget(look::titled(
        m_problemsTitle, makePage(m_problemGrid, tr("Problems in the files of the host"))));
    parts->setDefaultSizes({320, 180, 210});
    parts->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(parts);
    look::passFocus(*this, *m_entries);

    addCopy(m_factsTitle, tr("Copy the facts of the server"), "copyFacts",
        [this] { return m_shownFacts; });
    addCopy(
        m_problemsTitle, tr("Copy the problems"), "copyProblems", [this] { return m_problems; });
    connect(m_entries->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &HostEntryPane::showChosen);
    showTitle();
}

QWidget *HostEntryPane::makePage(PropertyGrid *grid, const QString &name)
{
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    const int gap = look::metrics().gap;
    column->setContentsMargins(gap, gap, gap, gap);
    page->setBackgroundRole(QPalette::Base);
    column->addWidget(grid);
    column->addStretch(1);
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setAccessibleName(name);
    return scroll;
}

QTableView &HostEntryPane::entries() const
{
    return *m_entries;
}

void HostEntryPane::addCopy(look::PanelTitle *title, const QString &text, const char *name,
    const std::function<models::Properties()> &properties)
{
    auto *copy = new QAction(look::icon("copy"), text, this);
    copy->setObjectName(QLatin1String(name));
    title->addButton(copy);
    connect(copy, &QAction::triggered, this, [properties] {
        QStringList lines;
        for (const models::Property &property : properties())
            lines += property.name + QStringLiteral(": ") + property.value;
        QGuiApplication::clipboard()->setText(lines.join(u'\n'));
    });
}

void HostEntryPane::setFiles(
    const models::SharedFiles &files, const hosts::Host *host, const QString &filter)
{
    const models::ChosenEntry before = host == m_model->host() ? chosen() : models::ChosenEntry();
    const QString path = before ? before.file->found.path : QString();
    const QString project = before ? before.entry().project : QString();
    const QString name = before ? before.entry().name : QString();
    m_isFilling = true;
    m_model->setFiles(files, host, filter);
    m_problems = models::hostProblems(*files, host);
    m_problemGrid->setProperties(m_problems);
    spanWholeRows();
    showTitle();
    const int row = m_model->rowOf(path, project, name);
    m_entries->selectRow(row >= 0 ? row : m_model->firstEntry());
    m_isFilling = false;
    showChosen();
}

void HostEntryPane::spanWholeRows()
{
    m_entries->clearSpans();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->index(row, 0).data(EntryModel::WholeRowRole).toBool())
            m_entries->setSpan(row, 0, 1, EntryModel::ColumnCount);
    }
}

models::ChosenEntry HostEntryPane::chosen() const
{
    return m_model->at(m_entries->currentIndex().row());
}

void HostEntryPane::choose(const QString &path, const QString &project, const QString &name)
{
    const int row = m_model->rowOf(path, project, name);
    if (row >= 0)
        m_entries->selectRow(row);
}

void HostEntryPane::showChosen()
{
    if (m_isFilling)
        return;
    const models::ChosenEntry entry = chosen();
    m_factsTitle->setTitle(entry ? entry.entry().name : tr("Selected server"));
    m_factsTitle->setDetail(
        entry ? models::stateText(entry.entry(), entry.problems()) : tr("none", "no server"));
    m_shownFacts = entry ? models::entryProperties(*entry.file, entry.index) : models::Properties();
    m_facts->setProperties(m_shownFacts);
    Q_EMIT chosenChanged();
}

void HostEntryPane::showTitle()
{
    const hosts::Host *const host = m_model->host();
    m_title->setTitle(host ? QString(host->name) : tr("Servers"));
    m_title->setDetail(host ? models::serversText(m_model->servers()) : QString());
    const auto count = [this](models::Sign sign) {
        return int(std::count_if(m_problems.begin(), m_problems.end(),
            [sign](const models::Property &problem) { return problem.sign == sign; }));
    };
    const QString counts =
        models::problemsText(count(models::Sign::FindingError), count(models::Sign::Finding));
    m_problemsTitle->setDetail(counts.isEmpty() ? tr("none", "no problems") : counts);
}

} // namespace sonde::widgets
