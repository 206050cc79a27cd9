// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tap/editlist.h"

#include "look/controls/paneltitle.h"
#include "look/theme/metrics.h"
#include "widgets/kit/table/plaintable.h"

#include <QEvent>
#include <QHeaderView>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::widgets {

using models::EditedValueModel;
using models::EditedValues;

namespace {

constexpr int kMostRows = 3; // without scrolling
constexpr int kPlaceChars = 28;
constexpr int kValueChars = 20;

} // namespace

EditList::EditList(QWidget *parent)
    : QWidget(parent)
    , m_model(new EditedValueModel(this))
    , m_title(new look::PanelTitle(tr("Changes"), this))
    , m_table(new PlainTable(m_model, this))
    , m_job(this)
{
    m_table->setObjectName(QStringLiteral("changedValues"));
    m_table->setAccessibleName(tr("Changed values"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    for (const int column : {EditedValueModel::PlaceColumn, EditedValueModel::BeforeColumn,
             EditedValueModel::AfterColumn})
        m_table->setMonospace(column);
    m_table->setUsualWidth(EditedValueModel::PlaceColumn, kPlaceChars);
    m_table->setUsualWidth(EditedValueModel::BeforeColumn, kValueChars);
    m_table->setUsualWidth(EditedValueModel::AfterColumn, kValueChars);
    // It gives way to the editors, but for one value.
    m_table->setMinimumHeight(look::metrics().treeRow + 2 * m_table->frameWidth());
    m_table->installEventFilter(this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addWidget(m_table);
    hide();
}

void EditList::compare(
    const Bytes &came, const Bytes &goes, const std::shared_ptr<const json::Document> &inputSchema)
{
    m_job.start<EditedValues>(
        [came, goes, inputSchema](
            const std::stop_token &) { return models::editedValues(came, goes, inputSchema); },
        [this](const EditedValues &values) { show(values); });
}

void EditList::clear()
{
    m_job.stop();
    show({});
}

void EditList::show(const EditedValues &values)
{
    const int rows = static_cast<int>(values.values.size());
    m_model->setValues(values);
    m_verdict = !values.fits ? QString()
        : *values.fits       ? tr("fits the input schema")
                             : tr("does not fit the input schema");
    m_isMisfit = values.fits == false;
    m_title->setDetail(rows == 1 ? tr("· 1 value") : tr("· %Ln values", nullptr, rows));
    m_title->setRightText(m_verdict);
    m_table->setMaximumHeight(m_table->horizontalHeader()->sizeHint().height()
        + std::clamp(rows, 1, kMostRows) * look::metrics().treeRow + 2 * m_table->frameWidth());
    setVisible(rows > 0);
    Q_EMIT compared();
}

// Where there is room for one line, it is a value.
bool EditList::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table && event->type() == QEvent::Resize) {
        QHeaderView *const header = m_table->horizontalHeader();
        header->setVisible(
            m_table->height() >= header->sizeHint().height() + look::metrics().treeRow);
    }
    return QWidget::eventFilter(watched, event);
}

QString EditList::verdict() const
{
    return m_verdict;
}

} // namespace sonde::widgets
