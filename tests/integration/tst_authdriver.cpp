// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/runner/serverauthorizer.h"
#include "auth/store/memorytokenstore.h"
#include "mcp/client/client.h"
#include "support/protectedserver.h"
#include "support/recordingsink.h"

#include <QTest>
#include <QThread>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::auth;
using namespace sonde::test;

namespace {

constexpr int kDeadline = 20'000;

// A client, what authorizes it, and the server that wants that.
struct Bench {
    explicit Bench(QThread *wireThread = nullptr, bool hasBrowser = true)
    {
        ServerAuthorizer::Setup setup;
        setup.run.route.target.url = server.url();
        setup.run.route.traffic = &traffic;
        setup.run.route.name = u"peer"_s;
        setup.run.wireThread = wireThread;
        setup.run.browser = hasBrowser ? &browser : nullptr;
        setup.flow.server = server.url();
        authorizer = std::make_unique<ServerAuthorizer>(setup, cache);
        mcp::ClientConfig config;
        config.name = u"peer"_s;
        config.endpoint = wire::HttpTarget();
        config.endpoint.target()->url = server.url();
        config.era.mode = mcp::EraPolicy::Mode::Legacy;
        config.traffic = &traffic;
        config.wireThread = wireThread;
        config.authorizer = authorizer.get();
        client = std::make_unique<mcp::Client>(config);
    }

    bool start()
    {
        client->start();
        // initialize twice, what follows it, and the stream that is not offered.
        constexpr int kMessages = 4;
        const auto over = [this] {
            return (client->state() == mcp::ClientState::Ready && server.messages >= kMessages)
                || client->state() == mcp::ClientState::Failed;
        };
        return QTest::qWaitFor(over, kDeadline) && client->state() == mcp::ClientState::Ready;
    }
    void call(const QString &tool)
    {
        client->callTool(tool, Bytes::copyOf("{}"), {}, client.get(),
            [this](const Result<mcp::Response> &response) {
                ++responses;
                if (!response)
                    failures << response.error();
            });
    }

    ProtectedServer server;
    RecordingSink traffic;
    MemoryTokenStore store;
    CredentialCache cache{&store};
    AgreeingBrowser browser;
    std::unique_ptr<ServerAuthorizer> authorizer;
    std::unique_ptr<mcp::Client> client;
    int responses = 0;
    QList<Error> failures;
};

} // namespace

// The whole way: a client, a real listener, a browser, and a server that wants authorization.
class TestAuthDriver : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void authorizesBeforeTheFirstResponse();
    void recordsNoSecret();
    void refreshesInTheMiddleOfWork();
    void asksAPersonWhenTheRefreshFails();
    void startsOneFlowForAllThatWait();
    void sendsNothingAgainThatWasGivenUp();
    void stopsWhenAFreshTokenIsRefused();
    void asksForMoreRightsAFewTimes();
    void endsWithoutABrowser();
    void usesWhatIsKept();
    void losesNothingThatIsKeptBeforeItWasRead();
    void dropsWhatIsNotReadYet();
    void holdsRequestsBack();
    void repeatsFromAStep();
    void logsOut();
    void keepsOutOfPrivateNetworksWhateverTheName();
};

void TestAuthDriver::authorizesBeforeTheFirstResponse()
{
    Bench bench;
    QVERIFY(bench.start());
    QCOMPARE(bench.browser.pages.size(), 1);
    QCOMPARE(bench.server.count("/register"), 1);
    QCOMPARE(bench.server.count("/token"), 1);
    QVERIFY(bench.authorizer->tokens());
    QCOMPARE(bench.authorizer->tokens()->requestedScopes, QStringList{u"read"_s});
    const auto &steps = bench.authorizer->runner().steps();
    QCOMPARE(steps.back().kind, StepKind::Token);
    QCOMPARE(steps.back().state, StepState::Done);
}

void TestAuthDriver::recordsNoSecret()
{
    QThread wireThread;
    wireThread.start();
    auto bench = std::make_unique<Bench>(&wireThread);
    QVERIFY(bench->start());
    bench->call(u"one"_s);
    QTRY_COMPARE_WITH_TIMEOUT(bench->responses, 1, kDeadline);
    const QByteArray seen = bench->server.everything();
    QVERIFY(seen.contains("Authorization: Bearer SECRET-access-1"));
    QVERIFY(!bench->browser.pages.front().toEncoded().contains("SECRET"));
    for (const QByteArray &line : seen.split('\n')) // never in an address
        QVERIFY(!line.contains("HTTP/1.1") || !line.contains("SECRET-access"));
    bench->client.reset();
    bench->authorizer.reset();
    wireThread.quit();
    wireThread.wait();
    std::string all;
    for (const auto &[stream, bytes] : bench->traffic.recorded)
        all += bytes;
    for (const auto &exchange : bench->traffic.exchanges)
        all += exchange.facts + exchange.target;
    QVERIFY(bench->traffic.inOrder);
    QVERIFY(all.find("POST /token") != std::string::npos);
    QVERIFY(all.find("authorization: token") != std::string::npos); // in words
    QVERIFY2(all.find("SECRET") == std::string::npos, all.c_str());
    QVERIFY(all.find("code_verifier=(hidden, 43 characters)") != std::string::npos);
}

