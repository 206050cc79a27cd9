// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Names whose addresses change while an authorization uses them. This program takes the place of
// the system's resolver, and of the way to addresses of the Internet: both lead to a server of the
// test's own.

#include "auth/runner/flowrunner.h"
#include "support/httpscript.h"

#include <QSignalSpy>
#include <QTest>

#include <dlfcn.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <map>
#include <mutex>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::auth;
using namespace sonde::test;

class TestRebinding : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void asksForANameOnceAndConnectsToThatResponse();
    void refusesANameThatLeadsElsewhereNow();
    void refusesThePrivateOneOfSeveralAddresses();
    void refusesANameBehindARedirect();
    void reachesPrivateAddressesOfLocalServers();

private:
    FetchResponse fetched(const QUrl &url, bool publicOnly = true);
};

namespace {

constexpr int kDeadline = 20'000;
constexpr char kPublic[] = "93.184.216.34"; // leads to the test's server
constexpr char kDead[] = "93.184.216.35"; // refuses connections

// What the resolver says, and what was asked and connected to. Used by libcurl's threads.
struct Network {
    std::mutex mutex;
    std::map<std::string, std::vector<std::string>> responses; // by name
    std::map<std::string, int> asked; // by name
    std::vector<std::string> connected; // addresses, in order
};

Network &network()
{
    static Network one;
    return one;
}

void respondWith(const char *name, std::vector<std::string> addresses)
{
    const std::lock_guard lock(network().mutex);
    network().responses[name] = std::move(addresses);
}

int askedFor(const char *name)
{
    const std::lock_guard lock(network().mutex);
    return network().asked[name];
}

std::vector<std::string> connectedTo()
{
    const std::lock_guard lock(network().mutex);
    return network().connected;
}

std::vector<std::string> respondsToFor(const std::string &name)
{
    const std::lock_guard lock(network().mutex);
    const auto found = network().responses.find(name);
    if (found == network().responses.end())
        return {};
    ++network().asked[name];
    return found->second;
}

template <typename Function>
Function *next(const char *name)
{
    return reinterpret_cast<Function *>(::dlsym(RTLD_NEXT, name));
}

} // namespace

// In place of the C library's, for libcurl as well: the linker finds the program's own first.
extern "C" Q_DECL_EXPORT int getaddrinfo(
    const char *node, const char *service, const addrinfo *hints, addrinfo **result)
{
    static auto *const real = next<decltype(::getaddrinfo)>("getaddrinfo");
    const auto addresses = respondsToFor(node ? node : "");
    if (addresses.empty())
        return real(node, service, hints, result);
    addrinfo **end = result;
    for (const std::string &address : addresses) {
        if (const int failed = real(address.c_str(), service, hints, end); failed != 0)
            return failed;
        while (*end)
            end = &(*end)->ai_next;
    }
    return 0;
}

extern "C" Q_DECL_EXPORT int connect(int socket, const sockaddr *to, socklen_t size)
{
    static auto *const real = next<decltype(::connect)>("connect");
    if (to->sa_family != AF_INET)
        return real(socket, to, size);
    sockaddr_in address = *reinterpret_cast<const sockaddr_in *>(to);
    const std::string text = QHostAddress(ntohl(address.sin_addr.s_addr)).toString().toStdString();
    {
        const std::lock_guard lock(network().mutex);
        network().connected.push_back(text);
    }
    if (text == kDead) {
        errno = ECONNREFUSED;
        return -1;
    }
    if (text == kPublic)
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return real(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address);
}

void TestRebinding::init()
{
    const std::lock_guard lock(network().mutex);
    network().responses.clear();
    network().asked.clear();
    network().connected.clear();
}

// As the flow fetches metadata: with an engine that knows no name yet.
FetchResponse TestRebinding::fetched(const QUrl &url, bool publicOnly)
{
    FetchRoute route;
    route.target.url = QUrl(u"https://mcp.example/mcp"_s);
    route.target.route.proxy = wire::HttpRoute::Proxy::None;
    FetchWorker worker(route);
    QSignalSpy responses(&worker, &FetchWorker::fetched);
    wire::HttpRequest request;
    request.method = "GET";
    request.url = url;
    worker.fetch(1, request, publicOnly);
    if (responses.isEmpty() && !responses.wait(kDeadline))
        return {};
    return responses.front().at(1).value<FetchResponse>();
}

