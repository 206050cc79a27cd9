// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/formrow.h"

#include <algorithm>

namespace sonde::widgets {

QString FormRow::key() const
{
    return field->pointer + u'\n' + QChar(u'0' + int(type)) + QString::number(picker);
}

bool FormRow::shows(const QString &pointer) const
{
    if (type == Type::Picker || type == Type::Heads)
        return false;
    return field->pointer == pointer
        || std::any_of(cells.begin(), cells.end(),
            [&](const schema::Field *cell) { return cell->pointer == pointer; });
}

} // namespace sonde::widgets
