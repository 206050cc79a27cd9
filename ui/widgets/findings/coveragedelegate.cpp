// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/coveragedelegate.h"

#include "look/theme/hairline.h"
#include "look/theme/theme.h"
#include "models/findings/coveragemodel.h"
#include "models/findings/findingtext.h"

#include <QPainter>

#include <optional>

namespace sonde::widgets {

namespace {

constexpr int kPad = 6;
constexpr int kTaller = 2; // above and below, for what is violated

struct BarPart {
    QBrush brush;
    int count = 0;
    int taller = 0;
    QColor edge;
};

// Behind what is violated; nothing: all of that is accepted.
QColor backOf(std::optional<findings::Level> worst)
{
    const look::Theme &theme = look::theme();
    return worst == findings::Level::Error  ? theme.errorBg
        : worst == findings::Level::Warning ? theme.warnBg
        : worst                             ? theme.infoBg
                                            : theme.selOff;
}

} // namespace

CoverageDelegate::CoverageDelegate(QObject *parent)
    : SignDelegate(parent)
{
}

void CoverageDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    SignDelegate::paint(painter, option, index);
    const auto *model = qobject_cast<const models::CoverageModel *>(index.model());
    if (!model || index.column() != models::CoverageModel::BarColumn || model->largest() == 0)
        return;
    const models::AreaCoverage &area = model->at(index.row());
    if (area.area.isEmpty())
        return; // the sum has another scale
    const look::Theme &theme = look::theme();
    const QColor violated = area.worst
        ? theme.color(models::signColorRole(models::levelSign(*area.worst)))
        : theme.outline;
    const BarPart parts[] = {{theme.selOff, area.passed, 0, theme.outline},
        {backOf(area.worst), area.violated, kTaller, violated},
        {theme.base, area.notSeen, 0, theme.outline},
        {QBrush(theme.outline, Qt::BDiagPattern), area.unchecked + area.notObservable, 0,
            theme.outline}};
    const QRect room = option.rect.adjusted(kPad, 0, -kPad, 0);
    const int height = option.rect.height() / 2;
    const double scale = double(room.width()) / model->largest();
    painter->save();
    int before = 0;
    for (const BarPart &part : parts) {
        const int left = room.left() + int(before * scale);
        before += part.count;
        const int right = room.left() + int(before * scale);
        if (part.count == 0 || right <= left)
            continue;
        const QRect bar(left, option.rect.center().y() - height / 2 - part.taller, right - left,
            height + 2 * part.taller);
        painter->setPen(QPen(part.edge, look::hair(painter)));
        painter->setBrush(part.brush);
        painter->drawRect(look::hairRect(painter, bar));
    }
    painter->restore();
}

} // namespace sonde::widgets