// There is no moment between a check and the connection: what is checked is the address that the
// connection is opened to, and the name is asked for once.
void TestRebinding::asksForANameOnceAndConnectsToThatResponse()
{
    const HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(200, "application/json", "{}");
    });
    respondWith("as.example", {kPublic});
    const FetchResponse response = fetched(server.urlWithHost(u"as.example"_s));
    QVERIFY2(!response.error, qPrintable(response.error ? response.error->sentence : QString()));
    QCOMPARE(response.status, 200);
    QCOMPARE(askedFor("as.example"), 1);
    QCOMPARE(connectedTo(), std::vector<std::string>{kPublic});
}

void TestRebinding::refusesANameThatLeadsElsewhereNow()
{
    const HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(200, "application/json", "{}");
    });
    const QUrl url = server.urlWithHost(u"as.example"_s);
    respondWith("as.example", {kPublic});
    QCOMPARE(fetched(url).status, 200);
    for (const char *address :
        {"127.0.0.1", "10.0.0.7", "169.254.169.254", "::1", "::ffff:192.168.0.1", "fd00::1"}) {
        respondWith("as.example", {address});
        const FetchResponse response = fetched(url);
        QVERIFY2(response.error && response.error->sentence.contains(u"private address"), address);
        QCOMPARE(response.status, 0);
    }
    QCOMPARE(askedFor("as.example"), 7);
    QCOMPARE(server.connectionCount(), 1); // the public one of the beginning
    QCOMPARE(connectedTo(), std::vector<std::string>{kPublic});
}

// The next of several addresses is tried when one does not respond.
void TestRebinding::refusesThePrivateOneOfSeveralAddresses()
{
    const HttpScript server([](HttpPeer &peer) { peer.readRequest(); });
    respondWith("as.example", {kDead, "127.0.0.1"});
    const FetchResponse response = fetched(server.urlWithHost(u"as.example"_s));
    QVERIFY(response.error);
    QCOMPARE(server.connectionCount(), 0);
    QCOMPARE(connectedTo(), std::vector<std::string>{kDead});
}

// A whole flow: metadata at a public address sends it to a name that looks public and is not.
void TestRebinding::refusesANameBehindARedirect()
{
    const HttpScript::Tls tls{u"wrongname"_s, {}}; // good for elsewhere.example
    const HttpScript server(tls, [](HttpPeer &peer) {
        const SeenRequest request = peer.readRequest();
        QByteArray inside = request.header("Host");
        inside.replace("elsewhere", "inside");
        peer.respond(307, "text/plain", "", {{"Location", "https://" + inside + "/prm"}});
    });
    respondWith("elsewhere.example", {kPublic});
    respondWith("inside.example", {"10.0.0.7"});
    FlowRunner::Setup run;
    run.route.target.url = QUrl(u"https://mcp.example/mcp"_s);
    run.route.target.trust.caFile = HttpScript::tlsFile(u"ca.pem"_s);
    run.route.target.route.proxy = wire::HttpRoute::Proxy::None;
    FlowRunner runner(run);
    std::optional<Error> failure;
    connect(&runner, &FlowRunner::finished, this,
        [&](const std::optional<Error> &error) { failure = error; });
    FlowSetup setup;
    setup.server = run.route.target.url;
    Goal goal;
    goal.status = 401;
    goal.challenges = {{"Bearer", {},
        {{"resource_metadata",
            server.urlWithHost(u"elsewhere.example"_s, u"/prm"_s).toEncoded()}}}};
    runner.start(setup, goal);
    QTRY_VERIFY_WITH_TIMEOUT(failure.has_value(), kDeadline);
    const Step &step = runner.steps().back();
    QCOMPARE(step.kind, StepKind::ResourceMetadata);
    QCOMPARE(step.attempts.size(), std::size_t(2));
    QCOMPARE(step.attempts[0].status, 307);
    QCOMPARE(step.attempts[1].url.host(), u"inside.example"_s);
    QVERIFY2(step.attempts[1].verdict.contains(u"private address"),
        qPrintable(step.attempts[1].verdict));
    QCOMPARE(askedFor("inside.example"), 1);
    QCOMPARE(connectedTo(), std::vector<std::string>{kPublic});
}

void TestRebinding::reachesPrivateAddressesOfLocalServers()
{
    const HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(200, "application/json", "{}");
    });
    respondWith("as.intranet", {"127.0.0.1"});
    QCOMPARE(fetched(server.urlWithHost(u"as.intranet"_s), false).status, 200);
    QCOMPARE(server.connectionCount(), 1);
}

QTEST_GUILESS_MAIN(TestRebinding)
#include "tst_rebinding.moc"
