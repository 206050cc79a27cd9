// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/session/servermodel.h"
#include "models/signs/sign.h"
#include "models/trace/servermarks.h"

#include <QAbstractItemModelTester>
#include <QFont>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::models;

class ServerModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void showsEveryState_data();
    void showsEveryState();
    void makesTheCurrentOneBold();
    void keepsTheMarkOfAServer();
    void keepsWhatIsKnownWhenTheListChanges();

private:
    std::vector<config::Profile> m_profiles;
};

void ServerModelTest::init()
{
    m_profiles.clear();
    for (const char *name : {"demo", "files"}) {
        config::Profile profile;
        profile.name = QString::fromLatin1(name);
        profile.program = QStringLiteral("npx");
        profile.arguments = {QStringLiteral("a b")};
        m_profiles.push_back(profile);
    }
}

void ServerModelTest::showsEveryState_data()
{
    using S = mcp::ClientState;
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("detail");
    QTest::addColumn<QString>("icon");
    QTest::addColumn<int>("tone");
    QTest::addColumn<QString>("end");
    QTest::addColumn<QString>("ago");
    const auto row = [](S state, const char *detail, const char *icon, ColorRole tone,
                         const char *end = "", const char *ago = "") {
        QTest::newRow(detail) << static_cast<int>(state) << QString::fromUtf8(detail)
                              << QString::fromLatin1(icon) << static_cast<int>(tone)
                              << QString::fromLatin1(end) << QString::fromLatin1(ago);
    };
    row(S::Ready, "stdio · 2025-11-25", "dot-on", ColorRole::Ok);
    row(S::Stopped, "stdio · stopped", "dot-off", ColorRole::Muted);
    row(S::Starting, "stdio · starting", "dot-wait", ColorRole::Accent);
    row(S::Failed, "stdio · start failed", "dot-bad", ColorRole::Error);
    row(S::Failed, "stdio · ended: killed by SIGSEGV", "dot-bad", ColorRole::Error,
        "killed by SIGSEGV");
    row(S::Failed, "stdio · ended 3 min ago: killed by SIGSEGV", "dot-bad", ColorRole::Error,
        "killed by SIGSEGV", "3 min ago");
}

void ServerModelTest::showsEveryState()
{
    QFETCH(int, state);
    QFETCH(QString, detail);
    QFETCH(QString, icon);
    QFETCH(int, tone);
    QFETCH(QString, end);
    QFETCH(QString, ago);
    ServerModel model;
    QAbstractItemModelTester tester(&model);
    model.setProfiles(m_profiles);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setLive(QStringLiteral("files"),
        {static_cast<mcp::ClientState>(state), QStringLiteral("2025-11-25"), {}, end, ago});
    QCOMPARE(changed.size(), 1);
    const QModelIndex index = model.index(1);
    QCOMPARE(index.data(ServerModel::DetailRole).toString(), detail);
    QCOMPARE(index.data(ServerModel::IconNameRole).toString(), icon);
    QCOMPARE(index.data(TextColorRole).toInt(), tone);
    QCOMPARE(index.data(ServerModel::StateRole).toInt(), state);
    QVERIFY(index.data(Qt::ToolTipRole).toString().contains(QStringLiteral("npx 'a b'")));
}

void ServerModelTest::keepsTheMarkOfAServer()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    const auto name = [](int number) { return QStringLiteral("server %1").arg(number); };
    std::vector<ColorRole> first;
    {
        QSettings settings(file, QSettings::IniFormat);
        ServerMarks marks(&settings);
        for (int number = 0; number <= kServerColors; ++number)
            first.push_back(marks.of(name(number)));
    }
    QCOMPARE(first.front(), ColorRole::Server1);
    QCOMPARE(first[kServerColors - 1], ColorRole::Server6);
    QCOMPARE(first[kServerColors], ColorRole::Server1); // repeated
    QSettings settings(file, QSettings::IniFormat);
    ServerMarks marks(&settings);
    QCOMPARE(marks.of(QStringLiteral("new/one")), ColorRole::Server2);
    for (int number = kServerColors; number >= 0; --number) // in whatever order they are shown
        QCOMPARE(marks.of(name(number)), first[std::size_t(number)]);
}

void ServerModelTest::makesTheCurrentOneBold()
{
    ServerModel model;
    QAbstractItemModelTester tester(&model);
    model.setProfiles(m_profiles);
    model.setCurrent(QStringLiteral("demo"));
    QVERIFY(model.index(0).data(Qt::FontRole).value<QFont>().bold());
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setCurrent(QStringLiteral("files"));
    QCOMPARE(changed.size(), 2);
    QVERIFY(!model.index(0).data(Qt::FontRole).value<QFont>().bold());
    QVERIFY(model.index(1).data(ServerModel::CurrentRole).toBool());
}

void ServerModelTest::keepsWhatIsKnownWhenTheListChanges()
{
    ServerModel model;
    QAbstractItemModelTester tester(&model);
    model.setProfiles(m_profiles);
    model.setLive(
        QStringLiteral("files"), {mcp::ClientState::Ready, QStringLiteral("2024-11-05"), {}});
    std::swap(m_profiles[0], m_profiles[1]);
    m_profiles.pop_back();
    model.setProfiles(m_profiles);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.live(QStringLiteral("files")).revision, QStringLiteral("2024-11-05"));
    model.setLive(QStringLiteral("gone"), {});
    QCOMPARE(model.rowOf(QStringLiteral("demo")), -1);
}

QTEST_MAIN(ServerModelTest)
#include "tst_servermodel.moc"
