// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/theme/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>

namespace sonde::look {

namespace {

QColor rgb(QRgb value)
{
    return QColor::fromRgb(value);
}

Theme makeLight()
{
    Theme t;
    t.scheme = Scheme::Light;
    t.window = rgb(0xEFF1F4);
    t.base = rgb(0xFFFFFF);
    t.altBase = rgb(0xF7F8FA);
    t.raised = rgb(0xFAFBFC);
    t.header = rgb(0xE6E9ED);
    t.title = rgb(0xE1E5EA);
    t.hover = rgb(0xEBF1F8);
    t.sel = rgb(0xD3E4F8);
    t.selOff = rgb(0xE0E4E9);
    t.line = rgb(0xCDD3DA);
    t.outline = rgb(0x7A8490);
    t.accentFill = rgb(0x1B5FB8);
    t.onAccent = rgb(0xFFFFFF);
    t.errorBg = rgb(0xFCEBE9);
    t.warnBg = rgb(0xFDF2E0);
    t.infoBg = rgb(0xE8F0FA);
    t.autoBg = rgb(0xF2ECFA);
    t.okBg = rgb(0xE9F4EA);
    t.byteHi = rgb(0xFFE58A);
    t.text = rgb(0x1A1E23);
    t.muted = rgb(0x56606C);
    t.off = rgb(0x8D96A1);
    t.accent = rgb(0x1B5FB8);
    t.received = rgb(0x0A6E62);
    t.error = rgb(0xB3261E);
    t.warn = rgb(0x8A4B00);
    t.ok = rgb(0x2B6A2F);
    t.automatic = rgb(0x6C3FA8);
    t.jKey = rgb(0x1A4F96);
    t.jStr = rgb(0x2A6529);
    t.jNum = rgb(0x8A4300);
    t.jLit = rgb(0x7A2E8C);
    t.jEsc = rgb(0x0B6670);
    t.jPun = t.muted;
    t.spanCall = rgb(0xA9C8EE);
    t.spanBody = rgb(0xA5D6CE);
    t.spanTask = rgb(0xCDBBE8);
    t.spanConnect = rgb(0xD5DAE0);
    t.spanWaiting = rgb(0xF3D9A8);
    t.spanError = rgb(0xF0B4AF);
    t.servers = {rgb(0x3F74B5), rgb(0xB0601A), rgb(0x2F8573), rgb(0x95529F), rgb(0x8A7420),
        rgb(0xB0486A), rgb(0xC62F2F), rgb(0x0B7F9E), rgb(0x4E8A14), rgb(0x5A55D2), rgb(0x6B5140),
        rgb(0xC22FB0)};
    return t;
}

Theme makeDark()
{
    Theme t;
    t.scheme = Scheme::Dark;
    t.window = rgb(0x22252A);
    t.base = rgb(0x1A1C20);
    t.altBase = rgb(0x1E2125);
    t.raised = rgb(0x2D3137);
    t.header = rgb(0x2A2E33);
    t.title = rgb(0x2A2E34);
    t.hover = rgb(0x262B33);
    t.sel = rgb(0x263F5F);
    t.selOff = rgb(0x33383F);
    t.line = rgb(0x3A3F46);
    t.outline = rgb(0x7A8490);
    t.accentFill = rgb(0x2F6FC4);
    t.onAccent = rgb(0xFFFFFF);
    t.errorBg = rgb(0x3A2322);
    t.warnBg = rgb(0x372B1A);
    t.infoBg = rgb(0x1F2C3D);
    t.autoBg = rgb(0x2E2640);
    t.okBg = rgb(0x1F3022);
    t.byteHi = rgb(0x453A12);
    t.text = rgb(0xE4E7EB);
    t.muted = rgb(0xA3ACB7);
    t.off = rgb(0x6E7783);
    t.accent = rgb(0x7FB4F5);
    t.received = rgb(0x5CC8B5);
    t.error = rgb(0xFF9388);
    t.warn = rgb(0xF0B35E);
    t.ok = rgb(0x86CF8A);
    t.automatic = rgb(0xC3A3F2);
    t.jKey = rgb(0x8FBDF5);
    t.jStr = rgb(0x9ACB8C);
    t.jNum = rgb(0xE8B06A);
    t.jLit = rgb(0xD3A2E3);
    t.jEsc = rgb(0x6CC7D2);
    t.jPun = t.muted;
    t.spanCall = rgb(0x2F5C94);
    t.spanBody = rgb(0x1F6F66);
    t.spanTask = rgb(0x5C4488);
    t.spanConnect = rgb(0x4A515A);
    t.spanWaiting = rgb(0x7A5A22);
    t.spanError = rgb(0x8A3A34);
    t.servers = {rgb(0x7DA9E0), rgb(0xE29B5C), rgb(0x5FBFA8), rgb(0xC68FD2), rgb(0xCDB45C),
        rgb(0xE389A6), rgb(0xFF7A6B), rgb(0x55C6E6), rgb(0x93CF5A), rgb(0x9F9BFF), rgb(0xC4A48C),
        rgb(0xF58BEA)};
    return t;
}

// The palette that we have not touched.
QPalette systemPalette()
{
    QGuiApplication::setPalette(QPalette());
    return QGuiApplication::palette();
}

// Qt 6.4 does not tell the desktop's scheme: its palette does.
bool isDark(const QPalette &system)
{
    return system.color(QPalette::Window).lightness()
        < system.color(QPalette::WindowText).lightness();
}

// WCAG 2.2, relative luminance and contrast ratio.
double luminance(const QColor &color)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
        + 0.0722 * linear(color.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
    return (light + 0.05) / (dark + 0.05);
}

QColor blend(const QColor &from, const QColor &to, float part)
{
    return QColor::fromRgbF(from.redF() + (to.redF() - from.redF()) * part,
        from.greenF() + (to.greenF() - from.greenF()) * part,
        from.blueF() + (to.blueF() - from.blueF()) * part);
}

constexpr double kReadable = 4.5;
constexpr double kClear = 7;

} // namespace

const Theme &Theme::light()
{
    static const Theme kTheme = makeLight();
    return kTheme;
}

const Theme &Theme::dark()
{
    static const Theme kTheme = makeDark();
    return kTheme;
}

Theme Theme::highContrast(const QPalette &system)
{
    const QColor base = system.color(QPalette::Active, QPalette::Base);
    const QColor text = system.color(QPalette::Active, QPalette::Text);
    Theme t = luminance(base) < luminance(text) ? dark() : light();
    t.base = base;
    t.text = text;
    QColor *const inks[] = {&t.muted, &t.accent, &t.received, &t.error, &t.warn, &t.ok,
        &t.automatic, &t.jKey, &t.jStr, &t.jNum, &t.jLit, &t.jEsc, &t.jPun};
    for (QColor *ink : inks) {
        if (contrast(*ink, base) < kClear)
            *ink = text;
    }
    // Every ink stays as it is on every surface: a surface that would not let one be read is given
    // up for the base, the selection as far as needed.
    const auto surface = [&](QColor color) {
        for (int step = 0; step < 10; ++step) {
            double least = contrast(text, color);
            for (const QColor *ink : inks)
                least = std::min(least, contrast(*ink, color));
            if (least >= kReadable)
                return color;
            color = blend(color, base, 0.25F);
        }
        return base;
    };
    t.window = surface(system.color(QPalette::Active, QPalette::Window));
    t.raised = t.header = t.title = surface(system.color(QPalette::Active, QPalette::Button));
    t.sel = surface(system.color(QPalette::Active, QPalette::Highlight));
    t.selOff = surface(blend(t.sel, base, 0.5F));
    t.altBase = t.hover = base;
    t.line = t.outline = text;
    t.accentFill = text;
    t.onAccent = base;
    t.byteHi = t.sel;
    for (QColor &mark : t.servers) {
        if (contrast(mark, base) < kReadable)
            mark = text;
    }
    for (QColor *tint : {&t.errorBg, &t.warnBg, &t.infoBg, &t.autoBg, &t.okBg})
        *tint = base;
    for (QColor *span :
        {&t.spanCall, &t.spanBody, &t.spanTask, &t.spanConnect, &t.spanWaiting, &t.spanError})
        *span = t.selOff;
    return t;
}

QPalette Theme::palette() const
{
    QPalette p;
    const auto all = [&p](QPalette::ColorRole role, const QColor &color) {
        p.setColor(QPalette::All, role, color);
    };
    all(QPalette::Window, window);
    all(QPalette::Base, base);
    all(QPalette::AlternateBase, altBase);
    all(QPalette::Button, raised);
    all(QPalette::Text, text);
    all(QPalette::WindowText, text);
    all(QPalette::ButtonText, text);
    all(QPalette::BrightText, onAccent);
    all(QPalette::PlaceholderText, muted);
    all(QPalette::Highlight, sel);
    all(QPalette::HighlightedText, text);
    all(QPalette::Link, accent);
    all(QPalette::LinkVisited, accent);
    all(QPalette::Light, raised);
    all(QPalette::Midlight, header);
    all(QPalette::Mid, line);
    all(QPalette::Dark, outline);
    all(QPalette::Shadow, outline);
    all(QPalette::ToolTipBase, raised);
    all(QPalette::ToolTipText, text);
    p.setColor(QPalette::Inactive, QPalette::Highlight, selOff);
    p.setColor(QPalette::Disabled, QPalette::Highlight, selOff);
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText,
             QPalette::HighlightedText, QPalette::PlaceholderText, QPalette::Link})
        p.setColor(QPalette::Disabled, role, off);
    return p;
}

