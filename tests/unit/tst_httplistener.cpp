// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "serve/httplistener.h"

#include <QTest>

#include <array>
#include <chrono>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace sonde;
using namespace sonde::serve;

namespace {

Milliseconds now()
{
    return std::chrono::duration_cast<Milliseconds>(
        std::chrono::steady_clock::now().time_since_epoch());
}

// A listener whose replies are the test's to give.
class Site {
public:
    explicit Site(const std::string &address = "127.0.0.1:0")
        : opened(HttpListener::open(
            address, [this](const ServedRequest &request, const ReplyPointer &reply) {
                requests.push_back(request);
                replies.push_back(reply);
            }))
    {
    }

    std::uint16_t port() const
    {
        const std::string &authority = (*opened)->authority();
        return std::uint16_t(std::stoi(authority.substr(authority.rfind(':') + 1)));
    }
    // Lets the listener work until something is so, or for five seconds.
    template <typename Condition>
    bool workUntil(Condition condition)
    {
        const Milliseconds end = now() + Milliseconds(5000);
        while (!condition() && now() < end) {
            (*opened)->wait(now() + Milliseconds(10), now);
            (*opened)->flush(now());
        }
        return condition();
    }

    std::vector<ServedRequest> requests;
    std::vector<ReplyPointer> replies;
    Result<std::unique_ptr<HttpListener>> opened;
};

class Socket {
public:
    explicit Socket(std::uint16_t port)
        : m_descriptor(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        connected =
            connect(m_descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address)
            == 0;
    }
    ~Socket() { leave(); }
    Socket(const Socket &) = delete;
    Socket &operator=(const Socket &) = delete;

    // As much as fits; the rest is the other side's not reading.
    std::size_t send(std::string_view bytes) const
    {
        const ssize_t count =
            ::send(m_descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        return count > 0 ? std::size_t(count) : 0;
    }
    // What has come by now.
    std::string receive()
    {
        std::string bytes;
        std::array<char, 4096> buffer;
        ssize_t count = 0;
        while ((count = recv(m_descriptor, buffer.data(), buffer.size(), MSG_DONTWAIT)) > 0)
            bytes.append(buffer.data(), std::size_t(count));
        ended = ended || count == 0;
        return bytes;
    }
    void leave()
    {
        if (m_descriptor >= 0)
            close(m_descriptor);
        m_descriptor = -1;
    }

    bool connected = false;
    bool ended = false;

private:
    int m_descriptor;
};

const std::string kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

} // namespace

class TestHttpListener : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void understandsAddresses_data();
    void understandsAddresses();
    void refusesAnAddressInUse();
    void carriesRequestsAndReplies();
    void noticesAClientThatLeaves();
    void keepsItsLastWordsWhole();
    void leavesNobodyWaitingBehindASlowReader();
    void turnsAwayWhoComesTooMany();
};

void TestHttpListener::understandsAddresses_data()
{
    QTest::addColumn<std::string>("address");
    QTest::addColumn<std::string>("begin"); // of the authority; empty: refused
    QTest::newRow("a port") << std::string("0") << std::string("127.0.0.1:");
    QTest::newRow("a name") << std::string("localhost:0") << std::string("127.0.0.1:");
    QTest::newRow("no host") << std::string(":0") << std::string("127.0.0.1:");
    QTest::newRow("another address") << std::string("127.0.0.2:0") << std::string("127.0.0.2:");
    QTest::newRow("no port") << std::string("127.0.0.1:") << std::string();
    QTest::newRow("nothing") << std::string() << std::string();
    QTest::newRow("a port that is none") << std::string("99999") << std::string();
    QTest::newRow("the port behind the last") << std::string("[::1]:65536") << std::string();
    QTest::newRow("less than no port") << std::string("-1") << std::string();
    QTest::newRow("a service") << std::string("127.0.0.1:http") << std::string();
    QTest::newRow("a host by name") << std::string("example.com:0") << std::string();
}

