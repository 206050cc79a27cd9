// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/changes/restartmodel.h"
#include "support/openedwindow.h"
#include "widgets/changes/changespanel.h"
#include "widgets/changes/restartlist.h"

#include <QFile>
#include <QListView>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace sonde::tests {

// A server of the shell whose tools are in a file; without the file it does not start.
inline constexpr char kServer[] =
    "test -f \"$0\" || { echo 'no tools' >&2; exit 3; }\n"
    "while read -r line; do\n"
    "  id=$(printf '%s' \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
    "  say() { printf '{\"jsonrpc\":\"2.0\",\"id\":%s,%s}\\n' \"$id\" \"$1\"; }\n"
    "  case \"$line\" in\n"
    "  *'\"initialize\"'*) say '\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":"
    "{\"tools\":{}},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}';;\n"
    "  *tools/list*) say '\"result\":{\"tools\":['\"$(cat \"$0\")\"']}';;\n"
    "  esac\n"
    "done\n";

inline constexpr char kWeather[] =
    R"({"name":"weather","inputSchema":{"type":"object","properties":{"city":{"type":"string"}}}})";
inline constexpr char kStricter[] =
    R"({"name":"weather","inputSchema":{"type":"object","properties":{"city":{"type":"string"},"units":{}},"required":["units"]}})";
inline constexpr char kOther[] = R"({"name":"alerts","inputSchema":{"type":"object"}})";

// A window with a server whose tools change from start to start.
struct ChangesRig {
    ChangesRig()
        : opened(std::make_unique<Opened>(folder.path()))
    {
        offer(kWeather);
    }

    void openAgain() // the next run of Sonde
    {
        opened.reset();
        opened = std::make_unique<Opened>(folder.path());
    }

    void offer(const QByteArray &tools) const
    {
        const QString path = folder.filePath(QStringLiteral("tools.json"));
        if (tools.isEmpty()) {
            QVERIFY(QFile::remove(path));
            return;
        }
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(tools), tools.size());
    }

    config::Profile server(const QString &name = QStringLiteral("s")) const
    {
        config::Profile server = profile(name, QStringLiteral("sh"),
            {QStringLiteral("-c"), QString::fromLatin1(kServer),
                folder.filePath(QStringLiteral("tools.json"))});
        server.era = config::EraMode::Legacy;
        return server;
    }

    void connectTo(const QString &name = QStringLiteral("s"), int count = 1) const
    {
        opened->connectTo(server(name));
        QTRY_COMPARE_WITH_TIMEOUT(panel().count(), count, kPatienceMs);
    }

    // Until there are so many starts.
    bool restart(int count, const QString &name = QStringLiteral("s")) const
    {
        opened->workspace.restart(name);
        return QTest::qWaitFor([&] { return panel().count() == count; }, kPatienceMs);
    }

    // What is shown is compared, with whatever is chosen.
    bool isCompared() const
    {
        return QTest::qWaitFor([&] { return !panel().isComparing(); }, kPatienceMs);
    }

    widgets::ChangesPanel &panel() const { return opened->window.changes(); }
    QString consequence(int row) const
    {
        const QAbstractItemModel *model = panel().restarts().view().model();
        return model->index(row, 0).data(models::RestartModel::ConsequenceRole).toString();
    }

    QTemporaryDir folder;
    std::unique_ptr<Opened> opened;
};

} // namespace sonde::tests
