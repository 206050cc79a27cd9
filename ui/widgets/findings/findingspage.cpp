// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/findingspage.h"

#include "look/controls/splitter.h"
#include "models/trace/rowfindings.h"
#include "models/trace/tracemodel.h"
#include "widgets/findings/findingcard.h"
#include "widgets/kit/table/plaintable.h"

#include <QItemSelectionModel>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>
#include <vector>

namespace sonde::widgets {

namespace {

constexpr int kLevelChars = 13;
constexpr int kNumberChars = 8;
constexpr int kTableShare = 300; // at first, of the height; a person moves the handle
constexpr int kCardShare = 700;

} // namespace

FindingsPage::FindingsPage(const models::TraceModel &model, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_findings(new models::MessageFindings(this))
    , m_table(new PlainTable(m_findings, this))
    , m_card(new FindingCard(this))
{
    setObjectName(QStringLiteral("messageFindings"));
    m_table->setAccessibleName(tr("Findings about the message"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setUsualWidth(models::MessageFindings::LevelColumn, kLevelChars);
    m_table->setUsualWidth(models::MessageFindings::NumberColumn, kNumberChars);
    m_card->jumpButton().setText(tr("Show the value"));
    auto *splitter = new look::Splitter(Qt::Vertical, this);
    splitter->addWidget(m_table);
    splitter->addWidget(m_card);
    splitter->setDefaultSizes({kTableShare, kCardShare});
    splitter->setChildrenCollapsible(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(splitter);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &FindingsPage::showCurrent);
    connect(m_table, &QAbstractItemView::activated, this, &FindingsPage::valueRequested);
    connect(m_card, &FindingCard::jumpRequested, this, &FindingsPage::valueRequested);
    connect(m_card, &FindingCard::messageRequested, this, &FindingsPage::messageRequested);
}

void FindingsPage::showMessages(trace::Number request, trace::Number response)
{
    std::vector<findings::Finding> found;
    if (const models::RowFindings *known = m_model.findings()) {
        for (const trace::Number number : {request, response}) {
            for (const findings::Finding *finding : known->about(number))
                found.push_back(*finding);
        }
    }
    const auto before = current();
    m_findings->setFindings(std::move(found));
    if (current())
        return;
    if (before)
        select(*before);
    if (!current() && count() > 0)
        m_table->setCurrentIndex(m_findings->index(0, 0));
    showCurrent();
}

std::optional<findings::Finding> FindingsPage::current() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? std::optional(m_findings->at(index.row())) : std::nullopt;
}

int FindingsPage::currentRow() const
{
    return m_table->currentIndex().row();
}

void FindingsPage::select(const findings::Finding &finding)
{
    for (int row = 0; row < count(); ++row) {
        const findings::Finding &one = m_findings->at(row);
        if (one.requirement == finding.requirement && one.messages == finding.messages
            && one.pointer == finding.pointer && one.sentence == finding.sentence) {
            m_table->setCurrentIndex(m_findings->index(row, 0));
            return;
        }
    }
}

void FindingsPage::showCurrent()
{
    const auto finding = current();
    m_card->showFinding(finding, finding ? m_model.stream(finding->stream).server : QString(),
        finding ? models::findingExcerpts(*finding, m_model) : models::FindingExcerpts());
    Q_EMIT currentChanged();
}

} // namespace sonde::widgets
