// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QProxyStyle>

class QStyleOptionToolButton;

namespace sonde::look {

// A property of a tab bar: its tabs have less room around their words.
inline constexpr const char *kCloseTabs = "closeTabs";

// Fusion with the measures of Sonde, which are dense: where the parts of a control are, and how
// large. Sizes come from metrics().
class MeasuredStyle : public QProxyStyle {
    Q_OBJECT
public:
    MeasuredStyle();

    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part,
        const QWidget *widget = nullptr) const override;
    QRect subElementRect(SubElement element, const QStyleOption *option,
        const QWidget *widget = nullptr) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
        const QWidget *widget = nullptr) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option = nullptr,
        const QWidget *widget = nullptr) const override;

protected:
    static constexpr int kToolPadding = 6;
    static constexpr int kMenuArrow = 16; // beside the words of a tool button with a menu

    static bool hasMenuArrow(const QStyleOptionToolButton *button);
};

} // namespace sonde::look
