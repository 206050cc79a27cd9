// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/shots.h"
#include "widgets/trace/messageactions.h"

#include "app/help/problemreport.h"
#include "app/program/mainwindow.h"
#include "app/servers/servercommands.h"
#include "app/trace/callsintrace.h"
#include "app/window/actions.h"
#include "app/workspace/places.h"
#include "content/bytes/bytesview.h"
#include "content/json/jsoneditor.h"
#include "look/theme/theme.h"
#include "session/call/toolcall.h"
#include "shots/authshots.h"
#include "shots/axisshots.h"
#include "shots/camera.h"
#include "shots/catalogshots.h"
#include "shots/doctorshots.h"
#include "shots/findingshots.h"
#include "shots/formshots.h"
#include "shots/hostshots.h"
#include "shots/logshots.h"
#include "shots/processshots.h"
#include "shots/replayshots.h"
#include "shots/reviewshots.h"
#include "shots/settingshots.h"
#include "shots/tapshots.h"
#include "shots/taskshots.h"
#include "shots/traceshots.h"
#include "shots/watchshots.h"
#include "support/patience.h"
#include "widgets/form/schemaform.h"
#include "widgets/form/schemapage.h"
#include "widgets/kit/frame/settingspages.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/servers/offersedit.h"
#include "widgets/servers/rulesedit.h"
#include "widgets/servers/servereditor.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QProcess>
#include <QStatusBar>
#include <QTabWidget>
#include <QTemporaryDir>

#include <cstdio>
#include <functional>

namespace sonde::shots {
namespace {

using namespace std::chrono_literals;

constexpr QSize kSize(1440, 900);
constexpr QSize kNarrow(1000, 700);

// Writes a little to stderr and ends, as a server does that was never built.
constexpr char kFailingScript[] =
    "cat >&2 <<'END'\n"
    "node:internal/modules/cjs/loader:1404\n"
    "  throw err;\n"
    "  ^\n"
    "\n"
    "Error: Cannot find module '/srv/files-server/dist/index.js'\n"
    "    at Function._resolveFilename (node:internal/modules/cjs/loader:1401:15)\n"
    "    at Function._load (node:internal/modules/cjs/loader:1211:37) {\n"
    "  code: 'MODULE_NOT_FOUND',\n"
    "  requireStack: []\n"
    "}\n"
    "END\n"
    "exit 1";

constexpr char kPrettyScript[] =
    "echo starting the server >&2; read request; echo '{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1,\n  "
    "\"result\": {\n    \"protocolVersion\": \"2025-11-25\"\n  }\n}'; exec sleep 9";

constexpr char kArguments[] = "{\n"
                              "  \"city\": \"Reykjavík\",\n"
                              "  \"days\": 3,\n"
                              "  \"units\": \"metric\",\n"
                              "  \"station\": 9007199254740993\n"
                              "}";

class Shots : private Camera {
public:
    explicit Shots(const QString &folder)
        : Camera(folder)
        , m_workspace({m_settings.path(), {}})
    {
    }

    bool draw()
    {
        addServers();
        app::MainWindow window(m_workspace);
        window.resize(kSize);
        window.show();
        m_workspace.setCurrent(QStringLiteral("demo"));
        m_workspace.connectTo(QStringLiteral("demo"));
        return connected(window) && overview(window) && called(window) && results(window)
            && drawCatalogs(window, m_workspace, *this) && drawLogs(window, *this)
            && drawTasks(window, *this) && drawTrace(window, *this)
            && drawFindings(window, m_workspace, *this) && drawDoctor(*this) && failed(window)
            && filledIn(window) && overHttp(window) && drawAuthorization(window, m_workspace, *this)
            && timeAxis(window) && drawTaps(*this) && drawHosts(*this) && drawReplay(*this)
            && drawWatch(*this) && drawSettings(*this) && drawProcess(*this) && narrowed(window)
            && waits(window) && reviewed(window) && edited(window) && reported(window);
    }

private:
    void addServers()
    {
        m_workspace.load();
        config::Profile demo;
        demo.name = QStringLiteral("demo");
        demo.program = app::demoServer();
        demo.offers.extensions = R"({"io.modelcontextprotocol/tasks":{}})";
        m_workspace.addForThisRun(demo);
        config::Profile failing;
        failing.name = QStringLiteral("files");
        failing.program = QStringLiteral("sh");
        failing.workingDirectory = QStringLiteral("/");
        failing.arguments = {QStringLiteral("-c"), QString::fromUtf8(kFailingScript),
            QStringLiteral("files-server"), QStringLiteral("My Documents"), QString()};
        failing.environment.emplace_back(
            QStringLiteral("API_KEY"), Secret(QString(40, QLatin1Char('x'))));
        failing.offers.respondByRules = true;
        failing.offers.rules =
            "[\n  {\"method\":\"sampling/createMessage\",\"when\":\"params.maxTokens > 1000\",\n   "
            "\"ask\":true},\n  {\"method\":\"elicitation/create\",\"decline\":true}\n]";
        m_workspace.addForThisRun(failing);
        config::Profile remote;
        remote.name = QStringLiteral("remote");
        remote.reachByUrl();
        remote.http()->url = QStringLiteral("https://weather.example:8443/mcp");
        remote.http()->headers = {
            {QStringLiteral("Authorization"), Secret(QString(47, QLatin1Char('x'))), true},
            {QStringLiteral("X-Team"), Secret(QStringLiteral("stations")), false}};
        remote.http()->proxy = config::ProxyMode::Given;
        remote.http()->proxyUrl = QStringLiteral("proxy.example:8080");
        remote.http()->pinnedKey = QStringLiteral("sha256//q0rXxUq");
        m_workspace.addForThisRun(remote);
    }

