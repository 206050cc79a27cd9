// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/replay/replaydetail.h"

#include "base/formatting.h"
#include "content/text/textdiffview.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/catalog/jsonlines.h"
#include "models/exchange/propertymodel.h"
#include "models/replay/differencemodel.h"
#include "models/replay/replaymodel.h"
#include "widgets/kit/frame/splittershape.h"
#include "widgets/kit/table/plaintable.h"

#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using models::DifferenceModel;

namespace {

constexpr int kPlaceChars = 30;
constexpr int kValueChars = 16;
constexpr int kChangeChars = 12;
constexpr int kRequestChars = 24;
const QList<int> kSharesAbove{180, 260, 140}; // places, lines and rules
const QList<int> kSharesBeside{360, 400, 260};

Bytes linesOf(const Bytes &text)
{
    return text.isEmpty() ? Bytes() : Bytes::copyOf(models::jsonLines(text.view()) + '\n');
}

QString requestText(const std::string &method, const std::string &target)
{
    return QString::fromStdString(target.empty() ? method : method + ' ' + target);
}

QWidget *withButton(QWidget *above, QPushButton *button)
{
    auto *both = new QWidget(above->parentWidget());
    auto *layout = new QVBoxLayout(both);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addWidget(above, 1);
    layout->addWidget(button, 0, Qt::AlignLeft);
    return both;
}

} // namespace

ReplayDetail::ReplayDetail(QWidget *parent)
    : QWidget(parent)
    , m_model(new DifferenceModel(this))
    , m_ruleRows(new models::PropertyModel({tr("Place"), tr("Request")}, this))
    , m_diff(new content::TextDiffView(this))
{
    m_diff->setObjectName(QStringLiteral("replayDiff"));
    auto *parts = new look::Splitter(Qt::Vertical, this);
    parts->addWidget(makePlaces());
    parts->addWidget(look::titled(new look::PanelTitle(tr("Recorded and now"), this), m_diff));
    parts->addWidget(makeRules());
    new SplitterShape(*parts, kSharesAbove, kSharesBeside);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(parts);
}

QWidget *ReplayDetail::makePlaces()
{
    m_placesTitle = new look::PanelTitle(tr("Differences"), this);
    m_places = new PlainTable(m_model, this);
    m_places->setObjectName(QStringLiteral("replayPlaces"));
    m_places->setAccessibleName(tr("Places that differ from the recording"));
    m_places->setSelectionMode(QAbstractItemView::SingleSelection);
    m_places->setMonospace(DifferenceModel::PlaceColumn);
    m_places->setUsualWidth(DifferenceModel::PlaceColumn, kPlaceChars);
    m_places->setUsualWidth(DifferenceModel::RecordedColumn, kValueChars);
    m_places->setUsualWidth(DifferenceModel::NowColumn, kValueChars);
    m_places->setUsualWidth(DifferenceModel::ChangeColumn, kChangeChars);
    m_places->installEventFilter(this);
    m_ignore = new QPushButton(look::icon("eye"), tr("&Ignore this place"), this);
    m_ignore->setObjectName(QStringLiteral("ignorePlace"));
    m_ignore->setToolTip(
        tr("Compare again without this place, in the responses to this request (Delete)"));
    m_ignore->setEnabled(false);
    connect(m_ignore, &QPushButton::clicked, this, &ReplayDetail::ignorePlace);
    connect(m_places->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &index) { m_ignore->setEnabled(index.isValid()); });
    return withButton(look::titled(m_placesTitle, m_places), m_ignore);
}

QWidget *ReplayDetail::makeRules()
{
    m_rulesTitle = new look::PanelTitle(tr("Ignore rules"), this);
    m_rules = new PlainTable(m_ruleRows, this);
    m_rules->setObjectName(QStringLiteral("replayRules"));
    m_rules->setAccessibleName(tr("Places that are ignored"));
    m_rules->setSelectionMode(QAbstractItemView::SingleSelection);
    m_rules->setMonospace(0);
    m_rules->setUsualWidth(0, kPlaceChars);
    m_rules->setUsualWidth(1, kRequestChars);
    m_rules->installEventFilter(this);
    m_remove = new QPushButton(look::icon("remove"), tr("R&emove rule"), this);
    m_remove->setObjectName(QStringLiteral("removeRule"));
    m_remove->setToolTip(tr("Compare this place again (Delete)"));
    m_remove->setEnabled(false);
    connect(m_remove, &QPushButton::clicked, this, &ReplayDetail::removeRule);
    connect(m_rules->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &index) { m_remove->setEnabled(index.isValid()); });
    return withButton(look::titled(m_rulesTitle, m_rules), m_remove);
}

void ReplayDetail::showRow(const replay::ReportRow &row, const Texts &texts)
{
    m_method = row.method;
    m_target = row.target;
    m_model->setDifferences(row.differences);
    const QString sign = QStringLiteral("· ");
    m_placesTitle->setDetail(QString(sign + requestText(m_method, m_target)));
    m_ignore->setEnabled(false);
    m_places->selectRow(0);
    if (row.verdict == replay::Verdict::Missing || row.verdict == replay::Verdict::NotSent) {
        m_diff->setNothing(models::ReplayModel::why(row));
        return;
    }
    m_diff->compare([texts] {
        const auto both = texts();
        return std::pair(linesOf(both.first), linesOf(both.second));
    });
}

void ReplayDetail::showNothing(const QString &why)
{
    m_model->setDifferences({});
    m_placesTitle->setDetail({});
    m_ignore->setEnabled(false);
    m_diff->setNothing(why);
}

void ReplayDetail::setRules(const std::vector<replay::ReplayRule> &rules)
{
    std::vector<QStringList> rows;
    rows.reserve(rules.size());
    for (const replay::ReplayRule &rule : rules)
        rows.push_back({rule.place.pointer, requestText(rule.method, rule.target)});
    m_rulesTitle->setDetail(
        rules.empty() ? QString() : QString(QStringLiteral("· ") + countText(rules.size())));
    m_shownRules = rules;
    m_ruleRows->setRows(std::move(rows));
    m_remove->setEnabled(false);
}

void ReplayDetail::ignorePlace()
{
    const QModelIndex index = m_places->currentIndex();
    if (!index.isValid())
        return;
    replay::ReplayRule rule;
    rule.method = m_method;
    rule.target = m_target;
    rule.place = {m_model->difference(index.row()).pointer, changes::VolatilePlace::Kind::Value};
    Q_EMIT ignoreRequested(rule);
}

void ReplayDetail::removeRule()
{
    const auto row = std::size_t(m_rules->currentIndex().row());
    if (row < m_shownRules.size()) // none is chosen: -1
        Q_EMIT removeRequested(m_shownRules[row]);
}

bool ReplayDetail::eventFilter(QObject *watched, QEvent *event)
{
    const bool isDelete = event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Delete;
    if (!isDelete)
        return QWidget::eventFilter(watched, event);
    if (static_cast<QKeyEvent *>(event)->isAutoRepeat()) // the next one would go, unseen
        return true;
    if (watched == m_places)
        ignorePlace();
    else
        removeRule();
    return true;
}

} // namespace sonde::widgets