void TestHttpListener::understandsAddresses()
{
    QFETCH(std::string, address);
    QFETCH(std::string, begin);
    Site site(address);
    QCOMPARE(bool(site.opened), !begin.empty());
    if (!site.opened)
        QVERIFY(!site.opened.error().sentence.isEmpty());
    else
        QVERIFY((*site.opened)->authority().starts_with(begin));
}

void TestHttpListener::refusesAnAddressInUse()
{
    Site first;
    Site second("127.0.0.1:" + std::to_string(first.port()));
    QVERIFY(!second.opened);
    QVERIFY(second.opened.error().sentence.startsWith(QStringLiteral("Cannot listen on 127")));
    QVERIFY(!second.opened.error().detail.isEmpty());
}

void TestHttpListener::carriesRequestsAndReplies()
{
    Site site;
    Socket client(site.port());
    QVERIFY(client.connected);
    for (std::size_t i = 0; i < 2; ++i) { // on one connection
        QCOMPARE(client.send(kGet), kGet.size());
        QVERIFY(site.workUntil([&] { return site.replies.size() == i + 1; }));
        site.replies[i]->begin(200, "text/event-stream");
        std::string seen;
        const auto sees = [&](std::string_view text) {
            return site.workUntil([&] {
                seen += client.receive();
                return seen.find(text) != std::string::npos;
            });
        };
        site.replies[i]->write("data: 1\n\n");
        QVERIFY(sees("9\r\ndata: 1\n\n\r\n"));
        site.replies[i]->end();
        QVERIFY(sees("\r\n0\r\n\r\n"));
        QVERIFY(!client.ended);
    }
}

void TestHttpListener::noticesAClientThatLeaves()
{
    Site site;
    Socket client(site.port());
    client.send(kGet);
    QVERIFY(site.workUntil([&] { return site.replies.size() == 1; }));
    QVERIFY(site.replies[0]->isOpen());
    client.leave();
    QVERIFY(site.workUntil([&] { return site.replies[0]->isGone(); }));
}

void TestHttpListener::keepsItsLastWordsWhole()
{
    Site site;
    Socket client(site.port());
    // Refused by its first line, while the client goes on sending.
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n");
    const std::string body(1 << 16, 'x');
    std::string seen;
    QVERIFY(site.workUntil([&] {
        client.send(body);
        seen += client.receive();
        return client.ended;
    }));
    QVERIFY(seen.starts_with("HTTP/1.1 413 "));
    QVERIFY(seen.ends_with("A body may have at most 16 MiB.\n"));
}

void TestHttpListener::leavesNobodyWaitingBehindASlowReader()
{
    Site site;
    Socket slow(site.port());
    Socket quick(site.port());
    slow.send(kGet);
    QVERIFY(site.workUntil([&] { return site.replies.size() == 1; }));
    site.replies[0]->begin(200, "text/event-stream");
    site.replies[0]->write(std::string(std::size_t(20) << 20, 'x'));
    quick.send(kGet);
    QVERIFY(site.workUntil([&] { return site.replies.size() == 2; }));
    site.replies[1]->respond(202);
    std::string seen;
    QVERIFY(site.workUntil([&] {
        seen += quick.receive();
        return !seen.empty();
    }));
    QVERIFY(seen.starts_with("HTTP/1.1 202 "));
}

void TestHttpListener::turnsAwayWhoComesTooMany()
{
    Site site;
    std::vector<std::unique_ptr<Socket>> clients;
    for (std::size_t i = 0; i < HttpListener::kMaxConnections; ++i) {
        clients.push_back(std::make_unique<Socket>(site.port()));
        clients.back()->send(kGet);
        QVERIFY(site.workUntil([&] { return site.replies.size() == i + 1; }));
    }
    Socket late(site.port());
    QVERIFY(site.workUntil([&] {
        late.receive();
        return late.ended;
    }));
    clients.front()->leave();
    QVERIFY(site.workUntil([&] { return site.replies.front()->isGone(); }));
    Socket later(site.port());
    later.send(kGet);
    QVERIFY(
        site.workUntil([&] { return site.replies.size() == HttpListener::kMaxConnections + 1; }));
}

QTEST_GUILESS_MAIN(TestHttpListener)
#include "tst_httplistener.moc"