QColor Theme::color(models::ColorRole tone) const
{
    switch (tone) {
    case models::ColorRole::Normal:
        return text;
    case models::ColorRole::Muted:
        return muted;
    case models::ColorRole::Sent:
    case models::ColorRole::Accent:
        return accent;
    case models::ColorRole::Received:
        return received;
    case models::ColorRole::Error:
        return error;
    case models::ColorRole::Warn:
        return warn;
    case models::ColorRole::Ok:
        return ok;
    case models::ColorRole::Auto:
        return automatic;
    case models::ColorRole::Server1:
    case models::ColorRole::Server2:
    case models::ColorRole::Server3:
    case models::ColorRole::Server4:
    case models::ColorRole::Server5:
    case models::ColorRole::Server6:
    case models::ColorRole::Server7:
    case models::ColorRole::Server8:
    case models::ColorRole::Server9:
    case models::ColorRole::Server10:
    case models::ColorRole::Server11:
    case models::ColorRole::Server12:
        return servers[std::size_t(tone) - std::size_t(models::ColorRole::Server1)];
    }
    return text;
}

CurrentTheme &CurrentTheme::instance()
{
    static CurrentTheme current;
    return current;
}

CurrentTheme::CurrentTheme()
    : m_theme(&Theme::light())
{
}

