// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/configerror.h"

#include "config/configtext.h"

namespace sonde::config {

QString typeSentence(ValueType type)
{
    switch (type) {
    case ValueType::String:
        return Text::tr("%1 must be a string.");
    case ValueType::Strings:
        return Text::tr("%1 must be an array of strings.");
    case ValueType::Object:
        return Text::tr("%1 must be an object.");
    case ValueType::Flag:
        return Text::tr("%1 must be true or false.");
    case ValueType::Milliseconds:
        break;
    }
    return Text::tr("%1 must be a whole number of milliseconds.");
}

} // namespace sonde::config
