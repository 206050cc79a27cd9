// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/process/exithistory.h"

#include "look/controls/splitter.h"
#include "look/theme/metrics.h"
#include "models/process/exitmodel.h"
#include "widgets/kit/table/plaintable.h"

#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace sonde::widgets {

using models::ExitModel;

namespace {

constexpr int kEndedChars = 13;
constexpr int kPidChars = 10;
constexpr int kRanChars = 12;
const QList<int> kShares{400, 400};

} // namespace

ExitHistory::ExitHistory(models::TraceModel &trace, QWidget *parent)
    : QWidget(parent)
    , m_model(new ExitModel(trace, this))
    , m_table(new PlainTable(m_model, this))
    , m_lines(new QPlainTextEdit(this))
{
    m_table->setObjectName(QStringLiteral("exits"));
    m_table->setAccessibleName(tr("Exit history of the server"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setUsualWidth(ExitModel::EndedColumn, kEndedChars);
    m_table->setUsualWidth(ExitModel::PidColumn, kPidChars);
    m_table->setUsualWidth(ExitModel::RanColumn, kRanChars);
    m_lines->setObjectName(QStringLiteral("exitLines"));
    m_lines->setReadOnly(true);
    m_lines->setTabChangesFocus(true);
    m_lines->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_lines->setFont(look::fixedFont());
    m_lines->setAccessibleName(tr("Last lines of stderr of the selected run"));
    m_lines->setPlaceholderText(tr("The last lines of stderr of the selected run appear here."));
    auto *parts = new look::Splitter(Qt::Horizontal, this);
    parts->addWidget(m_table);
    parts->addWidget(m_lines);
    parts->setDefaultSizes(kShares);
    parts->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(parts);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &ExitHistory::showLines);
    connect(m_model, &QAbstractItemModel::modelReset, this, &ExitHistory::showLines);
}

void ExitHistory::setServer(const QString &name)
{
    m_model->setServer(name);
}

void ExitHistory::update()
{
    m_model->update();
    if (!m_table->currentIndex().isValid() && m_model->rowCount() > 0)
        m_table->selectRow(0);
}

int ExitHistory::count() const
{
    return m_model->rowCount();
}

QString ExitHistory::lines() const
{
    return m_lines->toPlainText();
}

void ExitHistory::showLines()
{
    m_lines->setPlainText(m_model->lastLines(m_table->currentIndex().row()).join(u'\n'));
}

} // namespace sonde::widgets
