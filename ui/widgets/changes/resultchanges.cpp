// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/changes/resultchanges.h"

#include "base/formatting.h"
#include "content/text/textdiffview.h"
#include "look/controls/colorlabel.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/theme/metrics.h"
#include "models/catalog/jsonlines.h"
#include "widgets/kit/frame/splittershape.h"
#include "widgets/kit/table/plaintable.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::widgets {

using changes::RunChange;
using changes::VolatilePlace;
using models::ResultModel;

namespace {

const QList<int> kShares{110, 180};
const QList<int> kSharesBeside{260, 260};
constexpr int kResultChars = 12;
constexpr int kCallChars = 18;
constexpr int kDurationChars = 19;
constexpr int kSizeChars = 14;
constexpr std::size_t kShownPlaces = 3;

Bytes resultLines(const Bytes &result)
{
    if (result.isEmpty())
        return {};
    return Bytes::copyOf(models::jsonLines(changes::expandedResult(result).view()) + '\n');
}

QString placeText(const VolatilePlace &place)
{
    switch (place.kind) {
    case VolatilePlace::Kind::Time:
        return ResultChanges::tr("%1 (time)").arg(place.pointer);
    case VolatilePlace::Kind::Id:
        return ResultChanges::tr("%1 (ID)").arg(place.pointer);
    case VolatilePlace::Kind::Value:
        break;
    }
    return ResultChanges::tr("%1 (any value)").arg(place.pointer);
}

QString placesText(const std::vector<VolatilePlace> &places)
{
    QStringList texts;
    for (std::size_t i = 0; i < std::min(places.size(), kShownPlaces); ++i)
        texts << placeText(places[i]);
    const QString shown = listText(texts);
    return places.size() <= kShownPlaces
        ? shown
        : ResultChanges::tr("%1 and %2 more").arg(shown).arg(places.size() - kShownPlaces);
}

} // namespace

ResultChanges::ResultChanges(QWidget *parent)
    : QWidget(parent)
    , m_model(new ResultModel(this))
    , m_title(new look::PanelTitle(tr("Results of saved calls"), this))
    , m_table(new PlainTable(m_model, this))
    , m_diff(new content::TextDiffView(this))
    , m_note(new look::ColorLabel(models::ColorRole::Muted, this))
    , m_button(new QPushButton(this))
{
    m_table->setObjectName(QStringLiteral("results"));
    m_table->setAccessibleName(tr("Results of saved calls after the start"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setUsualWidth(ResultModel::ResultColumn, kResultChars);
    m_table->setUsualWidth(ResultModel::CallColumn, kCallChars);
    m_table->setUsualWidth(ResultModel::ToolColumn, 0);
    m_table->setUsualWidth(ResultModel::TimeColumn, kDurationChars);
    m_table->setUsualWidth(ResultModel::SizeColumn, kSizeChars);
    m_note->setFont(look::smallFont());
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_button->setObjectName(QStringLiteral("resultAction"));
    m_button->hide();
    auto *parts = new look::Splitter(Qt::Vertical, this);
    parts->addWidget(m_table);
    parts->addWidget(m_diff);
    new SplitterShape(*parts, kShares, kSharesBeside);
    auto *below = new QHBoxLayout;
    below->setContentsMargins(3, 0, 3, 3); // room for the focus ring
    below->addWidget(m_note, 1);
    below->addWidget(m_button);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addWidget(m_title);
    layout->addWidget(parts, 1);
    layout->addLayout(below);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex &index) { show(index.row()); });
    connect(m_button, &QPushButton::clicked, this, &ResultChanges::press);
}

void ResultChanges::setResults(std::vector<models::ResultRow> results)
{
    m_model->setResults(std::move(results));
    m_title->setDetail(QStringLiteral("· ") + m_model->summary());
    if (m_model->rowCount() == 0)
        return;
    const int row = std::max(0, m_model->firstOfInterest());
    if (m_table->currentIndex().row() == row)
        show(row);
    else
        m_table->selectRow(row);
}

void ResultChanges::show(int row)
{
    if (row < 0)
        return;
    const RunChange &change = m_model->change(row);
    showNote(change);
    if (!change.before || change.before->result.isEmpty() || change.after.result.isEmpty()) {
        m_diff->setNothing(change.after.sentence.isEmpty() ? tr("There is no result to compare.")
                                                           : change.after.sentence);
        return;
    }
    m_diff->compare([before = change.before->result, after = change.after.result] {
        return std::pair(resultLines(before), resultLines(after));
    });
}

void ResultChanges::showNote(const RunChange &change)
{
    const bool isUnconfirmed = change.kind == RunChange::Kind::NotRun;
    QStringList parts;
    if (isUnconfirmed)
        parts << change.after.sentence;
    else if (!change.ignored.empty())
        parts << tr("Ignored: %1, learned from two runs").arg(placesText(change.ignored));
    else if (!change.after.places.empty())
        parts << tr("Would be ignored: %1, learned from two runs")
                     .arg(placesText(change.after.places));
    m_note->setText(parts.join(u' '));
    m_button->setText(isUnconfirmed ? tr("Run at each restart") : tr("Forget ignore rules"));
    m_button->setToolTip(isUnconfirmed
            ? tr("Confirm that %1 runs by itself").arg(change.after.call)
            : tr("Learn again what differs from run to run, at the next restart"));
    m_button->setVisible(isUnconfirmed || !change.after.places.empty());
}

void ResultChanges::press()
{
    const int row = m_table->currentIndex().row();
    if (row < 0)
        return;
    const RunChange &change = m_model->change(row);
    const QString call = change.after.call;
    if (change.kind == RunChange::Kind::NotRun)
        Q_EMIT confirmRequested(call);
    else
        Q_EMIT forgetRequested(call);
}

QString ResultChanges::note() const
{
    return m_note->text();
}

} // namespace sonde::widgets
