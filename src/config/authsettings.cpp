// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/authsettings.h"

#include "json/builder.h"

#include <QCoreApplication>

#include <algorithm>

namespace sonde::config {

namespace {

constexpr int kMaxPort = 65'535;

QString tr(const char *text)
{
    return QCoreApplication::translate("sonde::config::AuthSettings", text);
}

Error wrong(const json::Value &value, const QString &expected)
{
    return {Domain::Config, 0, tr("%1 is not %2").arg(value.path(), expected), {}, {}};
}

} // namespace

QString loginViewName(LoginView view)
{
    return view == LoginView::Embedded ? QStringLiteral("embedded") : QStringLiteral("system");
}

std::optional<LoginView> loginViewFromName(QStringView name)
{
    for (const LoginView view : {LoginView::SystemBrowser, LoginView::Embedded}) {
        if (name == loginViewName(view))
            return view;
    }
    return std::nullopt;
}

bool isUsual(const AuthSettings &settings)
{
    return settings.clientId.isEmpty() && settings.issuer.isEmpty() && settings.scopes.isEmpty()
        && settings.redirectPort == 0 && settings.login == LoginView::SystemBrowser;
}

std::string authSettingsToJson(const AuthSettings &settings)
{
    json::Builder out;
    out.beginObject();
    if (!settings.clientId.isEmpty())
        out.member("clientId", settings.clientId);
    if (!settings.issuer.isEmpty())
        out.member("issuer", settings.issuer);
    if (!settings.scopes.isEmpty()) {
        out.key("scopes").beginArray();
        for (const QString &scope : settings.scopes)
            out.string(scope);
        out.endArray();
    }
    if (settings.redirectPort != 0)
        out.member("redirectPort", std::int64_t(settings.redirectPort));
    if (settings.login != LoginView::SystemBrowser)
        out.member("login", loginViewName(settings.login));
    return out.endObject().takeString();
}

Result<AuthSettings> authSettingsFromJson(const json::Value &object)
{
    if (!object.isObject())
        return wrong(object, tr("an object"));
    AuthSettings settings;
    for (const auto &[name, text] :
        {std::pair{"clientId", &settings.clientId}, std::pair{"issuer", &settings.issuer}}) {
        const json::Value value = object[name];
        if (value && !value.isString())
            return wrong(value, tr("a string"));
        *text = value.toString().left(kMaxClientIdLength);
    }
    const json::Value scopes = object["scopes"];
    if (scopes && (!scopes.isArray() || scopes.count() > kMaxScopes))
        return wrong(scopes, tr("an array of strings"));
    for (const json::Value scope : scopes) {
        if (!scope.isString())
            return wrong(scope, tr("a string"));
        settings.scopes << scope.toString();
    }
    if (const json::Value port = object["redirectPort"]) {
        const auto number = port.toInt64();
        if (!number || *number < 0 || *number > kMaxPort)
            return wrong(port, tr("a port"));
        settings.redirectPort = int(*number);
    }
    if (const json::Value login = object["login"]) {
        const auto view = loginViewFromName(login.toString());
        if (!view)
            return wrong(login, tr("“system” or “embedded”"));
        settings.login = *view;
    }
    return settings;
}

} // namespace sonde::config
