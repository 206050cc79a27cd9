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

#include <utility>

using namespace sonde;
using namespace sonde::models;

class ServerModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void showsEveryState_data();
    void showsEveryState();
    void countsTheSecondsOfAStart();
    void hidesSecretsInAddresses();
    void showsNamesOnOneLineWithNothingHidden();
    void makesTheCurrentOneBold();
    void keepsTheMarkOfAServer();
    void keepsWhatIsKnownWhenTheListChanges();
    void flagsTheHighestLevelOfItsFindings();
    void listsTapsAsAGroupOfTheirOwn();

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
    const QString tip = index.data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.startsWith(QStringLiteral("files\n")), qPrintable(tip)); // the list elides it
    QVERIFY2(tip.contains(QStringLiteral("npx 'a b'")), qPrintable(tip));
}

// To a screen reader it is starting, without the seconds.
void ServerModelTest::countsTheSecondsOfAStart()
{
    ServerModel model;
    model.setProfiles(m_profiles);
    ServerLive live;
    live.state = mcp::ClientState::Starting;
    live.elapsed = QStringLiteral("0:04");
    model.setLive(QStringLiteral("files"), live);
    const QModelIndex index = model.index(1);
    QCOMPARE(
        index.data(ServerModel::DetailRole).toString(), QStringLiteral("stdio · starting 0:04"));
    QCOMPARE(
        index.data(Qt::AccessibleTextRole).toString(), QStringLiteral("files, stdio, starting"));
}

void ServerModelTest::hidesSecretsInAddresses()
{
    config::Profile program;
    program.name = QStringLiteral("program");
    program.program = QStringLiteral("npx");
    program.arguments = QStringList{QStringLiteral("--pat"), QStringLiteral("word")};
    config::Profile remote;
    remote.name = QStringLiteral("remote");
    remote.reachByUrl();
    remote.http()->url = QStringLiteral("https://u:word@example.org/mcp?apiKey=word");
    ServerModel model;
    model.setProfiles({program, remote});
    const auto tip = [&](int row) { return model.index(row).data(Qt::ToolTipRole).toString(); };
    QVERIFY2(tip(0).contains(QStringLiteral("npx --pat '****'")), qPrintable(tip(0)));
    QVERIFY2(tip(1).contains(QStringLiteral("https://u:****@example.org/mcp?apiKey=****")),
        qPrintable(tip(1)));
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
    QCOMPARE(first[kServerColors - 1], ColorRole::Server12);
    QCOMPARE(first[kServerColors], ColorRole::Server1); // repeated
    QSettings settings(file, QSettings::IniFormat);
    ServerMarks marks(&settings);
    QCOMPARE(marks.of(QStringLiteral("new/one")), ColorRole::Server2);
    for (int number = kServerColors; number >= 0; --number) // in whatever order they are shown
        QCOMPARE(marks.of(name(number)), first[std::size_t(number)]);
}

