// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/changes/restartfacts.h"

#include "base/formatting.h"
#include "look/controls/colorlabel.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/theme/metrics.h"
#include "models/changes/resultmodel.h"
#include "models/exchange/propertymodel.h"
#include "widgets/changes/startbars.h"
#include "widgets/kit/frame/pagescroll.h"
#include "widgets/kit/frame/splittershape.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/kit/table/propertygrid.h"
#include "json/document.h"

#include <QGridLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sonde::widgets {

using models::CallTiming;
using models::Restart;

namespace {

constexpr int kTimeChars = 14;
constexpr int kPercentChars = 10;
constexpr int kWordChars = 10;
constexpr int kNameChars = 15;
constexpr int kGridGap = 12;
const QList<int> kHalfShares{200, 320}; // timings and findings, and the start
const QList<int> kHalvesBeside{330, 250};
const QChar kMinus(0x2212);

QString timingText(const std::optional<std::chrono::nanoseconds> &time)
{
    return time ? durationText(*time) : QString();
}

QString percentText(const CallTiming &timing)
{
    return timing.before && timing.after ? models::changeText(*timing.before, *timing.after)
                                         : QString();
}

// "same", or "2 changes".
QString stateOf(const changes::Comparison *comparison, changes::Part part)
{
    if (!comparison)
        return {};
    const auto count = static_cast<int>(comparison->part(part).changes.size());
    if (count == 0)
        return RestartFacts::tr("same");
    return count == 1 ? RestartFacts::tr("1 change")
                      : RestartFacts::tr("%n changes", nullptr, count);
}

QString besides(const QString &value, const QString &state)
{
    QStringList parts{value, state};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

// "61.2 MB · was 58.9 MB, +2.3 MB".
QString memoryText(std::uint64_t now, std::uint64_t before)
{
    if (now == 0)
        return {};
    if (before == 0)
        return sizeText(now);
    const QString sign = now < before ? QString(kMinus) : QStringLiteral("+");
    const QString change = sign + sizeText(std::max(now, before) - std::min(now, before));
    return besides(sizeText(now), RestartFacts::tr("was %1, %2").arg(sizeText(before), change));
}

QString serverText(const changes::Snapshot &snapshot)
{
    const json::Document info = json::Document::parse(snapshot.serverInfo);
    QStringList parts{info.root()["name"].toString(), info.root()["version"].toString()};
    parts.removeAll(QString());
    return parts.join(u' ');
}

} // namespace

RestartFacts::RestartFacts(QWidget *parent)
    : QWidget(parent)
    , m_rows(new models::PropertyModel({tr("Call"), tr("Before"), tr("After"), tr("Change")}, this))
    , m_findingRows(new models::PropertyModel({tr("Change"), tr("Finding")}, this))
    , m_timings(new PlainTable(m_rows, this))
    , m_findings(new PlainTable(m_findingRows, this))
    , m_findingTitle(new look::PanelTitle(tr("Findings"), this))
    , m_facts(new PropertyGrid(this))
    , m_responseText(new look::ColorLabel(models::ColorRole::Normal, this))
    , m_memoryText(new look::ColorLabel(models::ColorRole::Normal, this))
    , m_responses(new StartBars(tr("First response of the last starts"), this))
    , m_memory(new StartBars(tr("Memory after the last starts"), this))
{
    for (const int column : {1, 2, 3})
        m_rows->setNumeric(column);
    m_timings->setObjectName(QStringLiteral("timings"));
    m_timings->setAccessibleName(tr("Times of calls before and after the start"));
    m_timings->setUsualWidth(1, kTimeChars);
    m_timings->setUsualWidth(2, kTimeChars);
    m_timings->setUsualWidth(3, kPercentChars);
    m_findings->setObjectName(QStringLiteral("findingChanges"));
    m_findings->setAccessibleName(tr("Findings that are new or gone since the start before"));
    m_findings->setUsualWidth(0, kWordChars);
    m_findings->setUsualWidth(1, 0);
    auto *times = new look::PanelTitle(tr("Timings"), this);
    times->setDetail(tr("· median of 10 runs"));
    auto *figures = new QWidget(this);
    auto *its = new QVBoxLayout(figures);
    its->setContentsMargins(0, 0, 0, 0);
    its->setSpacing(look::metrics().unit);
    its->addWidget(times);
    its->addWidget(m_timings, 2);
    its->addWidget(m_findingTitle);
    its->addWidget(m_findings, 1);
    auto *halves = new look::Splitter(Qt::Vertical, this);
    halves->addWidget(new PageScroll(figures, PageScroll::Height::Available));
    halves->addWidget(makeStart());
    new SplitterShape(*halves, kHalfShares, kHalvesBeside);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(halves);
}

QWidget *RestartFacts::makeStart()
{
    auto *page = new QWidget(this);
    // As in the grid below.
    auto *bars = new QGridLayout;
    bars->setHorizontalSpacing(kGridGap);
    bars->setVerticalSpacing(look::metrics().unit);
    bars->setColumnMinimumWidth(0, fontMetrics().averageCharWidth() * kNameChars);
    bars->setColumnStretch(1, 1);
    const auto add = [&](int row, const QString &name, look::ColorLabel *text, StartBars *its) {
        auto *label = new look::ColorLabel(name, models::ColorRole::Muted, page);
        text->setAccessibleName(name);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        text->setWordWrap(true);
        bars->addWidget(label, row, 0, Qt::AlignTop | Qt::AlignRight);
        bars->addWidget(text, row, 1);
        bars->addWidget(its, row + 1, 1);
    };
    add(0, tr("First response"), m_responseText, m_responses);
    add(2, tr("Memory"), m_memoryText, m_memory);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, look::metrics().unit, 0, 0);
    layout->addLayout(bars);
    layout->addWidget(m_facts);
    layout->addStretch();
    auto *title = new look::PanelTitle(tr("Start"), this);
    return look::titled(title, new PageScroll(page, PageScroll::Height::Available));
}

