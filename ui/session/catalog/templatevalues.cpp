// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/catalog/templatevalues.h"

#include <algorithm>

namespace sonde::session {

namespace {

using schema::UriTemplate;

UriTemplate::Value severalOf(const QString &typed)
{
    const QStringList parts = typed.split(u',');
    const bool named = std::all_of(
        parts.begin(), parts.end(), [](const QString &part) { return part.contains(u'='); });
    if (!named) {
        UriTemplate::List list;
        for (const QString &part : parts)
            list.push_back(part.toStdString());
        return list;
    }
    UriTemplate::Map map;
    for (const QString &part : parts) {
        const qsizetype at = part.indexOf(u'=');
        map.emplace_back(part.left(at).toStdString(), part.mid(at + 1).toStdString());
    }
    return map;
}

} // namespace

UriTemplate::Values templateValues(const UriTemplate &uriTemplate, const mcp::FilledIn &filledIn)
{
    UriTemplate::Values values;
    for (const auto &[name, typed] : filledIn) {
        const std::string variable = name.toStdString();
        if (uriTemplate.isExploded(variable) && !typed.isEmpty())
            values[variable] = severalOf(typed);
        else
            values[variable] = typed.toStdString();
    }
    return values;
}

} // namespace sonde::session
