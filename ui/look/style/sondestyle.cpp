// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/style/sondestyle.h"

#include "look/access/focusring.h"
#include "look/access/spokencontrols.h"
#include "look/access/wheelguard.h"
#include "look/painting/chromepainter.h"
#include "look/painting/controlpainter.h"
#include "look/painting/iconengine.h"
#include "look/theme/hairline.h"
#include "look/theme/motion.h"
#include "look/theme/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QStyleOption>

namespace sonde::look {

namespace {

template <typename T>
const T *as(const QStyleOption *option)
{
    return qstyleoption_cast<const T *>(option);
}

void drawFocusRect(const QStyleOption *option, QPainter *painter, const QWidget *widget)
{
    // These have the ring outside of them.
    if (qobject_cast<const QPushButton *>(widget) || qobject_cast<const QComboBox *>(widget))
        return;
    hairFrame(painter, option->rect, theme().accent);
}

void drawPanel(const QStyleOption *option, QPainter *painter, const QColor &fill)
{
    painter->fillRect(option->rect, fill);
    hairFrame(painter, option->rect, theme().line);
}

void drawLineEdit(const QStyleOption *option, QPainter *painter)
{
    const auto *framed = as<QStyleOptionFrame>(option);
    if (framed && framed->lineWidth > 0)
        controls::field(painter, option->rect, option->state & QStyle::State_Enabled,
            option->state & QStyle::State_ReadOnly);
}

} // namespace

QRect SondeStyle::menuArrow(const QStyleOption &option, const QRect &button)
{
    const QRect right(button.right() + 1 - kMenuArrow - kToolPadding / 2, button.top(), kMenuArrow,
        button.height());
    return visualRect(option.direction, button, right);
}

void SondeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option,
    QPainter *painter, const QWidget *widget) const
{
    const QColor ink = option->state & State_Enabled ? theme().text : theme().off;
    switch (element) {
    case PE_Frame:
    case PE_FrameDockWidget:
        return chrome::frame(painter, *option);
    case PE_FrameTabWidget:
        return drawPanel(option, painter, theme().base);
    case PE_FrameTabBarBase:
        return hairEdges(painter, option->rect, Qt::BottomEdge, theme().line);
    case PE_FrameMenu:
        return hairFrame(painter, option->rect, theme().line);
    case PE_PanelTipLabel:
        return drawPanel(option, painter, theme().raised);
    case PE_FrameStatusBarItem:
        return;
    case PE_FrameFocusRect:
        return drawFocusRect(option, painter, widget);
    case PE_PanelLineEdit:
        return drawLineEdit(option, painter);
    case PE_FrameLineEdit:
        return;
    case PE_PanelButtonTool:
        return controls::toolButton(painter, *option);
    case PE_IndicatorCheckBox:
        return controls::checkMark(painter, *option);
    case PE_IndicatorRadioButton:
        return controls::radioMark(painter, *option);
    case PE_IndicatorArrowDown: {
        const bool menu = widget && hasMenuArrow(as<QStyleOptionToolButton>(option));
        return controls::chevron(painter, menu ? menuArrow(*option, widget->rect()) : option->rect,
            controls::Chevron::Down, ink);
    }
    case PE_IndicatorArrowUp:
        return controls::chevron(painter, option->rect, controls::Chevron::Up, ink);
    case PE_IndicatorArrowLeft:
        return controls::chevron(painter, option->rect, controls::Chevron::Left, ink);
    case PE_IndicatorArrowRight:
        return controls::chevron(painter, option->rect, controls::Chevron::Right, ink);
    case PE_IndicatorHeaderArrow:
        if (const auto *header = as<QStyleOptionHeader>(option))
            return chrome::sortArrow(painter, *header);
        break;
    case PE_IndicatorBranch:
        return chrome::branch(painter, *option);
    case PE_IndicatorDockWidgetResizeHandle:
        return chrome::splitterHandle(painter, option->rect);
    case PE_IndicatorToolBarSeparator:
        return chrome::toolBarSeparator(painter, option->rect);
    case PE_PanelItemViewItem:
        if (const auto *item = as<QStyleOptionViewItem>(option))
            return chrome::itemBackground(painter, *item);
        break;
    default:
        break;
    }
    MeasuredStyle::drawPrimitive(element, option, painter, widget);
}

