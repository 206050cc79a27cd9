// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/pastedparts.h"

#include "config/configerror.h"
#include "config/configtext.h"

namespace sonde::config {

namespace {

QString presentable(QString name)
{
    name.removeIf([](QChar c) { return !c.isPrint() && !c.isSurrogate(); });
    return name.trimmed().left(kMaxNameLength).trimmed();
}

} // namespace

QString shownName(const QString &name)
{
    return name.size() > kMaxShownName ? QString(name.left(kMaxShownName) + u'…') : name;
}

QString nameOf(const Profile &profile)
{
    QString name = presentable(profile.name);
    if (name.isEmpty())
        name = presentable(profile.proposedName());
    return name.isEmpty() ? Text::tr("server") : name;
}

} // namespace sonde::config