void TestAuthDriver::refreshesInTheMiddleOfWork()
{
    Bench bench;
    QVERIFY(bench.start());
    bench.server.expire();
    bench.call(u"one"_s);
    QTRY_COMPARE_WITH_TIMEOUT(bench.responses, 1, kDeadline);
    QVERIFY(bench.failures.isEmpty());
    QCOMPARE(bench.browser.pages.size(), 1); // the user was not asked again
    QCOMPARE(bench.server.count("/token"), 2);
    QCOMPARE(bench.server.calls("one"), 2); // refused, and repeated once
}

void TestAuthDriver::asksAPersonWhenTheRefreshFails()
{
    Bench bench;
    QVERIFY(bench.start());
    bench.server.acceptsRefresh = false;
    bench.server.expire();
    bench.call(u"one"_s);
    QTRY_COMPARE_WITH_TIMEOUT(bench.responses, 1, kDeadline);
    QVERIFY(bench.failures.isEmpty());
    QCOMPARE(bench.browser.pages.size(), 2);
    QCOMPARE(bench.server.count("/register"), 1);
    QCOMPARE(bench.server.calls("one"), 2);
}

void TestAuthDriver::startsOneFlowForAllThatWait()
{
    Bench bench;
    QVERIFY(bench.start());
    bench.server.acceptsRefresh = false;
    bench.server.expire();
    for (int i = 0; i < 8; ++i)
        bench.call(u"t%1"_s.arg(i));
    QTRY_COMPARE_WITH_TIMEOUT(bench.responses, 8, kDeadline);
    QVERIFY(bench.failures.isEmpty());
    QCOMPARE(bench.browser.pages.size(), 2);
    for (int i = 0; i < 8; ++i)
        QCOMPARE(bench.server.calls("t" + QByteArray::number(i)), 2);
}

// A call that was cancelled while somebody logs in must not run after all.
void TestAuthDriver::sendsNothingAgainThatWasGivenUp()
{
    using State = wire::HeldRequest::State;
    Bench bench;
    QVERIFY(bench.start());
    bench.server.acceptsRefresh = false;
    bench.server.expire();
    FlowRunner &runner = bench.authorizer->runner();
    runner.setMode(RunMode::StopBefore, StepKind::AuthorizationRequest);
    bench.call(u"one"_s);
    std::optional<Result<mcp::Response>> second;
    RequestHandle handle = bench.client->callTool(u"two"_s, Bytes::copyOf("{}"), {}, this,
        [&second](const Result<mcp::Response> &response) { second = response; });
    const auto stateOf = [&bench](const std::string &tool) {
        for (const wire::HeldRequest &each : bench.authorizer->held()) {
            if (each.target == tool)
                return std::optional(each.state);
        }
        return std::optional<State>();
    };
    QTRY_VERIFY_WITH_TIMEOUT(
        runner.held() && stateOf("one") == State::Waiting && stateOf("two") == State::Waiting,
        kDeadline);
    handle.cancel();
    QTRY_VERIFY_WITH_TIMEOUT(second.has_value(), kDeadline);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf("two"), std::optional(State::GivenUp), kDeadline);
    runner.setMode(RunMode::All);
    runner.proceed();
    QTRY_COMPARE_WITH_TIMEOUT(bench.responses, 1, kDeadline);
    QVERIFY(bench.failures.isEmpty());
    QCOMPARE(stateOf("one"), std::optional(State::SentAgain));
    QCOMPARE(bench.server.calls("one"), 2);
    QCOMPARE(bench.server.calls("two"), 1); // the one that was refused
}

void TestAuthDriver::stopsWhenAFreshTokenIsRefused()
{
    Bench bench;
    bench.server.acceptsTokens = false;
    QVERIFY(!bench.start());
    QCOMPARE(bench.client->failure().domain, Domain::Authorization);
    QVERIFY(bench.client->failure().sentence.contains(u"just issued"));
    QCOMPARE(bench.browser.pages.size(), 1);
    QCOMPARE(bench.authorizer->failedRule(), std::optional(AuthRule::FreshTokenRefused));
}

