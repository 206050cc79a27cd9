// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/record/hostname.h"

#include <QStringBuilder>

namespace sonde::tap {

namespace {

constexpr qsizetype kMaxHostName = 200;
// 2026-07-28 basic: every request carries who sent it.
constexpr std::string_view kClientInfo = "io.modelcontextprotocol/clientInfo";

json::Value clientInfoIn(const rpc::Message &request)
{
    return request.method == "initialize" ? request.params()["clientInfo"]
                                          : request.params()["_meta"][kClientInfo];
}

} // namespace

QString hostTitleIn(const rpc::Message &request)
{
    const json::Value info = clientInfoIn(request);
    const QString title = info["title"].toString().left(kMaxHostName);
    return title.isEmpty() ? info["name"].toString().left(kMaxHostName) : title;
}

QString hostNameIn(const rpc::Message &request)
{
    const json::Value info = clientInfoIn(request);
    const QString name = info["name"].toString().left(kMaxHostName);
    const QString version = info["version"].toString().left(kMaxHostName);
    return name.isEmpty() || version.isEmpty() ? name : QString(name % u' ' % version);
}

} // namespace sonde::tap
