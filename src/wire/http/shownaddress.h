// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QString>

#include <string_view>

class QUrl;

namespace sonde::wire {

// An address as it is shown and recorded: without user and fragment, and with an asterisk for each
// byte of a secret in its query.
QString shownAddress(const QUrl &url);

// A proxy as it is shown and recorded: without user, path, query and fragment. Without a scheme it
// is one of HTTP.
QString shownProxy(const QString &proxy);

// A request line, or the target in it, with such asterisks.
QByteArray withoutQuerySecrets(std::string_view line);

} // namespace sonde::wire
