// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tap/waitbar.h"

#include "base/formatting.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <limits>

namespace sonde::widgets {

namespace {

constexpr int kWidthInUnits = 30;
constexpr int kHeightInUnits = 2;

} // namespace

WaitBar::WaitBar(QWidget *parent)
    : QProgressBar(parent)
{
    setObjectName(QStringLiteral("waitBar"));
    setAccessibleName(tr("Time until the other side gives up"));
    setTextVisible(false);
    const int unit = look::metrics().unit;
    setFixedSize(kWidthInUnits * unit, kHeightInUnits * unit);
    hide();
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this,
        qOverload<>(&QWidget::update));
}

// In whole seconds: a screen reader is told of each change.
void WaitBar::setWait(std::chrono::nanoseconds waited, std::chrono::nanoseconds limit)
{
    using std::chrono::seconds;
    setVisible(limit.count() > 0);
    if (limit.count() <= 0)
        return;
    const auto most = std::min<std::int64_t>(
        std::chrono::ceil<seconds>(limit).count(), std::numeric_limits<int>::max());
    const auto now = std::clamp<std::int64_t>(std::chrono::floor<seconds>(waited).count(), 0, most);
    setRange(0, static_cast<int>(most));
    setValue(static_cast<int>(now));
    const QString text =
        tr("%1 of about %2").arg(clockText(seconds(now)), clockText(seconds(most)));
    setAccessibleDescription(text);
    setToolTip(text);
}

void WaitBar::paintEvent(QPaintEvent *)
{
    const look::Theme &theme = look::theme();
    QPainter painter(this);
    painter.setPen(theme.warn);
    painter.setBrush(theme.base);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    const QRect inner = rect().adjusted(1, 1, -1, -1);
    QRect filled = inner;
    filled.setWidth(static_cast<int>(std::int64_t(inner.width()) * value() / maximum()));
    painter.fillRect(QStyle::visualRect(layoutDirection(), inner, filled),
        value() < maximum() ? theme.warn : theme.error);
}

} // namespace sonde::widgets
