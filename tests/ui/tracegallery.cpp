// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The trace with HTTP exchanges of every sort, to look at:
//   tracegallery [--theme light|dark] [--row N] [--tab N] [--shot FILE.png]

#include "look/sondestyle.h"
#include "look/splitter.h"
#include "look/theme.h"
#include "support/recordedhttp.h"
#include "widgets/trace/exchangeview.h"
#include "widgets/trace/exportdialog.h"
#include "widgets/trace/filterbar.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QApplication>
#include <QCommandLineParser>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>

using namespace sonde;
using Ended = rpc::Exchange::State;

namespace {

constexpr std::int64_t kUs = 1'000;

class Connection {
public:
    explicit Connection(trace::Recorder &recorder)
        : m_http(recorder, 1, QStringLiteral("staging"))
    {
    }

    void play()
    {
        m_http.lifecycle(
            "connection started\thttps://127.0.0.1:3001/mcp", "connection started", now());
        standing();
        call();
        refused();
        unauthorized();
        open();
    }

private:
    Stamp now(std::int64_t later = 0)
    {
        m_now.steady += later * kUs;
        m_now.wall += later * kUs;
        return m_now;
    }

    std::string head(std::string_view method, std::string_view more)
    {
        return std::string(method)
            + " /mcp HTTP/1.1\r\nHost: 127.0.0.1:3001\r\nUser-Agent: Sonde/0.1\r\n"
              "Accept: application/json, text/event-stream\r\nX-Team: blue\r\n"
              "Authorization: (hidden, 47 characters)\r\n"
            + std::string(more) + "\r\n";
    }
    static constexpr const char *kStream =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
        "Mcp-Session-Id: (hidden, 36 characters)\r\nDate: Fri, 20 Nov 2026 12:05:40 GMT\r\n\r\n";

