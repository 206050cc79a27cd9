// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/accept/levelsign.h"

namespace sonde::models {

using accept::Level;

Sign acceptSign(Level level)
{
    switch (level) {
    case Level::Accepted:
        return Sign::Ok;
    case Level::NotKnown:
        return Sign::NotReached;
    case Level::Ignored:
        return Sign::FindingNote;
    case Level::Changed:
        return Sign::Changed;
    case Level::Dropped:
    case Level::Refused:
        return Sign::ToolError;
    }
    return Sign::None;
}

ColorRole acceptColor(Level level)
{
    if (accept::isLost(level))
        return ColorRole::Error;
    return level == Level::Changed ? ColorRole::Warn
        : level == Level::Accepted ? ColorRole::Normal
                                   : ColorRole::Muted;
}

} // namespace sonde::models