    bool connected(app::MainWindow &window)
    {
        return wait("the demo server is connected and has listed its tools",
            [&] { return window.tools().count() > 0; });
    }

    bool overview(app::MainWindow &window)
    {
        window.showPanel(window.overview());
        return shoot(window, "overview") && shootForManual(window, "overview");
    }

    bool called(app::MainWindow &window)
    {
        window.showPanel(window.tools());
        window.tools().chooseTool(QStringLiteral("get_weather"));
        widgets::CallPane &pane = window.tools().callPane();
        pane.editor().setBytes(Bytes::copyOf(kArguments));
        pane.send();
        const session::ToolCall *call = window.tools().currentCall();
        const bool answered =
            wait("the call is answered", [&] { return call && !call->isPending(); });
        if (!answered)
            return false;
        if (call->error())
            std::fprintf(stderr, "shots: %s\n", qUtf8Printable(call->error()->sentence));
        window.callsInTrace().showCall();
        window.trace()
            .messageActions()
            .pairAction()
            ->trigger(); // the request, with its response beside it
        auto *detail = window.findChild<widgets::MessageDetail *>();
        const auto city = detail->request().bytes().view().find("\"Reykjav");
        Q_EMIT detail->bytes().byteClicked(qint64(city));
        return shoot(window, "main") && shootForManual(window, "tools");
    }

    // A picture, a sound, a link, a table, and both kinds of errors, with much room for them.
    bool results(app::MainWindow &window)
    {
        static const struct {
            const char *tool;
            const char *arguments;
            const char *name;
        } kCalls[] = {{"make_chart", R"({"values":[3,5,2,8,6,7,4]})", "result-image"},
            {"make_sound", R"({"hertz":440,"milliseconds":300})", "result-audio"},
            {"get_station", R"({"station":9007199254740993})", "result-link"},
            {"get_alerts", R"({"city":"Oslo"})", "result-resource"},
            {"big_numbers", "{}", "result-json"},
            {"fail", R"({"how":"tool","message":"The printer is out of paper."})",
                "result-tool-error"},
            {"fail", R"({"how":"protocol","message":"No such printer."})",
                "result-protocol-error"}};
        for (const auto &wanted : kCalls) {
            window.tools().chooseTool(QLatin1String(wanted.tool));
            window.tools().callPane().editor().setBytes(Bytes::copyOf(wanted.arguments));
            window.tools().callPane().send();
            const auto answered = [&] { return !window.tools().currentCall()->isPending(); };
            if (!wait("the call is answered", answered) || !shoot(window, wanted.name))
                return false;
        }
        return true;
    }

