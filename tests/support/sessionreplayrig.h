// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/sessions/sessions.h"
#include "models/replay/replaymodel.h"
#include "support/openedwindow.h"
#include "support/replayedsession.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/replay/replaywindow.h"
#include "widgets/trace/sessionwindow.h"

#include <QAction>
#include <QFile>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include <memory>

namespace sonde::tests {

using namespace Qt::StringLiterals;

// An opened session, then.sonde, against a server that is the mock of another one, now.sonde.
class SessionReplayRig : public QObject {
protected:
    using ReplayModel = models::ReplayModel;
    using State = session::ServerReplay::State;

    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    widgets::ReplayWindow *window() const
    {
        return m_session->findChild<widgets::ReplayWindow *>();
    }
    template <typename T>
    T *part(const char *name) const
    {
        return window()->findChild<T *>(QLatin1String(name));
    }

    void openWindow()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_opened = std::make_unique<Opened>(path("settings"));
        QVERIFY(recordWeather(path("then.sonde"), "4.0"));
        QVERIFY(recordWeather(path("now.sonde"), "39.2", "new"));
    }

    void closeWindow()
    {
        m_opened.reset();
        m_session = nullptr;
    }

    void open(const QString &file)
    {
        auto &sessions = m_opened->window.sessions();
        const auto connection = connect(&sessions, &app::Sessions::opened, this,
            [this](widgets::SessionWindow *shown) { m_session = shown; });
        sessions.open(file);
        QTRY_VERIFY_WITH_TIMEOUT(m_session, kPatienceMs);
        disconnect(connection);
        m_session->findChild<QAction *>(u"sessionReplay"_s)->trigger();
        QVERIFY(window());
        QTRY_VERIFY_WITH_TIMEOUT(window()->replay().state() != State::Reading, kPatienceMs);
    }

    void addServer(const QStringList &arguments)
    {
        m_opened->workspace.addForThisRun(demo(u"another"_s));
        m_opened->workspace.addForThisRun(
            profile(u"weather"_s, app::commandLineProgram(), arguments));
    }

    void replay()
    {
        const session::ServerReplay &replay = window()->replay();
        bool ran = false; // an earlier one is finished from the beginning
        const auto connection = connect(&replay, &session::ServerReplay::changed, this,
            [&] { ran = ran || replay.state() == State::Running; });
        part<QPushButton>("startReplay")->click();
        QTRY_VERIFY_WITH_TIMEOUT(ran && replay.state() == State::Finished, kPatienceMs);
        disconnect(connection);
    }

    // Each start of it waits until the test writes into the pipe.
    void addServerThatWaits()
    {
        QCOMPARE(mkfifo(path("pipe").toLocal8Bit().constData(), 0600), 0);
        m_opened->workspace.addForThisRun(profile(u"weather"_s, u"sh"_s,
            {u"-c"_s, u"read line <\"$1\"; exec \"$2\" mock \"$3\""_s, u"sh"_s, path("pipe"),
                app::commandLineProgram(), path("now.sonde")}));
    }

    bool letItGoOn() const
    {
        QFile pipe(path("pipe"));
        return pipe.open(QIODevice::WriteOnly) && pipe.write("\n") == 1;
    }

    int calls() { return int(m_opened->sentBy(u"weather"_s).filter(u"\"tools/call\""_s).size()); }

    QString cell(const char *target, int column) const
    {
        const QAbstractItemModel *model = window()->rows().model();
        for (int row = 0; row < model->rowCount(); ++row) {
            if (model->index(row, ReplayModel::TargetColumn).data() == QLatin1String(target))
                return model->index(row, column).data().toString();
        }
        return {};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
    widgets::SessionWindow *m_session = nullptr;
};

} // namespace sonde::tests
