// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/call/callmemory.h"

#include <QCryptographicHash>
#include <QMap>

namespace sonde::session {
namespace {

constexpr qsizetype kDigest = 16; // hexadecimal digits that tell a tool's schemas apart

QString keyOf(const json::Value &schema)
{
    const std::string_view raw = schema.raw();
    const QByteArray digest =
        QCryptographicHash::hash({raw.data(), qsizetype(raw.size())}, QCryptographicHash::Sha256);
    return QString::fromLatin1(digest.toHex().left(kDigest));
}

using Typed = QMap<QString, models::Settings::TypedArguments>;

// The schema for which something was typed last, or first.
QString extreme(const Typed &typed, bool newest)
{
    QString best;
    for (auto it = typed.cbegin(); it != typed.cend(); ++it) {
        if (best.isEmpty() || (it->when > typed.value(best).when) == newest)
            best = it.key();
    }
    return best;
}

} // namespace

void CallMemory::remember(const QString &server, const QString &tool, const json::Value &schema,
    const QByteArray &arguments, const QDateTime &now)
{
    if (arguments.size() > kMaxRemembered)
        return;
    m_settings.setTypedArguments(server, tool, keyOf(schema), {arguments, now});
    if (const Typed all = m_settings.typedArguments(server, tool); all.size() > kMaxSchemas)
        m_settings.removeTypedArguments(server, tool, extreme(all, false));
}

std::optional<LastValues> CallMemory::recall(
    const QString &server, const QString &tool, const json::Value &schema) const
{
    const QString own = keyOf(schema);
    const Typed all = m_settings.typedArguments(server, tool);
    const QString key = all.contains(own) ? own : extreme(all, true);
    if (key.isEmpty())
        return {};
    const models::Settings::TypedArguments typed = all.value(key);
    return LastValues{typed.text, typed.when, key != own};
}

} // namespace sonde::session
