// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QString>
#include <QUrl>

#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

struct ssl_ctx_st;
struct ssl_st;

namespace sonde::test {

class HttpPeer;

// A request as it came, byte for byte.
struct SeenRequest {
    int connection = 0; // counted from 0
    QByteArray raw; // the head, and as much of the body as was read
    QByteArray head() const; // with the empty line
    QByteArray body() const;
    QByteArray method() const;
    QByteArray target() const; // "/mcp?x"
    QByteArray header(const QByteArray &name) const; // without case; empty when there is none
    QList<QByteArray> headerLines() const; // without the request line, in order
};

// An HTTP server that does what a test says, faults included. Each connection runs the script, a
// plain function, from top to bottom on a thread of its own, so the test's thread may do what it
// likes (also block):
//
//     HttpScript server([](HttpPeer &peer) {
//         for (;;) {
//             const SeenRequest request = peer.readRequest();
//             peer.openStream();
//             peer.event(R"({"jsonrpc":"2.0","id":1,"result":{}})");
//             peer.waitFor("go"); // until the test calls server.open("go")
//             peer.endStream();
//         }
//     });
//     client.post(server.url("/mcp"));
//     QTRY_COMPARE(server.requestCount(), 1);
//     server.open("go");
//
// A call of the peer whose connection is gone leaves the script (by an exception that the server
// catches), and so does everything when the server is destroyed: scripts need no error handling
// and may wait for ever. A script that returns closes its connection. What the script captures is
// used on its thread: use gates, and the functions of the server, to talk to it.
class HttpScript {
public:
    using Script = std::function<void(HttpPeer &)>;
    struct Tls {
        QString certificate; // files of tests/data/tls, without the ending: "localhost"
        QString clientAuthority; // a certificate of this authority is demanded
        QByteArray protocol = "http/1.1"; // of ALPN
    };

    explicit HttpScript(Script script); // on a port of 127.0.0.1
    HttpScript(const Tls &tls, Script script);
    ~HttpScript();
    // Also listens at that path, or at another address ("::1") with the same port.
    void listenAtPath(const QString &path);
    bool listenAt(const QByteArray &address);

    quint16 port() const { return m_port; }
    QUrl url(const QString &path = QStringLiteral("/")) const; // with 127.0.0.1
    QUrl urlWithHost(const QString &host, const QString &path = QStringLiteral("/")) const;
    static QString tlsFile(const QString &name); // tests/data/tls/<name>

    // May be asked at any time.
    int connectionCount() const; // accepted so far
    int openConnections() const; // whose script still runs
    int requestCount() const; // whose head was read completely
    std::vector<SeenRequest> requests() const;
    SeenRequest request(int index) const;
    QByteArray received(int connection) const; // every byte that was read

    // Gates that scripts wait for; an open one stays open.
    void open(const QByteArray &gate);

private:
    friend class HttpPeer;
    struct Connection {
        int number = 0;
        int fd = -1;
        ssl_st *ssl = nullptr;
        bool running = true;
        QByteArray received;
    };

    void listenOn(int fd);
    void accept(int fd);
    void run(Connection &connection);

    Script m_script;
    std::shared_ptr<ssl_ctx_st> m_tls;
    QByteArray m_protocol;
    quint16 m_port = 0;

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_stopping = false;
    std::set<QByteArray> m_gates;
    std::vector<SeenRequest> m_requests;
    std::vector<std::unique_ptr<Connection>> m_connections;
    std::vector<int> m_listening;
    std::list<std::thread> m_threads;
};

// The server's end of one connection. Every function blocks until it is done.
class HttpPeer {
public:
    int connection() const; // counted from 0
    SeenRequest readHead(); // the next request's, without its body
    SeenRequest readRequest(); // with its body (Content-Length or chunked)
    void readBody(); // the rest of the request that readHead() began
    void readBytes(qsizetype count); // of the body

    void send(const QByteArray &bytes);
    void sendSplit(
        const QByteArray &bytes, qsizetype piece = 1); // each piece in a write of its own
    void generate(const std::function<QByteArray()> &next); // sent until it gives nothing

    using Headers = std::vector<std::pair<QByteArray, QByteArray>>;
    // A whole response with Content-Length; the connection stays open.
    void respond(int status, const QByteArray &mediaType, const QByteArray &body,
        const Headers &headers = {});
    // A chunked response.
    void openChunked(int status, const QByteArray &mediaType, const Headers &headers = {});
    void chunk(const QByteArray &bytes);
    void endChunked(const QByteArray &trailers = {}); // trailer lines, each with CRLF
    // A chunked event stream.
    void openStream(const Headers &headers = {});
    void event(const QByteArray &data, const QByteArray &id = {}, const QByteArray &name = {});
    void endStream() { endChunked(); }

    // What is no HTTP: bytes as they come, and a tunnel to a port of 127.0.0.1 until either end
    // closes (for proxies; not with TLS of its own).
    QByteArray readRaw(qsizetype count);
    void relayTo(quint16 port);

    void waitFor(const QByteArray &gate);
    void waitForClose(); // until the client has closed its end; what it sends is read over
    void stall(); // for ever
    [[noreturn]] void close(); // also when bytes of the request were not read: that resets
    [[noreturn]] void reset(); // RST

private:
    friend class HttpScript;
    struct Gone { };
    explicit HttpPeer(HttpScript &server, HttpScript::Connection &connection)
        : m_server(server)
        , m_connection(connection)
    {
    }
    void secure();
    void fill(); // reads once
    void noteBody(qsizetype count);
    QByteArray nextLine();

    HttpScript &m_server;
    HttpScript::Connection &m_connection;
    QByteArray m_unread;
    int m_request = -1; // index of the present one
};

} // namespace sonde::test
