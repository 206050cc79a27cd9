// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httphost.h"
#include "support/tapprogram.h"

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// `tap --url --rewrite-metadata`: a challenge may name any address for the metadata (RFC 9728
// section 5.1).
class TestTapMetadata : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rewritesTheMetadataThatAChallengeNamed();
    void leavesOtherDocumentsAsTheyAre();
};

namespace {

// Every document of the server is the metadata of its resource; a message needs a login.
void demandLogin(HttpPeer &peer, const QByteArray &origin, const QByteArray &place)
{
    for (;;) {
        const SeenRequest request = peer.readRequest();
        if (request.target() != "/mcp")
            peer.respond(200, "application/json", "{\"resource\":\"" + origin + "/mcp\"}");
        else
            peer.respond(401, "text/plain", "",
                {{"WWW-Authenticate", "Bearer resource_metadata=\"" + origin + place + "\""}});
    }
}

class LoginServer {
public:
    explicit LoginServer(const QByteArray &place)
        : m_http([this, place](HttpPeer &peer) { demandLogin(peer, origin(), place); })
    {
    }
    QUrl url() const { return m_http.url(u"/mcp"_s); }
    QByteArray origin() const { return "http://127.0.0.1:" + QByteArray::number(m_http.port()); }

private:
    HttpScript m_http;
};

QByteArray originOf(const TapProgram &tap)
{
    return "http://127.0.0.1:" + QByteArray::number(tap.url().port());
}

} // namespace

void TestTapMetadata::rewritesTheMetadataThatAChallengeNamed()
{
    LoginServer server("/custom/place.json");
    TapProgram tap(server.url(), {u"--rewrite-metadata"_s});
    HttpHost host(tap.url(), post(ping(1)));
    QTRY_VERIFY(host.received.contains(
        QByteArray("resource_metadata=\"" + originOf(tap) + "/custom/place.json\"")));
    host.received.clear();
    host.write(get("/custom/place.json", "Accept: application/json\r\n"));
    QTRY_COMPARE(host.body(), QByteArray("{\"resource\":\"" + originOf(tap) + "/mcp\"}"));
}

void TestTapMetadata::leavesOtherDocumentsAsTheyAre()
{
    LoginServer server("/custom/place.json");
    TapProgram tap(server.url(), {u"--rewrite-metadata"_s});
    HttpHost host(tap.url(), post(ping(1)));
    QTRY_VERIFY(host.received.startsWith("HTTP/1.1 401 "));
    host.received.clear();
    host.write(get("/other.json", "Accept: application/json\r\n"));
    QTRY_COMPARE(host.body(), QByteArray("{\"resource\":\"" + server.origin() + "/mcp\"}"));
}

QTEST_GUILESS_MAIN(TestTapMetadata)
#include "tst_tapmetadata.moc"
