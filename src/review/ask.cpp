// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/ask.h"

#include "trace/record/automaticmark.h"

namespace sonde::review {

std::shared_ptr<const json::Document> Ask::document() const
{
    return isRound() ? round().facts().asked : request().document();
}

void Ask::note(const char *what, const QString &detail) const
{
    if (isRound())
        round().note(QLatin1String(what), detail);
    else
        request().note(QLatin1String(what), detail);
}

void Ask::noteStopped(const QString &why) const
{
    const bool sends = !isRound() || isOfTask();
    note(sends ? rpc::kAutomatically : trace::kStoppedAutomatically, why);
}

QString Ask::id() const
{
    const std::string_view raw = isRound() ? std::string_view() : request().message().id;
    const QString text = QString::fromUtf8(raw.data(), qsizetype(raw.size())).left(40);
    return text.size() > 2 && text.startsWith(u'"') ? text.mid(1).chopped(1) : text;
}

} // namespace sonde::review
