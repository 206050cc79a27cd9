// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/searchfield.h"

#include "look/iconengine.h"
#include "models/signs/sign.h"

#include <QAction>
#include <QCoreApplication>
#include <QLineEdit>

namespace sonde::look {

namespace {

// A class only because translation contexts are class names.
class Text {
    Q_DECLARE_TR_FUNCTIONS(sonde::look::SearchField)
};

} // namespace

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