    // The form over a rich schema, with all the room there is.
    bool filledIn(app::MainWindow &window)
    {
        const QByteArray layout = window.saveState();
        m_workspace.setCurrent(QStringLiteral("demo"));
        window.showPanel(window.tools());
        for (QDockWidget *dock : window.findChildren<QDockWidget *>())
            dock->setVisible(dock->objectName() == QLatin1String("servers"));
        bool drawn = true;
        for (const FormShot &shot : formShots()) {
            window.tools().chooseTool(QString::fromLatin1(shot.tool));
            widgets::CallPane &pane = window.tools().callPane();
            pane.editor().setBytes(Bytes::copyOf(shot.arguments));
            drawn = drawn && wait("the form has the text", [&] {
                return pane.form().text() == pane.arguments() && pane.form().isChecked();
            });
            pane.showForm(!shot.raw);
            if (shot.focus)
                pane.form().goTo(QString::fromLatin1(shot.focus));
            if (shot.typed)
                pane.form().act({widgets::FormAction::Kind::SetText,
                    QString::fromLatin1(shot.focus), QString::fromLatin1(shot.typed)});
            if (shot.raw)
                pane.send();
            drawn = drawn && shoot(window, shot.name);
        }
        window.tools().chooseTool(QStringLiteral("get_weather"));
        widgets::CallPane &pane = window.tools().callPane();
        pane.tabs().setCurrentWidget(&pane.schema());
        pane.schema().choosePart(widgets::SchemaPage::Part::Output);
        drawn = drawn && shoot(window, "tools-schema");
        pane.schema().choosePart(widgets::SchemaPage::Part::Input);
        pane.showForm(true);
        window.restoreState(layout);
        return drawn;
    }

    bool narrowed(app::MainWindow &window)
    {
        window.resize(kNarrow);
        window.showPanel(window.tools());
        const bool narrow = shoot(window, "narrow");
        window.resize(window.minimumSize());
        const bool smallest = shoot(window, "smallest");
        window.resize(kSize);
        return narrow && smallest;
    }

    bool failed(app::MainWindow &window)
    {
        const QString name = QStringLiteral("files");
        m_workspace.setCurrent(name);
        m_workspace.connectTo(name);
        const bool there = wait("the failing server has failed", [&] {
            const mcp::Client *client = m_workspace.client(name);
            return client && client->state() == mcp::ClientState::Failed;
        });
        window.statusBar()->clearMessage(); // of the pictures before
        window.showPanel(window.overview());
        return there && shoot(window, "failed") && shootForManual(window, "failed")
            && failedByOutput(window);
    }

    // A server whose JSON goes over several lines.
    bool failedByOutput(app::MainWindow &window)
    {
        const QString name = QStringLiteral("pretty");
        config::Profile profile;
        profile.name = name;
        profile.program = QStringLiteral("sh");
        profile.arguments = {QStringLiteral("-c"), QString::fromUtf8(kPrettyScript)};
        profile.era = config::EraMode::Legacy;
        profile.handshakeTimeout = 1s;
        m_workspace.addForThisRun(profile);
        m_workspace.setCurrent(name);
        m_workspace.connectTo(name);
        const bool there = wait("the server has written and was given up", [&] {
            const mcp::Client *client = m_workspace.client(name);
            return client && client->state() == mcp::ClientState::Failed;
        });
        window.showPanel(window.overview());
        const bool drawn = there && shoot(window, "failed-output");
        m_workspace.stop(name);
        return drawn;
    }

    // The demo server behind a port, and a start that fails because that port speaks no TLS.
    bool overHttp(app::MainWindow &window)
    {
        QProcess server;
        server.setReadChannel(QProcess::StandardError);
        server.start(app::demoServer(), {QStringLiteral("--http"), QStringLiteral("127.0.0.1:0")});
        QByteArray said;
        while (!said.contains('\n') && server.waitForReadyRead(kPatienceMs))
            said += server.readAllStandardError();
        const QString url = QString::fromUtf8(said.mid(said.indexOf("http://")).trimmed());
        const bool drawn = reached(window, QStringLiteral("demo-http"), url)
            && calledOverHttp(window)
            && drawHttpAxis(*this, window, *m_workspace.client(QStringLiteral("demo-http")),
                m_workspace.serverRequests())
            && refused(window, QString(url).replace(0, 4, QStringLiteral("https")));
        m_workspace.stop(QStringLiteral("demo-http"));
        server.terminate();
        server.waitForFinished(kPatienceMs);
        return drawn;
    }

    QString open(const QString &name, const QString &url)
    {
        config::Profile profile;
        profile.name = name;
        profile.reachByUrl();
        profile.http()->url = url;
        QString added = m_workspace.addForThisRun(profile);
        m_workspace.setCurrent(added);
        m_workspace.connectTo(added);
        return added;
    }

    bool reached(app::MainWindow &window, const QString &name, const QString &url)
    {
        open(name, url);
        window.showPanel(window.overview());
        return wait("the demo server is reached by URL", [&] { return window.tools().count() > 0; })
            && shoot(window, "overview-http");
    }