void TestAuthDriver::asksForMoreRightsAFewTimes()
{
    Bench bench;
    QVERIFY(bench.start());
    bench.server.wantsMore = true;
    bench.call(u"one"_s);
    QTRY_COMPARE_WITH_TIMEOUT(bench.responses, 1, kDeadline);
    QCOMPARE(bench.failures.size(), 1);
    QCOMPARE(bench.failures.front().domain, Domain::Authorization);
    QCOMPARE(bench.browser.pages.size(), 2);
    const auto asked = Parameters::parse(bench.browser.pages.back().query().toLatin1());
    QCOMPARE(asked->value(u"scope"_s).value_or(QString()), u"read write"_s);
    // What it was for can be read in its first step.
    const auto &facts = bench.authorizer->runner().steps().front().facts;
    const auto fact = [&facts](const QString &name) {
        const auto found = std::find_if(
            facts.begin(), facts.end(), [&](const auto &each) { return each.first == name; });
        return found == facts.end() ? QString() : found->second;
    };
    QCOMPARE(fact(u"step-up"_s), u"1 of 3"_s);
    QCOMPARE(fact(u"scopes so far"_s), u"read"_s);
    QCOMPARE(fact(u"scopes wanted"_s), u"write"_s);
}

void TestAuthDriver::endsWithoutABrowser()
{
    Bench bench(nullptr, false);
    QVERIFY(!bench.start());
    QCOMPARE(bench.client->failure().domain, Domain::Authorization);
    QVERIFY(bench.client->failure().sentence.contains(u"You must log in"));
    QCOMPARE(bench.server.count("/register"), 0);
}

void TestAuthDriver::usesWhatIsKept()
{
    Bench bench;
    QVERIFY(bench.start());
    bench.client->stop();
    QTRY_COMPARE_WITH_TIMEOUT(bench.client->state(), mcp::ClientState::Stopped, kDeadline);
    CredentialCache again(&bench.store);
    ServerAuthorizer::Setup setup;
    setup.run.route.target.url = bench.server.url();
    setup.flow.server = bench.server.url();
    ServerAuthorizer other(setup, again);
    bool ready = false;
    other.prepare(this, [&ready] { ready = true; });
    QTRY_VERIFY_WITH_TIMEOUT(ready, kDeadline);
    QVERIFY(other.current());
    QCOMPARE(other.current()->headers("POST", bench.server.url()).value("Authorization"),
        std::optional(QByteArray("Bearer SECRET-access-1")));
    QVERIFY(other.current()->headers("POST", bench.server.url()).fields().front().secret);
    QCOMPARE(again.registrations().size(), std::size_t(1));
}

namespace {

Tokens tokensOf(const QString &issuer)
{
    Tokens tokens;
    tokens.issuer = issuer;
    tokens.resource = issuer + u"/mcp"_s;
    tokens.accessToken = Secret(u"token of "_s + issuer);
    tokens.type = u"Bearer"_s;
    return tokens;
}

QStringList issuersIn(MemoryTokenStore &store)
{
    CredentialCache cache(&store);
    bool loaded = false;
    cache.load(&cache, [&loaded] { loaded = true; });
    if (!QTest::qWaitFor([&loaded] { return loaded; }, kDeadline))
        return {u"not loaded"_s};
    QStringList issuers;
    for (const Tokens &each : cache.tokens())
        issuers << each.issuer;
    issuers.sort();
    return issuers;
}

} // namespace

