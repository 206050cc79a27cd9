// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFont>

namespace sonde::look {

enum class Density : std::uint8_t { Compact, Comfortable };

// Every height and gap in pixels, all derived from the height of the system's font, so that a
// larger font scales the whole window. The numbers in the comments are for a 12 px font.
struct Metrics {
    int unit = 4;
    int margin = 8; // of the window
    int gap = 6; // between controls
    int handle = 7; // of a splitter
    int row = 21; // of lists and tables, groups too
    int treeRow = 19;
    int bytesRow = 16;
    int twoLineRow = 38;
    int formRow = 26;
    int control = 24; // buttons and fields
    int formControl = 22;
    int toolBar = 36;
    int tab = 29;
    int dockTitle = 24;
    int statusBar = 23;
    int sign = 14; // side of the square a sign is painted in
    int icon = 16;

    static Metrics of(const QFont &font, Density density);
};

// For the application's font and the chosen density.
Metrics metrics();
Density density();
// Lays out every window anew.
void setDensity(Density density);

// The application's font, one step smaller: second lines, tags.
QFont smallFont();
// Two steps larger and bold: the one heading of a panel.
QFont headingFont();
QFont boldFont();
// The system's monospaced font, one step smaller than the application's: bytes, JSON, URLs, paths.
QFont fixedFont();

} // namespace sonde::look
