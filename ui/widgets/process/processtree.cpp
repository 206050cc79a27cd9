// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/process/processtree.h"

#include "look/controls/clipboard.h"
#include "look/controls/signdelegate.h"
#include "look/theme/metrics.h"
#include "models/process/processtext.h"
#include "models/process/processtreemodel.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScopedValueRollback>

#include <algorithm>

namespace sonde::widgets {

using models::ProcessTreeModel;
using models::SampledProcess;

namespace {

constexpr int kLeastRows = 2;
constexpr std::uint64_t kMuchLarger = 2; // times, for another one to be selected by itself

// The usual number of characters of each column but the last one.
constexpr int kColumnChars[] = {24, 10, 11, 12, 12, 22, 13};
static_assert(std::size(kColumnChars) == ProcessTreeModel::CommandColumn);

} // namespace

ProcessTree::ProcessTree(QWidget *parent)
    : QTreeView(parent)
    , m_model(new ProcessTreeModel(this))
{
    setObjectName(QStringLiteral("processTree"));
    setAccessibleName(tr("Processes of the server"));
    setModel(m_model);
    setItemDelegate(new look::SignDelegate(this));
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setExpandsOnDoubleClick(false);
    header()->setSectionsMovable(false);
    header()->setStretchLastSection(true);
    applySizes();
    connect(m_model, &QAbstractItemModel::rowsInserted, this,
        [this](const QModelIndex &above) { expand(above); });
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &index) {
            if (m_isFilling)
                return;
            m_choice = m_model->idAt(index);
            Q_EMIT chosen();
        });
}

void ProcessTree::applySizes()
{
    const int character = fontMetrics().averageCharWidth();
    for (int column = 0; column < int(std::size(kColumnChars)); ++column)
        header()->resizeSection(column, character * kColumnChars[column]);
}

void ProcessTree::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        applySizes();
}

QSize ProcessTree::minimumSizeHint() const
{
    return {QTreeView::minimumSizeHint().width(), (kLeastRows + 1) * look::metrics().row};
}

void ProcessTree::forgetChoice()
{
    m_choice = {};
}

platform::ProcessId ProcessTree::current() const
{
    return m_model->idAt(currentIndex());
}

void ProcessTree::setSample(const models::ProcessSample &sample)
{
    const platform::ProcessId before = current();
    {
        const QScopedValueRollback filling(m_isFilling, true);
        m_model->setSample(sample);
        if (!sample.processes.empty() && !models::findProcess(sample, m_choice))
            m_choice = {}; // it has ended
        if (m_choice.pid == 0)
            selectLargest(sample);
        else if (current() != m_choice)
            setCurrentIndex(m_model->indexOf(m_choice));
    }
    if (current() != before)
        Q_EMIT chosen();
}

void ProcessTree::selectLargest(const models::ProcessSample &sample)
{
    const auto largest = std::max_element(sample.processes.begin(), sample.processes.end(),
        [](const SampledProcess &a, const SampledProcess &b) {
            return a.info.residentBytes < b.info.residentBytes;
        });
    if (largest == sample.processes.end())
        return;
    const SampledProcess *now = models::findProcess(sample, current());
    if (!now)
        now = &sample.processes.front();
    const bool isMuchLarger = largest->info.residentBytes > kMuchLarger * now->info.residentBytes;
    const SampledProcess &chosen = isMuchLarger ? *largest : *now;
    if (chosen.info.id != current())
        setCurrentIndex(m_model->indexOf(chosen.info.id));
}

void ProcessTree::keyPressEvent(QKeyEvent *event)
{
    if (!event->matches(QKeySequence::Copy))
        return QTreeView::keyPressEvent(event);
    QStringList texts;
    for (int column = 0; column < ProcessTreeModel::ColumnCount && currentIndex().isValid();
         ++column)
        texts << currentIndex().siblingAtColumn(column).data().toString();
    if (!texts.isEmpty())
        look::copyToClipboard(texts.join(u'\t'));
}

} // namespace sonde::widgets