    // A stream of the server's own, open all the time.
    void standing()
    {
        m_http.request(7, "GET", "/mcp", head("GET", "Last-Event-ID: 41\r\n"), {}, now(900));
        m_http.tell(7, R"(,"purpose":"standing stream")");
        m_http.answer(7, 200, kStream, now(2'412));
        m_http.events(7, "id: 42\nretry: 3000\ndata:\n\n", now(80));
    }
    void call()
    {
        m_http.request(0, "POST", "/mcp",
            head("POST",
                "Content-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\n"
                "Mcp-Method: tools/call\r\nMcp-Name: =?base64?V2V0dGVyw6U=?=\r\n"
                "Mcp-Param-City: Reykjavik\r\nContent-Length: 231\r\n"),
            R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"plan_trip","arguments":)"
            R"({"city":"Reykjavík","days":3},"_meta":{"io.modelcontextprotocol/protocolVersion":)"
            R"("2026-07-28","progressToken":7}}})",
            now(41'306));
        m_http.tell(0,
            R"(,"purpose":"message","custom":["x-team"],"connection":{"local":"127.0.0.1:51872",)"
            R"("remote":"127.0.0.1:3001","reused":false,"httpVersion":"HTTP/1.1","tls":"TLSv1.3",)"
            R"("cipher":"TLS_AES_256_GCM_SHA384","chain":[{"subject":"CN=localhost","issuer":)"
            R"("CN=Test CA","names":["localhost","127.0.0.1"],"validFrom":"2026-01-01",)"
            R"("validUntil":"2027-01-01","fingerprint":"1c9ab4de70f2"}]})");
        m_http.answer(0, 200, kStream, now(1'204));
        m_http.events(0, "id: s1-1\ndata:\n\n", now(50));
        for (int i = 1; i <= 3; ++i) {
            m_http.events(0,
                "id: s1-" + std::to_string(i + 1)
                    + "\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
                      "\"params\":{\"progressToken\":7,\"progress\":"
                    + std::to_string(i) + ",\"total\":3}}\n\n",
                now(212'000));
            if (i == 2)
                m_http.events(7,
                    "id: 43\ndata: {\"jsonrpc\":\"2.0\",\"method\":"
                    "\"notifications/tools/list_changed\"}\n\n",
                    now(700));
        }
        m_http.part(0,
            "id: s1-4b\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":"
            "\"notifications/message\",\"params\":{\"level\":\"info\",\"da",
            now(9'000));
        m_http.events(0, "ta\":\"In two reads: \303\255\"}}\n\n", now(3'214));
        m_http.events(0,
            ": still here\n\nid: s1-5\ndata: {\"jsonrpc\":\"2.0\",\ndata:  \"id\":7,\ndata: "
            "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"4 °C\"}]}}\n\n",
            now(180'000));
        m_http.tell(0,
            R"(,"times":{"resolved":18000,"connected":212000,"secured":941000,)"
            R"("requestSent":1002000,"firstByte":1204000,"ended":818104000})");
        m_http.end(0, Ended::Done, now(20));
    }
    void refused()
    {
        m_http.request(1, "POST", "/mcp", head("POST", "Mcp-Method: tools/list\r\n"),
            R"({"jsonrpc":"2.0","id":8,"method":"ping"})", now(90'000));
        m_http.tell(1,
            R"(,"error":"The server did not answer: connection refused by 127.0.0.1:3001.")"
            R"(,"failure":"connect","times":{"resolved":17000,"ended":240000})");
        m_http.end(1, Ended::Failed, now(240));
    }
    void unauthorized()
    {
        m_http.request(1, "POST", "/mcp", head("POST", "Mcp-Method: ping\r\n"),
            R"({"jsonrpc":"2.0","id":9,"method":"ping"})", now(4'000));
        m_http.answer(1, 401,
            "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer error=\"invalid_token\", "
            "resource_metadata=\"https://127.0.0.1:3001/.well-known/oauth-protected-resource\"\r\n"
            "Content-Length: 0\r\n\r\n",
            now(2'000));
        m_http.end(1, Ended::Done, now(10));
    }
    void open()
    {
        m_http.request(0, "POST", "/mcp", head("POST", "Mcp-Method: tools/call\r\n"),
            R"({"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"slow_count"}})",
            now(70'000));
    }

    test::RecordedHttp m_http;
    Stamp m_now = SystemClock::instance().now();
};

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QCommandLineParser parser;
    const auto option = [&](const char *name, const char *value) {
        parser.addOption({QString::fromLatin1(name), QString(), QStringLiteral("value"),
            QString::fromLatin1(value)});
    };
    option("theme", "light");
    option("row", "4");
    option("tab", "0");
    option("filter", "");
    option("export", "0"); // the dialog instead of the window
    option("notes", "0"); // 1: some marks and notes; 2: one is being written
    option("shot", "");
    parser.process(application);
    const auto number = [&](const char *name) {
        return parser.value(QString::fromLatin1(name)).toInt();
    };
    look::installLook(application);
    look::CurrentTheme::instance().setChoice(
        parser.value(QStringLiteral("theme")) == QStringLiteral("dark") ? look::ThemeChoice::Dark
                                                                        : look::ThemeChoice::Light);

    trace::Recorder recorder;
    Connection(recorder).play();
    look::Splitter window(Qt::Vertical);
    auto *panel = new widgets::TracePanel(recorder);
    auto *detail = new widgets::MessageDetail(panel->model());
    window.addWidget(panel);
    window.addWidget(detail);
    window.resize(1440, 800);
    window.setDefaultSizes({480, 320});
    QObject::connect(
        panel, &widgets::TracePanel::messageSelected, detail, &widgets::MessageDetail::showMessage);
    QObject::connect(detail, &widgets::MessageDetail::messageRequested, panel,
        &widgets::TracePanel::showMessage);
    panel->model().drainNow();
    panel->showMessage(trace::Number(number("row")));
    panel->filterBar().edit().setText(parser.value(QStringLiteral("filter")));
    Q_EMIT panel->filterBar().edit().returnPressed();
    detail->exchange().tabs().setCurrentIndex(number("tab"));
    window.show();
    if (number("notes") > 0) {
        panel->model().setNote(2, {true, "the standing stream comes first"});
        panel->model().setNote(4, {true, "Why three rounds?\nAsk the server's authors."});
        panel->model().setNote(9, {false, "slower than yesterday"});
    }
    if (number("notes") == 2)
        panel->noteAction()->trigger();
    const QString shot = parser.value(QStringLiteral("shot"));
    QWidget *shown = &window;
    if (number("export") == 1)
        shown = panel->openExport({});
    if (!shot.isEmpty()) {
        // After the first paint, so that layouts have settled.
        QTimer::singleShot(
            300, &window, [&] { QCoreApplication::exit(shown->grab().save(shot) ? 0 : 1); });
    }
    return QApplication::exec();
}
