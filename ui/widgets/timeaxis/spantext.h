// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/exchange/exchangephases.h"
#include "models/timeaxis/timelanes.h"

namespace sonde::widgets {

// What the time axis says about a span.
class SpanText {
public:
    using Piece = models::TimeLanes::Piece;

    // In the span itself.
    static QString label(const Piece &piece);
    static QString heldLabel(const Piece &piece); // in its part that a breakpoint held
    // Of its number, times and state, for a tool tip and for who does not see it; the phases of an
    // exchange are in a second line.
    static QString describe(const models::TimeLanes &lanes, models::ExchangePhases &phases,
        const models::TimeLanes::Lane &lane, const Piece &piece);
};

} // namespace sonde::widgets
