// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/doctorshots.h"

#include "doctor/program/thismachine.h"
#include "shots/camera.h"
#include "support/hosthome.h"
#include "widgets/doctor/doctorwindow.h"
#include "widgets/kit/table/plaintable.h"

#include <QCoreApplication>
#include <QFile>

#include <memory>

namespace sonde::shots {
namespace {

// Says three things on stdout before its first response.
constexpr char kNotes[] =
    "echo Notes server 1.4.2\n"
    "echo Connected to /home/aya/notes.db\n"
    "echo 'Listening on stdio…'\n"
    "while read -r line; do\n"
    "  id=$(printf '%s' \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
    "  test -n \"$id\" && printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"protocolVersion\":"
    "\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{\"name\":\"notes\",\"version\":\"1.4.2\"}}}"
    "\\n' \"$id\"\n"
    "done\n";

bool examined(const config::Profile &profile, const Camera &camera, const char *name)
{
    widgets::DoctorWindow window(profile, std::make_shared<const doctor::ThisMachine>(), nullptr);
    window.show();
    window.run();
    return camera.wait("the doctor is done", [&] { return !window.doctor().isRunning(); })
        && camera.shoot(window, name);
}

// Where the program is for whom, and what changed since the run before.
bool examinedAgain(const config::Profile &profile, const Camera &camera)
{
    widgets::DoctorWindow window(profile, std::make_shared<const doctor::ThisMachine>(), nullptr);
    window.setBefore({doctor::resultOf(
        doctor::Check::Program, {{doctor::Kind::ProgramNotFound, {profile.program}}})});
    window.show();
    window.run();
    if (!camera.wait("the doctor is done", [&] { return !window.doctor().isRunning(); }))
        return false;
    window.checks().selectRow(1);
    return camera.shoot(window, "doctor-found-by");
}

// A host that the desktop starts has another PATH than the terminal.
class OtherPath final : public doctor::ThisMachine {
public:
    QString desktopPath() const override { return QStringLiteral("/usr/bin:/bin"); }
};

bool examinedForHosts(const Camera &camera)
{
    const test::HostHome home;
    const QByteArray before = qgetenv("PATH");
    qputenv("PATH",
        QByteArray(QFile::encodeName(QCoreApplication::applicationDirPath()) + ':' + before));
    home.write(".config/Claude/claude_desktop_config.json",
        R"({"mcpServers":{"demo":{"command":"sonde-demo-server"}}})");
    config::Profile demo;
    demo.name = QStringLiteral("demo");
    demo.program = QStringLiteral("sonde-demo-server");
    widgets::DoctorWindow window(demo, std::make_shared<const OtherPath>(), nullptr);
    window.show();
    window.run();
    const bool isDone =
        camera.wait("the doctor is done", [&] { return !window.doctor().isRunning(); });
    qputenv("PATH", before);
    return isDone && camera.shoot(window, "doctor-hosts");
}

} // namespace

bool drawDoctor(const Camera &camera)
{
    config::Profile notes;
    notes.name = QStringLiteral("notes");
    notes.program = QStringLiteral("sh");
    notes.arguments = {QStringLiteral("-c"), QString::fromUtf8(kNotes)};
    config::Profile remote;
    remote.name = QStringLiteral("remote");
    remote.reachByUrl();
    remote.http()->url = QStringLiteral("http://127.0.0.1:1/mcp");
    return examined(notes, camera, "doctor-stdio") && examined(remote, camera, "doctor-http")
        && examinedAgain(notes, camera) && examinedForHosts(camera);
}

} // namespace sonde::shots