void RestartFacts::setFigures(models::StartFigures responses, models::StartFigures memory)
{
    m_responses->setFigures(std::move(responses));
    m_memory->setFigures(std::move(memory));
}

void RestartFacts::setTimings(const std::vector<CallTiming> &timings)
{
    std::vector<QStringList> rows;
    rows.reserve(timings.size());
    for (const CallTiming &timing : timings)
        rows.push_back({timing.name, timingText(timing.before), timingText(timing.after),
            percentText(timing)});
    m_rows->setRows(std::move(rows));
    m_shownTimings = timings;
}

void RestartFacts::setFindings(const std::optional<std::vector<models::FindingChange>> &findings)
{
    std::vector<QStringList> rows;
    int added = 0;
    for (const models::FindingChange &each :
        findings.value_or(std::vector<models::FindingChange>())) {
        rows.push_back({each.isNew ? tr("+ new") : tr("%1 gone").arg(kMinus), each.sentence});
        added += each.isNew ? 1 : 0;
    }
    const int gone = static_cast<int>(rows.size()) - added;
    m_findingTitle->setDetail(QStringLiteral("· ")
        + (!findings ? tr("nothing to compare with") : tr("%1 new, %2 gone").arg(added).arg(gone)));
    m_findings->setVisible(!rows.empty());
    m_findingRows->setRows(std::move(rows));
    m_shownFindings = findings;
}

QString RestartFacts::shownResponse() const
{
    return m_responseText->text();
}

QString RestartFacts::shownMemory() const
{
    return m_memoryText->text();
}

void RestartFacts::showStartTexts(const Restart &restart, const Restart *before)
{
    const auto time = [](const Restart &its) { return durationText(its.firstResponse); };
    const bool hasBefore = before && before->firstResponse.count() > 0;
    m_responseText->setText(restart.firstResponse.count() == 0
            ? tr("not known")
            : besides(time(restart), hasBefore ? tr("was %1").arg(time(*before)) : QString()));
    const QString memory = memoryText(restart.memory, before ? before->memory : 0);
    m_memoryText->setText(memory.isEmpty() ? tr("not known") : memory);
}

void RestartFacts::setRestart(
    const Restart &restart, const Restart *before, const changes::Comparison *comparison)
{
    showStartTexts(restart, before);
    models::Properties facts;
    const auto add = [&facts](const QString &name, const QString &value) {
        if (!value.isEmpty())
            facts.push_back({name, value});
    };
    if (restart.cause.build.count() > 0) {
        const bool hasBefore = before && before->cause.build.count() > 0;
        add(tr("Build"),
            besides(durationText(restart.cause.build),
                hasBefore ? tr("was %1").arg(durationText(before->cause.build)) : QString()));
    }
    if (restart.snapshot) {
        const changes::Snapshot &its = *restart.snapshot;
        add(tr("Memory after calls"),
            memoryText(restart.memoryAfterCalls, before ? before->memoryAfterCalls : 0));
        add(tr("Process"), restart.pid > 0 ? QString::number(restart.pid) : QString());
        add(tr("Server"), besides(serverText(its), stateOf(comparison, changes::Part::Server)));
        add(tr("Revision"), its.revision);
        add(tr("Capabilities"), stateOf(comparison, changes::Part::Capabilities));
        add(tr("Instructions"),
            its.instructions.isEmpty() ? tr("none")
                                       : stateOf(comparison, changes::Part::Instructions));
        const auto count = [&](changes::ListKind kind, changes::Part part) {
            return besides(QString::number(its.list(kind).items.size()), stateOf(comparison, part));
        };
        add(tr("Tools"), count(changes::ListKind::Tools, changes::Part::Tools));
        add(tr("Resources"), count(changes::ListKind::Resources, changes::Part::Resources));
        add(tr("Templates"), count(changes::ListKind::Templates, changes::Part::Templates));
        add(tr("Prompts"), count(changes::ListKind::Prompts, changes::Part::Prompts));
    }
    m_facts->setProperties(facts);
}

} // namespace sonde::widgets
