// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/processshots.h"

#include "mcp/client/client.h"
#include "session/process/processsampler.h"
#include "shots/camera.h"
#include "support/openedwindow.h"
#include "widgets/process/exithistory.h"
#include "widgets/process/processchart.h"
#include "widgets/process/processdetails.h"
#include "widgets/process/processpanel.h"
#include "widgets/trace/tracepanel.h"

#include <QDockWidget>
#include <QFile>
#include <QTemporaryDir>

namespace sonde::shots {
namespace {

constexpr QSize kProcessSize(1280, 800);
constexpr int kCalls = 4;

// A server of the shell with a child of its own, that computes in each call and keeps 20 MB of it.
constexpr char kGrowing[] =
    "tail -f /dev/null &\n"
    "kept=\n"
    "while read -r line; do\n"
    "  id=$(printf '%s' \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
    "  say() { printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\\n' \"$id\" \"$1\"; }\n"
    "  case \"$line\" in\n"
    "  *'\"initialize\"'*) say "
    "'{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
    "\"serverInfo\":{\"name\":\"images\",\"version\":\"1\"}}';;\n"
    "  *tools/list*) say '{\"tools\":[]}';;\n"
    "  *resize_image*) echo 'decoding in.png' >&2\n"
    "    i=0; while [ $i -lt 900000 ]; do i=$((i+1)); done\n"
    "    kept=$kept$(head -c 20000000 /dev/zero | tr '\\0' x)\n"
    "    say '{\"content\":[]}';;\n"
    "  *'\"id\"'*) say '{\"content\":[]}';;\n"
    "  esac\n"
    "done\n";

} // namespace

bool drawProcess(const Camera &camera)
{
    const QTemporaryDir folder;
    QFile script(folder.filePath(QStringLiteral("image-server.sh")));
    if (!script.open(QIODevice::WriteOnly) || script.write(kGrowing) < 0)
        return false;
    script.close();
    tests::Opened opened(folder.path());
    app::MainWindow &window = opened.window;
    window.resize(kProcessSize);
    config::Profile server =
        tests::profile(QStringLiteral("images"), QStringLiteral("sh"), {script.fileName()});
    server.era = config::EraMode::Legacy;
    server.environment = {{QStringLiteral("IMAGE_API_KEY"), Secret(QStringLiteral("0123456789"))}};
    opened.connectTo(server);
    const auto isReady = [&] { return opened.state(server.name) == mcp::ClientState::Ready; };
    if (!camera.wait("the server responds", isReady))
        return false;
    widgets::ProcessPanel &panel = window.process();
    window.findChild<QDockWidget *>(QStringLiteral("trace"))->close();
    window.showPanel(panel);
    const auto samples = [&] { return panel.sampler()->history().points().size(); };
    int done = 0;
    for (int call = 0; call < kCalls; ++call) {
        const std::size_t before = samples();
        if (!camera.wait("the processes are sampled", [&] { return samples() > before + 1; }))
            return false;
        mcp::Client *client = opened.workspace.client(server.name);
        client->callTool(QStringLiteral("resize_image"), Bytes::copyOf("{}"), {}, &window,
            [&done](const auto &) { ++done; });
        client->callTool(
            QStringLiteral("read_metadata"), Bytes::copyOf("{}"), {}, &window, [](const auto &) {});
        if (!camera.wait("the tool responds", [&] { return done > call; }))
            return false;
    }
    const std::size_t before = samples();
    if (!camera.wait("the memory is sampled", [&] { return samples() > before + 1; }))
        return false;
    models::TraceModel &trace = window.trace().document().model();
    for (int row = trace.rowCount() - 1; row >= 0 && panel.chart().current() == 0; --row) {
        if (trace.readTarget(trace.record(row)) == u"resize_image")
            panel.chart().setCurrent(trace.number(row));
    }
    if (!camera.shoot(window, "process"))
        return false;
    opened.workspace.restart(server.name);
    const auto hasEnded = [&] { return panel.details().exits().count() > 0 && isReady(); };
    if (!camera.wait("the server is restarted", hasEnded))
        return false;
    const std::size_t ended = samples();
    if (!camera.wait("the new processes are sampled", [&] { return samples() > ended + 2; }))
        return false;
    panel.details().setCurrentWidget(&panel.details().exits());
    return camera.shoot(window, "process-exits");
}

} // namespace sonde::shots
