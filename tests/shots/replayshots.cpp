// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/replayshots.h"

#include "app/program/mainwindow.h"
#include "app/sessions/sessions.h"
#include "app/workspace/places.h"
#include "content/text/textdiffview.h"
#include "shots/camera.h"
#include "support/replayedsession.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/mock/mocklistedit.h"
#include "widgets/mock/mocklistwindow.h"
#include "widgets/replay/mockwindow.h"
#include "widgets/replay/replaydetail.h"
#include "widgets/replay/replaywindow.h"
#include "widgets/trace/sessionwindow.h"

#include <QAction>
#include <QPushButton>
#include <QTemporaryDir>

namespace sonde::shots {
namespace {

bool drawMock(const Camera &camera)
{
    widgets::MockWindow window(
        QStringLiteral("sonde-cli"), QStringLiteral("/home/aya/weather.sonde"), nullptr);
    window.show();
    return camera.shoot(window, "mock");
}

// A response of its own with a value of the request, one with a fault, and the recorded ones.
bool drawMockList(const Camera &camera, const QString &recording)
{
    widgets::MockListWindow window(app::commandLineProgram(), {}, nullptr);
    session::MockResponses &responses = window.responses();
    window.setRecording(recording);
    window.show();
    if (!camera.wait("the recording is read", [&] { return !responses.recording().isEmpty(); }))
        return false;
    mock::ResponseFields fields;
    fields.name = "get_weather";
    fields.content = mock::ResponseFields::Content::Result;
    fields.text = R"({"content": [{"type": "text",
  "text": "Snow in {{params.arguments.city}}"}]})";
    fields.delay = 40;
    responses.insert(0, fields);
    fields.name = "log_in";
    fields.content = mock::ResponseFields::Content::Recorded;
    fields.text.clear();
    fields.fault = mock::Fault::Broken;
    responses.insert(1, fields);
    window.edit().goTo(0);
    return camera.shoot(window, "mock-responses");
}

// The server is the mock of another session.
bool drawDifferences(const Camera &camera, widgets::SessionWindow &session)
{
    session.findChild<QAction *>(QStringLiteral("sessionReplay"))->trigger();
    auto *window = session.findChild<widgets::ReplayWindow *>();
    const session::ServerReplay &replay = window->replay();
    if (!camera.wait("the recording is read", [&] { return replay.canStart(); }))
        return false;
    window->findChild<QPushButton *>(QStringLiteral("startReplay"))->click();
    if (!camera.wait("the replay is over", [&] {
            return replay.state() == session::ServerReplay::State::Finished
                && window->detail().diff().isReady();
        }))
        return false;
    return camera.shoot(*window, "replay") && camera.shootForManual(*window, "replay");
}

} // namespace

bool drawReplay(const Camera &camera)
{
    const QTemporaryDir folder;
    const QString then = folder.filePath(QStringLiteral("weather.sonde"));
    const QString now = folder.filePath(QStringLiteral("now.sonde"));
    if (!tests::recordWeather(then, "4.0") || !tests::recordWeather(now, "39.2"))
        return false;
    app::Workspace workspace({folder.filePath(QStringLiteral("settings")), {}, {}, false, {}});
    workspace.load();
    config::Profile server;
    server.name = QStringLiteral("weather");
    server.program = app::commandLineProgram();
    server.arguments = {QStringLiteral("mock"), now};
    workspace.addForThisRun(server);
    app::MainWindow window(workspace);
    widgets::SessionWindow *session = nullptr;
    QObject::connect(&window.sessions(), &app::Sessions::opened, &window,
        [&session](widgets::SessionWindow *opened) { session = opened; });
    window.sessions().open(then);
    return camera.wait("the session is opened", [&] { return session != nullptr; })
        && drawDifferences(camera, *session) && drawMock(camera) && drawMockList(camera, then);
}

} // namespace sonde::shots