void CurrentTheme::setChoice(ThemeChoice choice)
{
    m_choice = choice;
    QCoreApplication::instance()->installEventFilter(this);
    apply();
}

bool CurrentTheme::eventFilter(QObject *watched, QEvent *event)
{
    // The desktop changed its mind. Windows get the event too; the application's own is enough.
    if (event->type() == QEvent::ThemeChange && m_choice == ThemeChoice::System && !m_applying
        && watched->isWindowType())
        apply();
    return QObject::eventFilter(watched, event);
}

void CurrentTheme::setDesktop(const DesktopLook &desktop)
{
    if (m_desktop == desktop)
        return;
    m_desktop = desktop;
    if (m_choice == ThemeChoice::System)
        apply();
}

// The system's palette stays, but for what our own painters draw text on.
void CurrentTheme::applyHighContrast()
{
    QPalette palette = systemPalette();
    m_highContrast = Theme::highContrast(palette);
    m_theme = &m_highContrast;
    palette.setColor(QPalette::All, QPalette::Highlight, m_theme->selOff);
    palette.setColor(QPalette::Active, QPalette::Highlight, m_theme->sel);
    palette.setColor(QPalette::All, QPalette::HighlightedText, m_theme->text);
    QGuiApplication::setPalette(palette);
}

void CurrentTheme::apply()
{
    m_applying = true;
    const bool system = m_choice == ThemeChoice::System;
    if (system && m_desktop.highContrast) {
        applyHighContrast();
    } else {
        bool dark = m_choice == ThemeChoice::Dark;
        if (system)
            dark = m_desktop.scheme ? m_desktop.scheme == Scheme::Dark : isDark(systemPalette());
        m_theme = dark ? &Theme::dark() : &Theme::light();
        QGuiApplication::setPalette(m_theme->palette());
    }
    m_applying = false;
    Q_EMIT changed();
}

} // namespace sonde::look