    bool calledOverHttp(app::MainWindow &window)
    {
        window.showPanel(window.tools());
        window.tools().chooseTool(QStringLiteral("get_weather"));
        window.tools().callPane().editor().setBytes(Bytes::copyOf(kArguments));
        window.tools().callPane().send();
        const session::ToolCall *call = window.tools().currentCall();
        if (!wait("the call over HTTP is answered", [&] { return call && !call->isPending(); }))
            return false;
        window.callsInTrace().showCall(); // its exchange and its messages
        return shoot(window, "tools-http");
    }

    bool refused(app::MainWindow &window, const QString &url)
    {
        const QString name = open(QStringLiteral("no-tls"), url);
        return wait("the start without TLS has failed", [&] {
            const mcp::Client *client = m_workspace.client(name);
            return client && client->state() == mcp::ClientState::Failed;
        }) && shoot(window, "failed-tls");
    }

    bool timeAxis(app::MainWindow &window)
    {
        const QString demo = QStringLiteral("demo");
        m_workspace.setCurrent(demo);
        return drawTimeAxis(*this, window, *m_workspace.client(demo));
    }

    // The pages of the server dialog, and the narrowest dialog.
    bool edited(app::MainWindow &window)
    {
        using widgets::ServerEditor;
        window.serverCommands().openEditor(QStringLiteral("files"));
        auto *editor = window.findChild<ServerEditor *>();
        if (!editor || !shoot(*editor, "editor"))
            return false;
        editor->rules().tryThem();
        bool drawn = shootPage(*editor, ServerEditor::EnvironmentPage, "editor-environment")
            && shootPage(*editor, ServerEditor::CapabilitiesPage, "editor-capabilities")
            && shootPage(*editor, ServerEditor::ResponseRulesPage, "editor-rules");
        editor->resize(512, 350);
        drawn = drawn && shootPage(*editor, ServerEditor::ConnectionPage, "editor-narrow");
        delete editor;
        window.serverCommands().openEditor(QStringLiteral("remote"));
        editor = window.findChild<ServerEditor *>();
        return drawn && editor && shoot(*editor, "editor-url")
            && shootPage(*editor, ServerEditor::HeadersPage, "editor-headers")
            && shootPage(*editor, ServerEditor::AuthorizationPage, "editor-authorization")
            && shootPage(*editor, ServerEditor::NetworkPage, "editor-network")
            && shootPage(*editor, ServerEditor::ProtocolPage, "editor-protocol");
    }

    bool shootPage(widgets::ServerEditor &editor, int page, const char *name)
    {
        editor.pages().showPage(page);
        return shoot(editor, name);
    }

    // A call that waits for a review, and says so.
    bool waits(app::MainWindow &window)
    {
        m_workspace.setCurrent(QStringLiteral("demo"));
        window.resize(kSize);
        window.showPanel(window.tools());
        window.tools().chooseTool(QStringLiteral("confirm_address"));
        window.tools().callPane().send();
        review::ServerRequestQueue &queue = m_workspace.serverRequests();
        if (!wait("the call waits for a review", [&] { return queue.waitingCount() > 0; })
            || !shoot(window, "call-waits"))
            return false;
        const session::ToolCall *call = window.tools().currentCall();
        for (const auto &request : queue.of(QStringLiteral("demo"))) {
            if (request->waits() && !queue.decline(request->number))
                return false;
        }
        return wait("the call is answered", [&] { return !call->isPending(); });
    }

    bool reported(app::MainWindow &window)
    {
        m_workspace.setCurrent(QStringLiteral("files"));
        window.actions().reportProblem->trigger();
        auto *report = window.findChild<app::ProblemReport *>();
        return report && shoot(*report, "problem-report");
    }

    bool reviewed(app::MainWindow &window)
    {
        const ReviewShots reviews{window, m_workspace, m_settings.path(), *this};
        return reviews.draw();
    }

    QTemporaryDir m_settings; // the pictures show no server of the user
    app::Workspace m_workspace;
};

} // namespace

int drawShots(const QString &folder)
{
    if (app::demoServer().isEmpty()) {
        std::fputs(
            "shots: sonde-demo-server was not found beside this program or in PATH.\n", stderr);
        return 1;
    }
    if (!QDir().mkpath(folder)) {
        std::fprintf(stderr, "shots: Cannot create the folder %s\n", qUtf8Printable(folder));
        return 1;
    }
    Shots shots(folder);
    return shots.draw() ? 0 : 1;
}

} // namespace sonde::shots
