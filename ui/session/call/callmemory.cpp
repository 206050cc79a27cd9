// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/call/callmemory.h"

#include "json/document.h"

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

// A value that the schema says is not to be shown again: it is a secret (JSON Schema 2020-12,
// validation 9.4; OpenAPI's format "password").
bool asksForSecrets(const json::Value &schema)
{
    if (!schema.exists())
        return false;
    const json::Document &document = *schema.document();
    const std::size_t end = schema.node().end;
    for (json::NodeId id = schema.id(); id < document.nodeCount(); ++id) {
        const json::Value value = document.value(id);
        if (value.node().begin >= end)
            break;
        if ((value.key() == "format" && value.equals("password"))
            || (value.key() == "writeOnly" && value.toBool().value_or(false)))
            return true;
    }
    return false;
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
    if (asksForSecrets(schema)) // an earlier version may have kept them
        return m_settings.removeTypedArguments(server, tool, keyOf(schema));
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
