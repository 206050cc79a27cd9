// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/queuedrequest.h"

#include "rpc/lifecycle.h"

namespace sonde::review {

std::shared_ptr<const json::Document> QueuedRequest::document() const
{
    return isRound() ? round().facts().asked : request().document();
}

void QueuedRequest::logLifecycle(const char *what, const QString &detail) const
{
    if (isRound())
        round().logLifecycle(QLatin1String(what), detail);
    else
        request().logLifecycle(QLatin1String(what), detail);
}

void QueuedRequest::logAutomatic(const QString &why) const
{
    logLifecycle(rpc::lifecycle::kAutomatic, why);
}

void QueuedRequest::logStopped(const QString &why) const
{
    const bool sends = !isRound() || isOfTask();
    logLifecycle(sends ? rpc::lifecycle::kAutomatic : rpc::lifecycle::kStoppedAutomatically, why);
}

QString QueuedRequest::id() const
{
    const std::string_view raw = isRound() ? std::string_view() : request().message().id;
    const QString text = QString::fromUtf8(raw.data(), qsizetype(raw.size())).left(40);
    return text.size() > 2 && text.startsWith(u'"') ? text.mid(1).chopped(1) : text;
}

} // namespace sonde::review
