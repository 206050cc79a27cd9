// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/hosts/tapplanpane.h"

#include "base/formatting.h"
#include "content/text/textdiffview.h"
#include "hosts/text/filesyntaxes.h"
#include "look/access/focuspass.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/theme/metrics.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/kit/table/propertygrid.h"

#include <QVBoxLayout>

namespace sonde::widgets {

using PlaceModel = models::TapPlaceModel;

namespace {

constexpr int kOffsetChars = 10;
constexpr int kBytesChars = 12;
constexpr int kBeforeChars = 18;

} // namespace

TapPlanPane::TapPlanPane(QWidget *parent)
    : QWidget(parent)
    , m_places(new PlaceModel(this))
    , m_lines(new content::TextDiffView(this))
    , m_placeList(new PlainTable(m_places, this))
    , m_facts(new PropertyGrid)
    , m_linesTitle(new look::PanelTitle(tr("Entry in the file"), this))
    , m_placesTitle(new look::PanelTitle(tr("Change"), this))
    , m_warning(new look::InlineMessage(this))
{
    m_placeList->setObjectName(QStringLiteral("tapPlaces"));
    m_placeList->setAccessibleName(tr("Changed places of the file"));
    for (int column = 0; column < PlaceModel::ColumnCount; ++column)
        m_placeList->setMonospace(column);
    m_placeList->setUsualWidth(PlaceModel::OffsetColumn, kOffsetChars);
    m_placeList->setUsualWidth(PlaceModel::BytesColumn, kBytesChars);
    m_placeList->setUsualWidth(PlaceModel::BeforeColumn, kBeforeChars);
    const int gap = look::metrics().gap;
    auto *change = new QWidget(this);
    auto *column = new QVBoxLayout(change);
    column->setContentsMargins(0, 0, 0, gap);
    column->addWidget(m_placeList, 1);
    column->addWidget(m_facts);
    m_facts->setContentsMargins(gap, 0, gap, 0);

    auto *parts = new look::Splitter(Qt::Vertical, this);
    parts->addWidget(look::titled(m_linesTitle, m_lines));
    parts->addWidget(look::titled(m_placesTitle, change));
    parts->setDefaultSizes({420, 240});
    parts->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(parts, 1);
    layout->addWidget(m_warning);
    look::passFocus(*this, *m_lines);
    showNothing({});
}

void TapPlanPane::showNothing(const QString &why)
{
    m_lines->setNothing(why);
    m_linesTitle->setDetail({});
    m_places->setPlan({});
    m_placesTitle->setDetail({});
    m_facts->setProperties({});
    m_warning->hide();
}

void TapPlanPane::showPlan(const models::TapPlan &plan)
{
    if (!plan.isPossible()) {
        showNothing(plan.refusal);
        return;
    }
    m_lines->compare([before = plan.shownBefore, after = plan.shownAfter] {
        return std::pair{before, after};
    });
    m_linesTitle->setDetail(
        tr("%1 · %2", "a file and its format")
            .arg(models::shortPath(plan.path), hosts::fileSyntax(plan.host->syntax).name()));
    m_places->setPlan(plan);
    m_placesTitle->setTitle(
        plan.removes ? tr("Change made by Remove tap") : tr("Change made by Tap"));
    m_placesTitle->setDetail(plan.summary());
    showFacts(plan);
    showWarning(plan);
}

void TapPlanPane::showFacts(const models::TapPlan &plan)
{
    std::size_t replaced = 0;
    for (const hosts::Splice &splice : plan.splices)
        replaced += splice.end - splice.begin;
    models::Properties facts;
    facts.push_back(
        {tr("Other bytes"), tr("unchanged: %1 bytes").arg(countText(plan.before.size() - replaced)),
            false, models::Sign::Ok, models::ColorRole::Normal});
    facts.push_back({tr("File"), models::shortPath(plan.path), true, models::Sign::None,
        models::ColorRole::Normal});
    if (!plan.removes) {
        facts.push_back({tr("Backup"), models::shortPath(plan.backup), true, models::Sign::None,
            models::ColorRole::Normal});
        facts.push_back(
            {tr("Remove tap"), tr("takes the command after “--” and restores these bytes exactly"),
                false, models::Sign::None, models::ColorRole::Normal});
    }
    m_facts->setProperties(facts);
}

void TapPlanPane::showWarning(const models::TapPlan &plan)
{
    QStringList sentences;
    if (!plan.approval.isEmpty())
        sentences += plan.approval;
    sentences += plan.notes;
    sentences += tr("A running server keeps its present connection until %1 starts it again.")
                     .arg(QString(plan.host->name));
    if (!plan.approve.isEmpty()) // last, because a command ends without a period
        sentences += tr("To approve it again: %1").arg(plan.approve);
    const bool isWarning = !plan.approval.isEmpty() || !plan.notes.isEmpty();
    m_warning->showMessage(
        isWarning ? look::InlineMessage::Kind::Warning : look::InlineMessage::Kind::Info,
        sentences.join(u' '));
    m_warning->show();
}

} // namespace sonde::widgets
