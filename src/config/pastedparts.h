// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"

#include <QString>
#include <QStringList>
#include <QStringView>

namespace sonde::config {

// For those who read servers from texts.

bool isHttpUrl(QStringView text); // begins with http:// or https://
bool looksLikeLocalAddress(const QString &text); // localhost:3000/mcp: a URL without its scheme
// The transport that a host calls "sse", "streamable-http", …; Auto for unknown names.
HttpTransport transportFromHost(QStringView name);
void addHeader(HttpSettings &http, const QString &name, const QString &value);
QString shownName(const QString &name); // in a sentence, not too long
// The server's own name, or one that is derived from its command or URL; it can be saved.
QString nameOf(const Profile &profile);

} // namespace sonde::config
