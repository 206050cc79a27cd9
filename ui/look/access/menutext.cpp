// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/access/menutext.h"

#include <QRegularExpression>

namespace sonde::look {

QString withoutMnemonic(QString text)
{
    static const QRegularExpression behind(QStringLiteral("\\(&\\w\\)"));
    static const QRegularExpression inside(QStringLiteral("&(.)"));
    return text.remove(behind).replace(inside, QStringLiteral("\\1"));
}

} // namespace sonde::look