// A list of servers may come from a file of others.
void ServerModelTest::showsNamesOnOneLineWithNothingHidden()
{
    const QString name = QStringLiteral(u"a\nb\u202Ec");
    const QString shown = QStringLiteral(u"a\u240Ab\uFFFDc");
    m_profiles.front().name = name;
    ServerModel model;
    model.setProfiles(m_profiles);
    model.setTaps({{name + u'2', {}, {}, 0, QStringLiteral("stdio")}});
    for (const QModelIndex &index :
        {model.index(model.rowOf(name)), model.index(model.rowOf(name + u'2'))}) {
        QVERIFY(index.data().toString().startsWith(shown));
        QVERIFY(index.data(Qt::AccessibleTextRole).toString().startsWith(shown));
        QVERIFY(index.data(ServerModel::NameRole).toString().startsWith(name));
    }
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

void ServerModelTest::flagsTheHighestLevelOfItsFindings()
{
    using findings::Level;
    ServerModel model;
    const QAbstractItemModelTester tester(&model);
    model.setProfiles(m_profiles);
    const QString name = QStringLiteral("files");
    const auto flag = [&] {
        const QModelIndex index = model.index(model.rowOf(name));
        return std::pair(Sign(index.data(ServerModel::FlagRole).toInt()),
            index.data(ServerModel::FlagCountRole).toString());
    };
    QCOMPARE(flag(), std::pair(Sign::None, QString()));
    LevelCounts counts;
    counts.of(Level::Info) = 4;
    model.setViolated(name, counts);
    QCOMPARE(flag(), std::pair(Sign::None, QString()));
    counts.of(Level::Warning) = 2;
    model.setViolated(name, counts);
    QCOMPARE(flag(), std::pair(Sign::Finding, QStringLiteral("2")));
    counts.of(Level::Error) = 1;
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setViolated(name, counts);
    model.setViolated(name, counts);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(flag(), std::pair(Sign::FindingError, QStringLiteral("1")));
    const QString spoken = model.index(1).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(spoken.endsWith(QStringLiteral("1 error, 2 warnings, 4 notes")), qPrintable(spoken));
    std::swap(m_profiles[0], m_profiles[1]);
    model.setProfiles(m_profiles);
    QCOMPARE(flag(), std::pair(Sign::FindingError, QStringLiteral("1")));
}

void ServerModelTest::listsTapsAsAGroupOfTheirOwn()
{
    ServerModel model;
    const QAbstractItemModelTester tester(&model);
    model.setProfiles(m_profiles);
    model.setTaps({});
    QCOMPARE(model.rowCount(), 2);
    const QString claude = QStringLiteral("Claude Code → weather");
    model.setTaps({{claude, {}, {}, 0, QStringLiteral("stdio")},
        {QStringLiteral("Cursor → notes"), QStringLiteral("13:48:02"), {}, 0,
            QStringLiteral("HTTP")}});
    QCOMPARE(model.rowCount(), 6);
    QCOMPARE(model.rowOf(QStringLiteral("demo")), 1);
    QCOMPARE(model.rowOf(claude), 4);
    for (const int row : {0, 3}) {
        QVERIFY(model.index(row).data(ServerModel::IsGroupRole).toBool());
        QCOMPARE(model.index(row).data(ServerModel::CountRole).toInt(), 2);
        QVERIFY(!(model.flags(model.index(row)) & (Qt::ItemIsSelectable | Qt::ItemIsEnabled)));
        QVERIFY(!model.index(row).data(ServerModel::NameRole).isValid());
    }
    const QModelIndex live = model.index(4);
    const QModelIndex ended = model.index(5);
    QVERIFY(live.data(ServerModel::TapRole).toBool());
    QVERIFY(!model.index(1).data(ServerModel::TapRole).toBool());
    QCOMPARE(live.data(ServerModel::IconNameRole).toString(), QStringLiteral("tap-on"));
    QCOMPARE(ended.data(ServerModel::IconNameRole).toString(), QStringLiteral("tap-off"));
    QCOMPARE(live.data(ServerModel::DetailRole).toString(), QStringLiteral("stdio · observing"));
    QCOMPARE(
        ended.data(ServerModel::DetailRole).toString(), QStringLiteral("HTTP · ended 13:48:02"));

    // How many messages a tap holds, also for who does not see the badge.
    QCOMPARE(live.data(ServerModel::HeldRole).toInt(), 0);
    model.setTaps(
        {{claude, {}, {}, 3}, {QStringLiteral("Cursor → notes"), QStringLiteral("13:48:02")}});
    QCOMPARE(live.data(ServerModel::HeldRole).toInt(), 3);
    QVERIFY(live.data(Qt::AccessibleTextRole).toString().contains(u'3'));
    QCOMPARE(ended.data(ServerModel::HeldRole).toInt(), 0);
    QCOMPARE(model.index(1).data(ServerModel::HeldRole).toInt(), 0);

    model.setHeld(QStringLiteral("files"), 2); // and a server at its own breakpoints
    QCOMPARE(model.index(2).data(ServerModel::HeldRole).toInt(), 2);
    QVERIFY(model.index(2).data(Qt::AccessibleTextRole).toString().contains(u'2'));

    // What is known of servers stays, and the row of the current one is found again.
    model.setCurrent(claude);
    QVERIFY(live.data(Qt::FontRole).value<QFont>().bold());
    model.setLive(
        QStringLiteral("files"), {mcp::ClientState::Ready, QStringLiteral("2025-11-25"), {}});
    QCOMPARE(model.index(2).data(ServerModel::IconNameRole).toString(), QStringLiteral("dot-on"));
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.setTaps({{claude, QStringLiteral("14:00:00")}, {QStringLiteral("Cursor → notes")}});
    QCOMPARE(resets.size(), 0);
    model.setTaps({});
    QCOMPARE(model.rowOf(QStringLiteral("files")), 1);
    QCOMPARE(model.rowOf(claude), -1);
}

QTEST_MAIN(ServerModelTest)
#include "tst_servermodel.moc"
