// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/serveraccess.h"

#include "auth/browser/embeddedbrowser.h"
#include "auth/store/memorytokenstore.h"
#include "cli/server/commandkeychain.h"
#include "setup/authorizationsetup.h"
#include "setup/clientconfig.h"

namespace sonde::cli {

namespace {

// With what is in the environment.
config::HttpSettings settingsOf(const Options &options)
{
    config::HttpSettings settings = *options.server.http();
    settings.authorization = options.auth.settings;
    addSecrets(settings.authorization);
    return settings;
}

auth::FlowSetup flowSetup(const Options &options)
{
    auth::FlowSetup flow = setup::flowSetup(settingsOf(options));
    flow.clientDocument = QUrl(options.auth.clientDocument);
    flow.overrides = options.auth.overrides;
    return flow;
}

} // namespace

ServerAccess::ServerAccess(const Options &options, rpc::TrafficSink *traffic, bool login)
{
    if (options.auth.noKeychain)
        m_store = std::make_unique<auth::MemoryTokenStore>();
    else
        m_store = makeCommandKeychain();
    m_cache = std::make_unique<auth::CredentialCache>(m_store.get());
    const bool named =
        !options.auth.browser.isEmpty() || qEnvironmentVariableIsSet("SONDE_BROWSER");
    if ((login || named) && !options.auth.noBrowser)
        openWith(options);
    auth::ServerAuthorizer::Setup setup;
    setup.run.route.target = setup::httpTarget(*options.server.http());
    setup.run.route.traffic = traffic;
    setup.run.route.name = setup.run.route.target.url.host();
    setup.run.browser = m_browser.get();
    setup.flow = flowSetup(options);
    m_authorizer = std::make_unique<auth::ServerAuthorizer>(setup, *m_cache);
}

ServerAccess::~ServerAccess() = default;

void ServerAccess::keepSecrets(const Options &options)
{
    for (const auth::GivenCredentials &secret : setup::givenSecrets(settingsOf(options)))
        m_cache->keep(secret);
}

void ServerAccess::openWith(const Options &options)
{
    if (options.auth.browser != QLatin1String(kEmbeddedBrowser)) {
        m_browser = std::make_unique<auth::CommandBrowser>(options.auth.browser);
        return;
    }
    m_otherBrowser = std::make_unique<auth::CommandBrowser>();
    auth::EmbeddedBrowser::Setup setup;
    setup.title = QUrl(options.server.http()->url).host();
    setup.elsewhere = m_otherBrowser.get();
    m_browser = std::make_unique<auth::EmbeddedBrowser>(setup);
}

bool ServerAccess::isRequested(const Options &options)
{
    return setup::endpointOf(options.server).needsAuthorizer();
}

QString ServerAccess::loginCommand(const Options &options, const QString &scope)
{
    const auto word = [](QString text) { // for a shell
        text.replace(u'\'', QLatin1String("'\\''"));
        return QString(u'\'' % text % u'\'');
    };
    QString command =
        QStringLiteral("sonde-cli auth login --url %1").arg(word(options.server.http()->url));
    if (!scope.isEmpty())
        command += QStringLiteral(" --scope %1").arg(word(scope));
    return command;
}

} // namespace sonde::cli
