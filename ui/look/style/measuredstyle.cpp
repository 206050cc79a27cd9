// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/style/measuredstyle.h"

#include "look/theme/metrics.h"

#include <QStyleFactory>
#include <QStyleOption>

namespace sonde::look {

namespace {

constexpr int kRingMargin = 3; // 2 px of ring, 1 px off the control
constexpr int kButtonPadding = 12;
constexpr int kFieldPadding = 4;

} // namespace

MeasuredStyle::MeasuredStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{
}

// Fusion puts the arrow of these into the lower corner, over whatever is there.
bool MeasuredStyle::hasMenuArrow(const QStyleOptionToolButton *button)
{
    using Option = QStyleOptionToolButton;
    return button && button->toolButtonStyle != Qt::ToolButtonIconOnly
        && button->features.testFlag(Option::HasMenu)
        && !button->features.testFlag(Option::MenuButtonPopup);
}

QRect MeasuredStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option,
    SubControl part, const QWidget *widget) const
{
    const auto *bar =
        control == CC_ScrollBar ? qstyleoption_cast<const QStyleOptionSlider *>(option) : nullptr;
    if (!bar)
        return QProxyStyle::subControlRect(control, option, part, widget);

    // A scroll bar without arrows: the groove is all of it.
    const bool horizontal = bar->orientation == Qt::Horizontal;
    const int length = horizontal ? bar->rect.width() : bar->rect.height();
    const qint64 range = qint64(bar->maximum) - bar->minimum;
    int size = length;
    if (range > 0) {
        size = int(qint64(length) * bar->pageStep / (range + bar->pageStep));
        size = qBound(qMin(24, length), size, length);
    }
    const int start = sliderPositionFromValue(
        bar->minimum, bar->maximum, bar->sliderPosition, length - size, bar->upsideDown);
    const auto along = [&](int from, int to) {
        return visualRect(bar->direction, bar->rect,
            horizontal
                ? QRect(bar->rect.left() + from, bar->rect.top(), to - from, bar->rect.height())
                : QRect(bar->rect.left(), bar->rect.top() + from, bar->rect.width(), to - from));
    };
    switch (part) {
    case SC_ScrollBarSlider:
        return along(start, start + size);
    case SC_ScrollBarSubPage:
        return along(0, start);
    case SC_ScrollBarAddPage:
        return along(start + size, length);
    case SC_ScrollBarGroove:
        return bar->rect;
    default:
        return {};
    }
}

QRect MeasuredStyle::subElementRect(
    SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    if (element == SE_LineEditContents) {
        const auto *framed = qstyleoption_cast<const QStyleOptionFrame *>(option);
        const int padding = framed && framed->lineWidth > 0 ? kFieldPadding : 0;
        return rect.adjusted(padding, 0, -padding, 0);
    }
    return rect;
}

QSize MeasuredStyle::sizeFromContents(
    ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    const Metrics m = metrics();
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
    case CT_PushButton:
        return {size.width() + 2 * kButtonPadding, m.control};
    case CT_LineEdit:
    case CT_SpinBox:
        result.setHeight(qMax(m.control, size.height()));
        return result;
    case CT_ComboBox:
        result.setHeight(m.control);
        return result;
    case CT_TabBarTab:
        result.setHeight(m.tab);
        return result;
    case CT_HeaderSection:
        result.setHeight(qMax(m.row, size.height()));
        return result;
    case CT_ItemViewItem:
        result.setHeight(qMax(m.row, result.height()));
        return result;
    case CT_ToolButton:
        if (const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option)) {
            const bool words = button->toolButtonStyle != Qt::ToolButtonIconOnly;
            const int arrow = hasMenuArrow(button) ? kMenuArrow : 0;
            return {size.width() + arrow + (words ? 2 * kToolPadding + 4 : kToolPadding),
                qMax(m.control, size.height())};
        }
        return result;
    case CT_MenuBarItem:
        return {result.width(), m.control};
    default:
        return result;
    }
}

int MeasuredStyle::pixelMetric(
    PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    const Metrics m = metrics();
    switch (metric) {
    case PM_DefaultFrameWidth:
    case PM_DockWidgetFrameWidth:
    case PM_MenuPanelWidth:
    case PM_ToolTipLabelFrameWidth:
        return 1;
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
        return m.margin;
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return m.gap;
    case PM_SplitterWidth:
    case PM_DockWidgetSeparatorExtent:
        return m.handle;
    case PM_DockWidgetTitleMargin:
        return 3;
    case PM_DockWidgetTitleBarButtonMargin:
        return 4;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_TabBarIconSize:
    case PM_ListViewIconSize:
    case PM_ToolBarIconSize:
        return m.icon;
    case PM_ToolBarFrameWidth:
        return 0;
    case PM_ToolBarItemMargin:
        return 6;
    case PM_ToolBarItemSpacing:
        return m.gap;
    case PM_ToolBarSeparatorExtent:
        return 13;
    case PM_FocusFrameHMargin:
    case PM_FocusFrameVMargin:
        return kRingMargin;
    case PM_ScrollBarExtent:
        return 12;
    case PM_ScrollBarSliderMin:
        return 24;
    case PM_ScrollView_ScrollBarSpacing:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabOverlap:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_TabBarBaseOverlap:
        return 1;
    case PM_TabBarTabHSpace:
        return widget && widget->property(kCloseTabs).toBool() ? 14 : 26;
    case PM_HeaderMargin:
        return 6;
    case PM_TreeViewIndentation:
        return m.icon;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return 14;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

} // namespace sonde::look
