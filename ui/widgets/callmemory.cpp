// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/callmemory.h"

#include <QSettings>

namespace sonde::widgets {
namespace {

constexpr qsizetype kMaxRemembered = 64 * 1024; // a longer text is pasted again, not stored

// Names come from servers: encoded, so that no slash in one becomes a group of the settings.
QString keyOf(const QString &server, const QString &tool)
{
    const auto safe = [](const QString &name) {
        return QString::fromLatin1(name.toUtf8().toBase64(QByteArray::Base64UrlEncoding));
    };
    return QStringLiteral("arguments/%1/%2").arg(safe(server), safe(tool));
}

} // namespace

void CallMemory::remember(const QString &server, const QString &tool, const QByteArray &arguments)
{
    if (m_settings && arguments.size() <= kMaxRemembered)
        m_settings->setValue(keyOf(server, tool), arguments);
}

QByteArray CallMemory::recall(const QString &server, const QString &tool) const
{
    return m_settings ? m_settings->value(keyOf(server, tool)).toByteArray() : QByteArray();
}

} // namespace sonde::widgets
