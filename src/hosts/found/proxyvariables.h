// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

#include <functional>
#include <map>

namespace sonde::hosts {

// The variables that send the requests of a program through a proxy, by their names in upper case;
// those that are not set are left out. A value may contain a password.
using ProxyVariables = std::map<QString, QString>;

// HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY
const QStringList &proxyVariableNames();
// As most programs read them: in lower case first. `variable` gives the value of a name, or empty.
ProxyVariables proxyVariables(const std::function<QString(const QString &)> &variable);

} // namespace sonde::hosts
