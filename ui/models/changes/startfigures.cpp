// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/changes/startfigures.h"

#include "base/formatting.h"
#include "models/changes/restartmodel.h"
#include "models/signs/modeltext.h"

#include <algorithm>

namespace sonde::models {

namespace {

bool isStart(const Restart &restart)
{
    return restart.outcome == Restart::Outcome::Started
        || restart.outcome == Restart::Outcome::Failed;
}

// The oldest one first.
std::vector<const Restart *> shownStarts(const std::deque<Restart> &restarts, int number, int other)
{
    std::vector<const Restart *> shown;
    for (auto restart = restarts.rbegin(); restart != restarts.rend(); ++restart) {
        const bool isOther = restart->number == other;
        const bool isBefore = restart->number <= number && shown.size() < kMaxFigures;
        if (!isStart(*restart) || (!isOther && !isBefore))
            continue;
        if (shown.size() == kMaxFigures) // an older one than those
            shown.pop_back();
        shown.push_back(&*restart);
    }
    std::reverse(shown.begin(), shown.end());
    return shown;
}

template <typename Value, typename ToText>
StartFigures figuresOf(
    const std::deque<Restart> &restarts, int number, int other, Value value, ToText text)
{
    const std::vector<const Restart *> shown = shownStarts(restarts, number, other);
    double most = 0;
    for (const Restart *restart : shown)
        most = std::max(most, value(*restart));
    StartFigures figures;
    for (const Restart *restart : shown) {
        StartFigure figure;
        figure.number = restart->number;
        figure.isCurrent = restart->number == number;
        figure.isOther = restart->number == other;
        const double its = value(*restart);
        const bool hasFailed = restart->outcome == Restart::Outcome::Failed;
        figure.kind = hasFailed ? StartFigure::Kind::Failed
            : its > 0           ? StartFigure::Kind::Known
                                : StartFigure::Kind::Unknown;
        figure.share = figure.kind == StartFigure::Kind::Known ? its / most : 0;
        figure.text = RestartModel::timeOf(*restart) + QStringLiteral(": ")
            + (hasFailed      ? Text::tr("did not start")
                    : its > 0 ? text(*restart)
                              : Text::tr("not known"));
        figures.push_back(std::move(figure));
    }
    return figures;
}

} // namespace

StartFigures firstResponseFigures(const std::deque<Restart> &restarts, int number, int other)
{
    return figuresOf(
        restarts, number, other,
        [](const Restart &its) { return double(its.firstResponse.count()); },
        [](const Restart &its) { return durationText(its.firstResponse); });
}

StartFigures memoryFigures(const std::deque<Restart> &restarts, int number, int other)
{
    return figuresOf(
        restarts, number, other, [](const Restart &its) { return double(its.memory); },
        [](const Restart &its) { return sizeText(its.memory); });
}

} // namespace sonde::models
