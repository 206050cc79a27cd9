// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/authorizations.h"

#include "app/workspace/desktopbrowser.h"
#include "auth/store/latekeychain.h"
#include "auth/store/memorytokenstore.h"
#include "look/theme/theme.h"
#include "setup/authorizationsetup.h"
#include "setup/clientconfig.h"

namespace sonde::app {

namespace {

using auth::ServerAuthorizer;

std::unique_ptr<auth::TokenStore> makeStore(bool keychain)
{
    if (keychain)
        return std::make_unique<auth::LateKeychain>(auth::kKeychainPromptPatience);
    return std::make_unique<auth::MemoryTokenStore>();
}

// As sonde-browser calls it.
QString themeName()
{
    switch (look::CurrentTheme::instance().choice()) {
    case look::ThemeChoice::Light:
        return QStringLiteral("light");
    case look::ThemeChoice::Dark:
        return QStringLiteral("dark");
    case look::ThemeChoice::System:
        break;
    }
    return QStringLiteral("system");
}

// The desktop's browser, where the window for pages was chosen and is not there.
class SystemInstead final : public auth::Browser {
public:
    explicit SystemInstead(auth::Browser &system)
        : m_system(system)
    {
    }
    Result<void> open(const QUrl &url) override { return m_system.open(url); }
    void close() override { m_system.close(); }
    QString notice() const override
    {
        return Authorizations::tr("The embedded browser (sonde-browser) is not installed, so the "
                                  "page opens in the system's browser.");
    }

private:
    auth::Browser &m_system;
};

} // namespace

Authorizations::Authorizations(const Setup &setup, QObject *parent)
    : QObject(parent)
    , m_setup(setup)
    , m_store(makeStore(setup.keychain))
    , m_cache(m_store.get())
{
    connect(
        &m_cache, &auth::CredentialCache::problemChanged, this, &Authorizations::keychainFailed);
    if (!setup.browser.isEmpty() || qEnvironmentVariableIsSet("SONDE_BROWSER"))
        m_browser = std::make_unique<auth::CommandBrowser>(setup.browser);
    else
        m_browser = std::make_unique<DesktopBrowser>();
}

Authorizations::~Authorizations()
{
    dropAll(); // before what they use
}

auth::Browser *Authorizations::browserFor(const config::Profile &profile)
{
    m_embedded.erase(profile.name);
    if (profile.http()->authorization.login != config::LoginView::Embedded)
        return m_browser.get();
    if (auth::Browser *const window = windowFor(profile))
        return window;
    return (m_embedded[profile.name] = std::make_unique<SystemInstead>(*m_browser)).get();
}

auth::Browser *Authorizations::windowFor(const config::Profile &profile)
{
    if (m_setup.window.isEmpty())
        return nullptr;
    auth::EmbeddedBrowser::Setup setup;
    setup.program = m_setup.window;
    setup.title = profile.name;
    setup.theme = themeName();
    setup.language = m_setup.language;
    setup.elsewhere = m_browser.get();
    return (m_embedded[profile.name] = std::make_unique<auth::EmbeddedBrowser>(setup)).get();
}

ServerAuthorizer *Authorizations::make(const config::Profile &profile)
{
    drop(profile.name);
    if (!setup::endpointOf(profile).needsAuthorizer())
        return nullptr;
    ServerAuthorizer::Setup setup;
    setup.flow = setup::flowSetup(*profile.http());
    setup.flow.revision = profile.revision;
    setup.run.route.target = setup::httpTarget(*profile.http());
    setup.run.route.traffic = m_setup.traffic;
    setup.run.route.name = profile.name;
    setup.run.wireThread = m_setup.wireThread;
    setup.run.browser = browserFor(profile);
    if (setup.run.browser == m_browser.get())
        setup.run.window = windowFor(profile);
    setup.run.waitsWithoutBrowser = true;
    setup.interactive = true;
    auto *authorizer = new ServerAuthorizer(setup, m_cache, this);
    const QString name = profile.name;
    m_authorizers[name] = authorizer;
    auth::FlowRunner &runner = authorizer->runner();
    rest(*authorizer);
    const auto tell = [this, name] { Q_EMIT changed(name); };
    connect(&runner, &auth::FlowRunner::stepsChanged, this, tell);
    connect(&runner, &auth::FlowRunner::heldChanged, this, tell);
    connect(&runner, &auth::FlowRunner::choiceRequested, this, tell);
    connect(&runner, &auth::FlowRunner::clientRequested, this, tell);
    connect(&runner, &auth::FlowRunner::pageRequested, this, tell);
    connect(authorizer, &ServerAuthorizer::runEnded, this, [this, authorizer, name] {
        rest(*authorizer);
        Q_EMIT changed(name);
        if (authorizer->tokens() && !authorizer->failure())
            Q_EMIT authorized(name);
    });
    return authorizer;
}

// As it is between two runs: no page opens by itself, and no check is overridden.
void Authorizations::rest(ServerAuthorizer &authorizer)
{
    authorizer.runner().setMode(auth::RunMode::StopBefore, auth::StepKind::AuthorizationRequest);
    authorizer.flowSetup().overrides.clear();
}

ServerAuthorizer *Authorizations::find(const QString &name) const
{
    const auto found = m_authorizers.find(name);
    return found == m_authorizers.end() ? nullptr : found->second;
}

void Authorizations::drop(const QString &name)
{
    const auto found = m_authorizers.find(name);
    if (found == m_authorizers.end())
        return;
    ServerAuthorizer *const gone = found->second;
    m_authorizers.erase(found);
    gone->disconnect(this);
    gone->runner().disconnect(this);
    delete gone;
    Q_EMIT changed(name);
}

void Authorizations::dropAll()
{
    const auto all = std::exchange(m_authorizers, {});
    for (const auto &[name, authorizer] : all) {
        authorizer->runner().disconnect(this);
        delete authorizer;
    }
}

// An entry that does not exist reads as empty; an error says that there is no keychain.
void Authorizations::probeKeychain()
{
    if (!hasKeychain())
        return;
    m_store->read(QStringLiteral("check"), this, [this](const Result<Secret> &read) {
        if (read.ok() || !m_keychainWorks)
            return;
        m_keychainWorks = false;
        Q_EMIT keychainFailed();
    });
}

void Authorizations::keepSecrets(config::Profile &profile)
{
    if (!profile.http())
        return;
    const std::vector<auth::GivenCredentials> secrets = setup::givenSecrets(*profile.http());
    if (!secrets.empty())
        m_cache.load(this, [this, secrets] {
            for (const auth::GivenCredentials &each : secrets)
                m_cache.keep(each);
        });
    config::AuthSettings &settings = profile.http()->authorization;
    settings.clientSecret = settings.privateKey = Secret();
    settings.identity.clientSecret = settings.identity.idToken = Secret();
}

bool Authorizations::proceed(const QString &name)
{
    ServerAuthorizer *const authorizer = find(name);
    if (!authorizer || !authorizer->runner().isRunning())
        return false;
    auth::FlowRunner &runner = authorizer->runner();
    runner.setMode(auth::RunMode::All);
    if (runner.held())
        runner.proceed();
    else
        runner.openAgain();
    return true;
}

void Authorizations::allow(const QString &name)
{
    if (ServerAuthorizer *const authorizer = find(name))
        authorizer->runner().setMode(auth::RunMode::All);
}

void Authorizations::settle(const QString &name)
{
    ServerAuthorizer *const authorizer = find(name);
    if (authorizer && !authorizer->runner().isRunning())
        rest(*authorizer);
}

void Authorizations::cancel(const QString &name)
{
    if (ServerAuthorizer *const authorizer = find(name))
        authorizer->runner().cancel();
}

} // namespace sonde::app
