// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/callmemory.h"

#include <QCryptographicHash>
#include <QSettings>
#include <QStringList>

namespace sonde::session {
namespace {

constexpr qsizetype kDigest = 16; // hexadecimal digits that tell a tool's schemas apart

// Names come from servers: encoded, so that no slash in one becomes a group of the settings.
QString groupOf(const QString &server, const QString &tool)
{
    const auto safe = [](const QString &name) {
        return QString::fromLatin1(name.toUtf8().toBase64(QByteArray::Base64UrlEncoding));
    };
    return QStringLiteral("values/%1/%2").arg(safe(server), safe(tool));
}

QString keyOf(const json::Value &schema)
{
    const std::string_view raw = schema.raw();
    const QByteArray digest =
        QCryptographicHash::hash({raw.data(), qsizetype(raw.size())}, QCryptographicHash::Sha256);
    return QString::fromLatin1(digest.toHex().left(kDigest));
}

QDateTime timeOf(const QSettings &settings, const QString &key)
{
    return settings.value(key + QStringLiteral("/when")).toDateTime();
}

// The one that was written last, or first.
QString extreme(const QSettings &settings, const QStringList &keys, bool newest)
{
    QString best;
    for (const QString &key : keys) {
        if (best.isEmpty() || (timeOf(settings, key) > timeOf(settings, best)) == newest)
            best = key;
    }
    return best;
}

} // namespace

void CallMemory::remember(const QString &server, const QString &tool, const json::Value &schema,
    const QByteArray &arguments, const QDateTime &now)
{
    if (!m_settings || arguments.size() > kMaxRemembered)
        return;
    const QString key = keyOf(schema);
    m_settings->beginGroup(groupOf(server, tool));
    m_settings->setValue(key + QStringLiteral("/text"), arguments);
    m_settings->setValue(key + QStringLiteral("/when"), now);
    if (const QStringList all = m_settings->childGroups(); all.size() > kMaxSchemas)
        m_settings->remove(extreme(*m_settings, all, false));
    m_settings->endGroup();
}

std::optional<LastValues> CallMemory::recall(
    const QString &server, const QString &tool, const json::Value &schema) const
{
    if (!m_settings)
        return {};
    const QString own = keyOf(schema);
    m_settings->beginGroup(groupOf(server, tool));
    const QStringList all = m_settings->childGroups();
    const QString key = all.contains(own) ? own : extreme(*m_settings, all, true);
    std::optional<LastValues> values;
    if (!key.isEmpty())
        values = LastValues{m_settings->value(key + QStringLiteral("/text")).toByteArray(),
            timeOf(*m_settings, key), key != own};
    m_settings->endGroup();
    return values;
}

} // namespace sonde::session