void TestAuthDriver::losesNothingThatIsKeptBeforeItWasRead()
{
    MemoryTokenStore store;
    {
        CredentialCache first(&store);
        first.keep(tokensOf(u"https://a.example"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!first.isWriting(), kDeadline);
    }
    CredentialCache second(&store);
    second.keep(tokensOf(u"https://b.example"_s)); // it was not asked to read
    QCOMPARE(second.tokens().size(), std::size_t(1)); // and it is there at once
    QTRY_VERIFY_WITH_TIMEOUT(!second.isWriting(), kDeadline);
    QCOMPARE(issuersIn(store), (QStringList{u"https://a.example"_s, u"https://b.example"_s}));
}

void TestAuthDriver::dropsWhatIsNotReadYet()
{
    MemoryTokenStore store;
    {
        CredentialCache first(&store);
        first.keep(tokensOf(u"https://a.example"_s));
        first.keep(tokensOf(u"https://b.example"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!first.isWriting(), kDeadline);
    }
    CredentialCache second(&store);
    second.dropTokens(u"https://a.example"_s, u"https://a.example/mcp"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!second.isWriting(), kDeadline);
    QCOMPARE(issuersIn(store), QStringList(u"https://b.example"_s));
}

void TestAuthDriver::holdsRequestsBack()
{
    Bench bench;
    FlowRunner &runner = bench.authorizer->runner();
    runner.setMode(RunMode::Step);
    bench.authorizer->logIn();
    QVERIFY(runner.held());
    QCOMPARE(bench.server.count("/.well-known/oauth-protected-resource/mcp"), 0);
    runner.proceed();
    QTRY_VERIFY_WITH_TIMEOUT(runner.held(), kDeadline);
    QCOMPARE(bench.server.count("/.well-known/oauth-protected-resource/mcp"), 1);
    const auto *fetch = std::get_if<Fetch>(runner.held());
    QVERIFY(fetch);
    QCOMPARE(fetch->step, StepKind::ServerMetadata);
    // Another endpoint and a header, by hand.
    wire::HttpRequest edited = fetch->request;
    edited.headers.add("X-Mine", "1");
    runner.edit(edited);
    runner.setMode(RunMode::StopBefore, StepKind::Token);
    runner.proceed();
    const auto isAtTheToken = [&runner] {
        const auto *const held = runner.held() ? std::get_if<Fetch>(runner.held()) : nullptr;
        return held && held->step == StepKind::Token;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isAtTheToken(), kDeadline);
    QVERIFY(bench.server.everything().contains("X-Mine: 1"));
    QCOMPARE(bench.browser.pages.size(), 1);
    QCOMPARE(bench.server.count("/token"), 0);
    runner.setMode(RunMode::All);
    runner.proceed();
    QTRY_VERIFY_WITH_TIMEOUT(bench.authorizer->tokens(), kDeadline);
}

void TestAuthDriver::repeatsFromAStep()
{
    Bench bench;
    QVERIFY(bench.start());
    FlowRunner &runner = bench.authorizer->runner();
    const auto &steps = runner.steps();
    const auto browser = std::find_if(steps.begin(), steps.end(),
        [](const Step &step) { return step.kind == StepKind::Redirect; });
    QVERIFY(browser != steps.end());
    const auto at = std::size_t(browser - steps.begin());
    QVERIFY(!runner.repeatFrom(0)); // nothing was sent in it
    QVERIFY(runner.repeatFrom(at));
    QTRY_COMPARE_WITH_TIMEOUT(bench.server.count("/token"), 2, kDeadline);
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isRunning(), kDeadline);
    QCOMPARE(runner.steps().back().state, StepState::Done);
    QCOMPARE(bench.server.count("/register"), 1);
}

void TestAuthDriver::logsOut()
{
    Bench bench;
    QVERIFY(bench.start());
    bench.authorizer->logOut();
    QTRY_COMPARE_WITH_TIMEOUT(bench.server.count("/revoke"), 1, kDeadline);
    QTRY_VERIFY_WITH_TIMEOUT(!bench.authorizer->runner().isRunning(), kDeadline);
    QVERIFY(!bench.authorizer->tokens());
    QVERIFY(!bench.authorizer->current());
}

// A public name may lead anywhere, and elsewhere the next time: what it leads to is judged.
void TestAuthDriver::keepsOutOfPrivateNetworksWhateverTheName()
{
    HttpScript inside([](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(200, "application/json", "{}");
    });
    FetchRoute route;
    route.target.url = QUrl(u"https://mcp.example/mcp"_s);
    FetchWorker worker(route);
    QList<FetchResponse> responses;
    connect(&worker, &FetchWorker::fetched, this,
        [&responses](quint32, const FetchResponse &response) { responses << response; });
    wire::HttpRequest request;
    request.method = "GET";
    request.url = inside.urlWithHost(u"localhost"_s);
    worker.fetch(1, request, true);
    QTRY_COMPARE_WITH_TIMEOUT(responses.size(), 1, kDeadline);
    QVERIFY(responses.front().error);
    QVERIFY(responses.front().error->sentence.contains(u"private address"));
    QCOMPARE(inside.connectionCount(), 0);
    worker.fetch(2, request, false); // for a server that is inside itself
    QTRY_COMPARE_WITH_TIMEOUT(responses.size(), 2, kDeadline);
    QCOMPARE(responses.back().status, 200);
}

QTEST_GUILESS_MAIN(TestAuthDriver)
#include "tst_authdriver.moc"
