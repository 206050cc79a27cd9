// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"

#include <QColor>
#include <QObject>
#include <QPalette>

#include <array>
#include <optional>

namespace sonde::look {

enum class Scheme : std::uint8_t { Light, Dark };
enum class ThemeChoice : std::uint8_t { System, Light, Dark };

// Every colour of the program, by what it means. Painters ask theme(); no other place names a
// colour.
struct Theme {
    Scheme scheme = Scheme::Light;

    // Surfaces
    QColor window; // window, tool bar, status bar, between docks
    QColor base; // lists, trees, editors, fields
    QColor altBase; // alternate rows, group rows, gutter
    QColor raised; // top of buttons and headers, tool tips
    QColor header; // bottom of buttons and headers, tabs not chosen
    QColor title; // dock title bars
    QColor hover; // row under the mouse
    QColor sel; // selection
    QColor selOff; // selection without focus, and the pair of the selected row
    QColor line; // separators and frames of views: decoration
    QColor outline; // frames of controls
    QColor accentFill; // default button, progress, count badge
    QColor onAccent; // text on accentFill
    QColor errorBg;
    QColor warnBg;
    QColor infoBg;
    QColor autoBg;
    QColor okBg;
    QColor byteHi; // bytes of the chosen node, search hits; always under `text`

    // Text and signs
    QColor text;
    QColor muted;
    QColor off; // disabled only
    QColor accent; // links, focus, pending; the same as sent
    QColor received;
    QColor error;
    QColor warn;
    QColor ok;
    QColor automatic; // answered by a rule
    QColor jKey;
    QColor jStr;
    QColor jNum;
    QColor jLit;
    QColor jEsc;
    QColor jPun;

    // Spans of the time axis; the text on them is `text`.
    QColor spanCall;
    QColor spanBody;
    QColor spanTask;
    QColor spanConnect;
    QColor spanWaiting;
    QColor spanError;

    // The marks of servers, in the order in which servers were added.
    std::array<QColor, models::kServerColors> servers;

    static const Theme &light();
    static const Theme &dark();
    // For a desktop of high contrast: its own colours, without tints. What of our inks is not at
    // least 7 to 1 on its base becomes its text.
    static Theme highContrast(const QPalette &system);

    QPalette palette() const;
    QColor color(models::ColorRole tone) const;
};

// What the desktop says about itself beside its palette.
struct DesktopLook {
    std::optional<Scheme> scheme; // none: no preference, the palette decides
    bool highContrast = false;

    bool operator==(const DesktopLook &) const = default;
};

// Which theme is on. One for the program: changing it repaints everything.
class CurrentTheme : public QObject {
    Q_OBJECT
public:
    static CurrentTheme &instance();

    const Theme &theme() const { return *m_theme; }
    ThemeChoice choice() const { return m_choice; }
    // Gives the application the palette of the choice; System follows the desktop from then on.
    void setChoice(ThemeChoice choice);
    // Counts only while the choice is System.
    void setDesktop(const DesktopLook &desktop);

Q_SIGNALS:
    void changed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    CurrentTheme();
    void apply();
    void applyHighContrast();

    const Theme *m_theme;
    Theme m_highContrast; // when that is on
    DesktopLook m_desktop;
    ThemeChoice m_choice = ThemeChoice::System;
    bool m_applying = false;
};

inline const Theme &theme()
{
    return CurrentTheme::instance().theme();
}

} // namespace sonde::look
