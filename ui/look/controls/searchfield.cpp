// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/searchfield.h"

#include "look/painting/iconengine.h"
#include "look/theme/looktext.h"
#include "models/signs/sign.h"

#include <QAction>
#include <QLineEdit>

namespace sonde::look {

void dressSearchField(QLineEdit &field, SearchField kind)
{
    const bool filters = kind == SearchField::Filter;
    QAction *sign = field.addAction(
        icon(filters ? "filter" : "search", models::ColorRole::Muted), QLineEdit::LeadingPosition);
    sign->setText(filters ? Text::tr("Filter") : Text::tr("Find"));
    field.setClearButtonEnabled(true);
    // Qt's own button has no name.
    if (auto *clear = field.findChild<QAction *>(QStringLiteral("_q_qlineeditclearaction")))
        clear->setText(Text::tr("Clear the field"));
}

} // namespace sonde::look