// The icon of a default button has to be light too, whatever its own colour is.
bool SondeStyle::drawButtonLabel(
    const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const auto *button = as<QStyleOptionButton>(option);
    if (!button || !button->features.testFlag(QStyleOptionButton::DefaultButton)
        || !(button->state & State_Enabled))
        return false;
    QStyleOptionButton light = *button;
    light.palette.setColor(QPalette::ButtonText, theme().onAccent);
    if (!light.icon.isNull()) {
        QPixmap pixmap = light.icon.pixmap(light.iconSize, painter->device()->devicePixelRatioF());
        QPainter tint(&pixmap);
        tint.setCompositionMode(QPainter::CompositionMode_SourceIn);
        tint.fillRect(pixmap.rect(), theme().onAccent);
        tint.end();
        light.icon = QIcon(pixmap);
    }
    MeasuredStyle::drawControl(CE_PushButtonLabel, &light, painter, widget);
    return true;
}

void SondeStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
    const QWidget *widget) const
{
    switch (element) {
    case CE_PushButtonBevel:
        if (const auto *button = as<QStyleOptionButton>(option))
            return controls::pushButton(painter, *button);
        break;
    case CE_PushButtonLabel:
        if (drawButtonLabel(option, painter, widget))
            return;
        break;
    case CE_TabBarTabShape:
        if (const auto *tab = as<QStyleOptionTab>(option))
            return chrome::tab(painter, *tab);
        break;
    case CE_HeaderSection:
        return chrome::header(painter, option->rect, option->state & State_Sunken);
    case CE_HeaderEmptyArea:
        return chrome::header(painter, option->rect, false);
    case CE_HeaderLabel:
        if (const auto *header = as<QStyleOptionHeader>(option)) {
            QStyleOptionHeader plain = *header;
            plain.state &= ~State_On; // never bold for the selected column
            // The margin is for the sides only: the row is too low for it above and below.
            const int margin = pixelMetric(PM_HeaderMargin, option, widget);
            plain.rect.adjust(0, -margin, 0, margin);
            return MeasuredStyle::drawControl(element, &plain, painter, widget);
        }
        break;
    case CE_ToolButtonLabel:
        if (const auto *button = as<QStyleOptionToolButton>(option); button
            && (hasMenuArrow(button) || button->toolButtonStyle == Qt::ToolButtonTextBesideIcon)) {
            QStyleOptionToolButton inset = *button;
            if (button->toolButtonStyle == Qt::ToolButtonTextBesideIcon)
                inset.rect.adjust(kToolPadding, 0, -kToolPadding / 2, 0);
            if (hasMenuArrow(button))
                inset.rect.setRight(inset.rect.right() - kMenuArrow);
            inset.rect = visualRect(button->direction, button->rect, inset.rect);
            return MeasuredStyle::drawControl(element, &inset, painter, widget);
        }
        break;
    case CE_DockWidgetTitle:
        if (const auto *dock = as<QStyleOptionDockWidget>(option))
            return chrome::dockTitle(
                painter, *dock, subElementRect(SE_DockWidgetTitleBarText, option, widget));
        break;
    case CE_Splitter:
        return chrome::splitterHandle(painter, option->rect);
    case CE_ToolBar:
        return chrome::toolBar(painter, option->rect);
    case CE_MenuItem:
        if (const auto *item = as<QStyleOptionMenuItem>(option);
            item && item->menuItemType == QStyleOptionMenuItem::Separator)
            return chrome::menuSeparator(painter, item->rect);
        break;
    case CE_MenuBarEmptyArea:
        painter->fillRect(option->rect, theme().window);
        return;
    case CE_MenuBarItem:
        chrome::menuBarItem(painter, *option);
        if (const auto *item = as<QStyleOptionMenuItem>(option)) {
            const bool underline = styleHint(SH_UnderlineShortcut, option, widget);
            const int flags = Qt::AlignCenter | Qt::TextDontClip | Qt::TextSingleLine
                | (underline ? Qt::TextShowMnemonic : Qt::TextHideMnemonic);
            drawItemText(painter, item->rect, flags, item->palette, item->state & State_Enabled,
                item->text, QPalette::ButtonText);
        }
        return;
    case CE_ProgressBarGroove:
    case CE_ProgressBarLabel:
        return;
    case CE_ProgressBarContents:
        if (const auto *bar = as<QStyleOptionProgressBar>(option))
            return controls::progress(painter, *bar);
        break;
    case CE_FocusFrame:
        return controls::focusRing(painter, option->rect);
    case CE_ComboBoxLabel:
        if (const auto *combo = as<QStyleOptionComboBox>(option)) {
            const QRect edit = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget);
            const QStyleOptionComboBox fits = controls::elided(*combo, edit.width());
            return QProxyStyle::drawControl(element, &fits, painter, widget);
        }
        break;
    default:
        break;
    }
    MeasuredStyle::drawControl(element, option, painter, widget);
}

void SondeStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
    QPainter *painter, const QWidget *widget) const
{
    if (control == CC_ComboBox) {
        if (const auto *combo = as<QStyleOptionComboBox>(option))
            return controls::comboBox(
                painter, *combo, subControlRect(control, option, SC_ComboBoxArrow, widget));
    }
    if (control == CC_SpinBox) {
        if (const auto *spin = as<QStyleOptionSpinBox>(option))
            return controls::spinBox(painter, *spin,
                subControlRect(control, option, SC_SpinBoxUp, widget),
                subControlRect(control, option, SC_SpinBoxDown, widget));
    }
    if (control == CC_ScrollBar) {
        if (const auto *bar = as<QStyleOptionSlider>(option))
            return controls::scrollBar(
                painter, *bar, subControlRect(control, option, SC_ScrollBarSlider, widget));
    }
    MeasuredStyle::drawComplexControl(control, option, painter, widget);
}

int SondeStyle::styleHint(
    StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const
{
    switch (hint) {
    case SH_ItemView_ShowDecorationSelected:
    case SH_ItemView_PaintAlternatingRowColorsForEmptyArea:
        return hint == SH_ItemView_ShowDecorationSelected;
    case SH_Table_GridLineColor:
        return int(theme().line.rgb());
    case SH_TabBar_Alignment:
        return Qt::AlignLeft;
    case SH_ScrollBar_ContextMenu:
        return 1;
    case SH_ComboBox_Popup:
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
        return 0;
    case SH_Widget_Animation_Duration:
        return isMotionReduced() ? 0 : MeasuredStyle::styleHint(hint, option, widget, data);
    default:
        return MeasuredStyle::styleHint(hint, option, widget, data);
    }
}

QIcon SondeStyle::standardIcon(
    StandardPixmap which, const QStyleOption *option, const QWidget *widget) const
{
    switch (which) {
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton:
    case SP_LineEditClearButton:
        return icon("close", models::ColorRole::Muted);
    case SP_TitleBarNormalButton:
        return icon("float", models::ColorRole::Muted);
    default:
        return MeasuredStyle::standardIcon(which, option, widget);
    }
}

void SondeStyle::polish(QWidget *widget)
{
    MeasuredStyle::polish(widget);
    if (auto *view = qobject_cast<QAbstractItemView *>(widget))
        view->viewport()->setAttribute(Qt::WA_Hover);
    guardFromWheel(widget);
}

void installLook(QApplication &application)
{
    QApplication::setStyle(new SondeStyle);
    CurrentTheme::instance().setChoice(ThemeChoice::System);
    QApplication::setWindowIcon(applicationIcon());
    new FocusRing(&application);
    improveSpokenControls();
}

} // namespace sonde::look
