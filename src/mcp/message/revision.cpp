// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/message/revision.h"

#include "mcp/message/mcptext.h"

#include <string>

namespace sonde::mcp {

std::optional<EraPolicy::Mode> EraPolicy::modeFromName(QStringView name)
{
    for (const Mode mode : {Mode::Auto, Mode::Legacy, Mode::Modern}) {
        if (modeName(mode) == name)
            return mode;
    }
    return {};
}

QString EraPolicy::modeName(Mode mode)
{
    switch (mode) {
    case Mode::Auto:
        return QStringLiteral("auto");
    case Mode::Legacy:
        return QStringLiteral("legacy");
    case Mode::Modern:
        return QStringLiteral("modern");
    }
    return {};
}

const QStringList &knownRevisions()
{
    static const QStringList revisions = revisionsOf(Era::Modern) + revisionsOf(Era::Legacy);
    return revisions;
}

const QStringList &revisionsOf(Era era)
{
    static const QStringList stateless{QStringLiteral("2026-07-28")};
    static const QStringList handshake{QStringLiteral("2025-11-25"), QStringLiteral("2025-06-18"),
        QStringLiteral("2025-03-26"), QStringLiteral("2024-11-05")};
    return era == Era::Modern ? stateless : handshake;
}

std::optional<Era> eraOf(QStringView revision)
{
    for (const Era era : {Era::Modern, Era::Legacy}) {
        if (revisionsOf(era).contains(revision))
            return era;
    }
    return {};
}

bool isModernRevision(std::string_view revision)
{
    static const std::string first = revisionsOf(Era::Modern).last().toStdString();
    return revision.size() == first.size() && revision >= first;
}

QString eraName(Era era)
{
    return era == Era::Modern ? QStringLiteral("modern") : QStringLiteral("legacy");
}

QString eraWord(Era era)
{
    return era == Era::Modern ? Text::tr("modern") : Text::tr("legacy");
}

} // namespace sonde::mcp
