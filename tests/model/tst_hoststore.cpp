// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/hosts/hoststore.h"

#include "hosts/servers/hostimport.h"
#include "models/hosts/entrysecrets.h"
#include "models/hosts/hostentrytext.h"
#include "models/hosts/hostlistmodel.h"
#include "models/hosts/tapplacemodel.h"
#include "support/hosthome.h"
#include "support/patience.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace sonde;
using namespace sonde::models;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using hosts::ImportedServer;
using session::HostStore;
using test::HostHome;

// The configuration files of the hosts in a home folder: what is found and planned, that a tap
// comes and goes without a trace, and what is said about changes of others.
class TestHostStore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void listsHostsAndFoldsTheOthers();
    void groupsEntriesByFileAndScope();
    void saysWhatIsWrongAndWhere();
    void hidesSecrets();
    void findsSecretsInArguments_data();
    void findsSecretsInArguments();
    void hidesWhatABridgeKeeps();
    void plansATapByteForByte();
    void tapsAndUntapsEveryEntry_data();
    void tapsAndUntapsEveryEntry();
    void refusesWhatItCannotChange_data();
    void refusesWhatItCannotChange();
    void refusesAFileThatChangedMeanwhile();
    void noticesChangesOfOthers();
    void importsEntries();
    void importsTheServerBehindATap();

private:
    QString tapProgram() const { return m_home->path("bin/sonde-cli"); }
    void read();
    ChosenEntry entry(const char *host, const QString &name, const QString &project = {}) const;
    TapPlan planned(const ChosenEntry &chosen);
    QString performed(const TapPlan &plan); // the sentence
    ImportedServer imported(const ChosenEntry &chosen) const;

    std::unique_ptr<HostHome> m_home;
    std::unique_ptr<HostStore> m_store;
};

namespace {

const QString kAtlas = u"/home/ada/src/atlas"_s;

bool holds(const std::function<bool()> &condition)
{
    return QTest::qWaitFor(condition, kPatienceMs);
}

QStringList column(const QAbstractItemModel &model, int column)
{
    QStringList cells;
    for (int row = 0; row < model.rowCount(); ++row)
        cells += model.index(row, column).data().toString();
    return cells;
}

} // namespace

void TestHostStore::init()
{
    m_home = std::make_unique<HostHome>();
    m_home->write("bin/sonde-cli", "#!/bin/sh\n");
    QFile::setPermissions(tapProgram(), QFile::ReadOwner | QFile::ExeOwner);
    m_store = std::make_unique<HostStore>(HostStore::Setup{test::hostSurroundings(),
        {tapProgram(), m_home->path("recordings"), m_home->path("backups")}, 1ms});
    read();
}

void TestHostStore::cleanup()
{
    m_store.reset();
    m_home.reset();
}

void TestHostStore::read()
{
    QSignalSpy done(m_store.get(), &HostStore::filesRead);
    m_store->read();
    QVERIFY(holds([&] { return !m_store->isReading() && !done.isEmpty(); }));
}

ChosenEntry TestHostStore::entry(
    const char *host, const QString &name, const QString &project) const
{
    for (const CheckedFile &file : *m_store->files()) {
        for (std::size_t i = 0; i < file.entries().size(); ++i) {
            if (file.found.host->id == QLatin1String(host) && file.entries()[i].name == name
                && file.entries()[i].project == project)
                return {&file, int(i)};
        }
    }
    return {};
}

TapPlan TestHostStore::planned(const ChosenEntry &chosen)
{
    m_store->plan(chosen);
    if (!holds([&] { return !m_store->isPlanning(); }))
        qWarning("nothing was planned");
    return m_store->plan();
}

QString TestHostStore::performed(const TapPlan &plan)
{
    QString sentence;
    const auto take = [&sentence](const QString &said) { sentence = said; };
    const QObject context;
    connect(m_store.get(), &HostStore::succeeded, &context, take);
    connect(m_store.get(), &HostStore::refused, &context, take);
    m_store->perform(plan);
    if (!holds([&] { return !sentence.isEmpty() && !m_store->isReading(); }))
        qWarning("nothing was done");
    return sentence;
}

void TestHostStore::listsHostsAndFoldsTheOthers()
{
    HostListModel model;
    const QAbstractItemModelTester tester(&model);
    model.setFiles(*m_store->files());
    const QStringList names = column(model, HostListModel::NameColumn);
    QCOMPARE(names.mid(1, 7),
        QStringList({u"Claude Desktop"_s, u"Claude Code"_s, u"Cursor"_s, u"VS Code"_s, u"Kiro"_s,
            u"Gemini CLI"_s, u"Codex"_s}));
    QCOMPARE(model.found(), 7);
    QCOMPARE(names.size(), 9); // with the two groups
    QCOMPARE(column(model, HostListModel::ServersColumn).mid(1, 7),
        QStringList({u"1"_s, u"3"_s, u"2"_s, u"1"_s, u"1"_s, u"0"_s, u"1"_s}));
    QCOMPARE(model.servers(), 9);
    // Claude Code has a program that does not exist, Cursor a secret, Gemini no valid JSON.
    QCOMPARE(column(model, HostListModel::ProblemsColumn).mid(1, 7),
        QStringList({{}, u"1"_s, u"1"_s, {}, {}, u"1"_s, {}}));
    const auto sign = [&](int row) {
        return Sign(model.index(row, HostListModel::ProblemsColumn).data(SignRole).toInt());
    };
    QCOMPARE(sign(2), Sign::FindingError);
    QCOMPARE(sign(3), Sign::Finding);
    QCOMPARE(model.host(1), hosts::findHost(u"claude-desktop"_s));
    QCOMPARE(model.host(0), nullptr);

    model.setFolded(false);
    QCOMPARE(model.rowCount(), int(hosts::hostTable().size()) + 2);
    QCOMPARE(model.rowOf(hosts::findHost(u"zed"_s)) > model.found(), true);
    model.setFolded(true);
    QCOMPARE(model.rowOf(hosts::findHost(u"zed"_s)), -1);
}

void TestHostStore::groupsEntriesByFileAndScope()
{
    HostEntryModel model;
    const QAbstractItemModelTester tester(&model);
    model.setFiles(m_store->files(), hosts::findHost(u"claude-code"_s));
    QCOMPARE(column(model, HostEntryModel::ServerColumn),
        QStringList({u"user · ~/.claude.json · 1"_s, u"notes"_s,
            u"Project /home/ada/src/atlas · ~/.claude.json · 2"_s, u"notes"_s, u"charts"_s}));
    QCOMPARE(column(model, HostEntryModel::StartsColumn).mid(3),
        QStringList({u"sh -e"_s, u"no-such-program-here"_s}));
    QCOMPARE(model.index(3, HostEntryModel::StateColumn).data().toString(), u"direct"_s);
    QCOMPARE(model.firstEntry(), 1);
    QVERIFY(!model.at(0));
    QCOMPARE(model.at(4).entry().project, kAtlas);
    QCOMPARE(model.rowOf(m_home->path(HostHome::kCode), kAtlas, u"notes"_s), 3);
    QVERIFY(model.index(2, 0).data(HostEntryModel::WholeRowRole).toBool());
    model.setFiles(m_store->files(), nullptr);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.firstEntry(), -1);
}

void TestHostStore::saysWhatIsWrongAndWhere()
{
    HostEntryModel model;
    model.setFiles(m_store->files(), hosts::findHost(u"gemini"_s));
    QCOMPARE(model.rowCount(), 2);
    const QModelIndex broken = model.index(1, 0);
    QVERIFY2(broken.data().toString().startsWith(u"Line 5, column 7: "_s),
        qPrintable(broken.data().toString()));
    QCOMPARE(Sign(broken.data(SignRole).toInt()), Sign::FindingError);

    model.setFiles(m_store->files(), hosts::findHost(u"codex"_s));
    QCOMPARE(model.index(1, 0).data().toString(), u"weather"_s);
    QCOMPARE(model.index(1, HostEntryModel::StateColumn).data().toString(), u"direct"_s);

    const Properties code = hostProblems(*m_store->files(), hosts::findHost(u"claude-code"_s));
    QCOMPARE(code.size(), std::size_t(1));
    QCOMPARE(code.front().name, u"charts"_s);
    QVERIFY2(
        code.front().value.contains(u"no-such-program-here"_s), qPrintable(code.front().value));
    // A reference to a variable is no secret.
    const Properties cursor = hostProblems(*m_store->files(), hosts::findHost(u"cursor"_s));
    QCOMPARE(cursor.size(), std::size_t(1));
    QCOMPARE(cursor.front().sign, Sign::Finding);
    QVERIFY2(cursor.front().value.contains(u"WEATHER_API_KEY"_s), qPrintable(cursor.front().value));
}

void TestHostStore::findsSecretsInArguments_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QStringList>("names");
    const auto row = [](const char *name, const char *arguments, const QStringList &names) {
        QTest::newRow(name) << QByteArray(arguments) << names;
    };
    row("next word", R"("--api-key", "s3")", {u"--api-key"_s});
    row("same word", R"("--token=s3", "-v")", {u"--token"_s});
    row("variable", R"("run", "-e", "API_KEY=s3", "image")", {u"API_KEY"_s});
    row("header", R"("mcp-remote", "https://h/", "--header", "Authorization: Bearer s3")",
        {u"Authorization"_s});
    row("several", R"("--token", "s3", "--password=s3")", {u"--token"_s, u"--password"_s});
    row("reference", R"("--token", "${TOKEN}", "--key=$KEY")", {});
    row("a file", R"("--key-file", "/k", "--token-path=/t")", {});
    row("a switch", R"("--auth", "--verbose", "x")", {});
    row("a password of a URL", R"("postgresql://u:s3@h/db")", {u"postgresql://u:**@h/db"_s});
    row("words", R"("--my-token", "s3", "A_KEY=s3")", {u"--my-token"_s, u"A_KEY"_s});
    row("a query", R"("https://h/?key=1")", {});
    row("plain", R"("--port", "80", "-c", "a=b")", {});
}

void TestHostStore::findsSecretsInArguments()
{
    QFETCH(QByteArray, arguments);
    QFETCH(QStringList, names);
    const auto document = hosts::HostDocument::parse(*hosts::findHost(u"cursor"_s),
        Bytes::fromByteArray(
            R"({"mcpServers": {"x": {"command": "sh", "args": [)" + arguments + "]}}}"));
    QCOMPARE(secretsInClear(document.entries().front()), names);
    QCOMPARE(withoutSecrets(document).toByteArray().contains("s3"), false);
}

// What a tap keeps of a server with a URL is not shown either.
void TestHostStore::hidesWhatABridgeKeeps()
{
    m_home->write(HostHome::kCursor,
        R"({"mcpServers": {"far": {"url": "https://h/mcp",)"
        R"("headers": {"Authorization": "Bearer s3cret"}}}})");
    m_store->read();
    QVERIFY(holds([&] { return static_cast<bool>(entry("cursor", u"far"_s)); }));
    const TapPlan plan = planned(entry("cursor", u"far"_s));
    QVERIFY2(plan.isPossible(), qPrintable(plan.refusal));
    QCOMPARE(plan.splices.size(), std::size_t(1));
    QVERIFY2(plan.after.toByteArray().contains("s3cret"), plan.after.toByteArray().constData());
    for (const QByteArray &shown : {plan.shownBefore.toByteArray(), plan.shownAfter.toByteArray(),
             plan.shownPlaces[0].before.toUtf8(), plan.shownPlaces[0].after.toUtf8()}) {
        QVERIFY2(!shown.contains("s3cret"), shown.constData());
        QVERIFY2(shown.contains("https://h/mcp"), shown.constData());
    }
    QVERIFY2(plan.shownAfter.toByteArray().contains("\"SONDE_ENTRY\": \"••••\""),
        plan.shownAfter.toByteArray().constData());
    QVERIFY(performed(plan).startsWith(u"Tapped"_s));
    QVERIFY(holds([&] {
        const ChosenEntry tapped = entry("cursor", u"far"_s);
        return tapped && tapped.entry().tap;
    }));
    // The value is in the clear as before, but the entry as it was is no secret more.
    QCOMPARE(secretsInClear(entry("cursor", u"far"_s).entry()), QStringList());
}

void TestHostStore::hidesSecrets()
{
    const ChosenEntry weather = entry("cursor", u"weather"_s);
    QVERIFY(weather);
    const QByteArray shown = withoutSecrets(weather.file->found.document).toByteArray();
    QVERIFY2(!shown.contains("sk-1234567890"), shown.constData());
    QVERIFY2(shown.contains("\"WEATHER_API_KEY\": \"••••\""), shown.constData());
    QVERIFY2(shown.contains("\"TZ\": \"UTC\""), shown.constData());
    QVERIFY2(shown.contains("${TICKETS_TOKEN}"), shown.constData());
    for (const Property &fact : entryProperties(*weather.file, weather.index))
        QVERIFY2(!fact.value.contains(u"sk-1234567890"_s), qPrintable(fact.name));
    QCOMPARE(startedBy(entry("cursor", u"tickets"_s).entry()), u"https://tickets.example/mcp"_s);
}

void TestHostStore::plansATapByteForByte()
{
    const TapPlan plan = planned(entry("cursor", u"weather"_s));
    QVERIFY2(plan.isPossible(), qPrintable(plan.refusal));
    QCOMPARE(plan.removes, false);
    const QByteArray text = HostHome::kCursorText;
    QCOMPARE(plan.before.toByteArray(), text);
    QCOMPARE(plan.splices.size(), std::size_t(2));
    const auto program = std::size_t(text.indexOf("\"sh\""));
    QCOMPARE(plan.splices[0].begin, program);
    QCOMPARE(plan.splices[0].end, program + 4);
    QCOMPARE(QByteArray::fromStdString(plan.splices[0].text), '"' + tapProgram().toUtf8() + '"');
    QCOMPARE(plan.splices[1].begin, plan.splices[1].end);
    QCOMPARE(plan.after.size() - plan.before.size(),
        plan.splices[0].text.size() - 4 + plan.splices[1].text.size());
    QVERIFY2(plan.summary().startsWith(u"2 "_s), qPrintable(plan.summary()));
    QVERIFY2(plan.summary().contains(u"4 bytes replaced, +"_s), qPrintable(plan.summary()));
    QVERIFY2(plan.backup.startsWith(m_home->path("backups")), qPrintable(plan.backup));
    QVERIFY(!plan.approval.isEmpty());
    QCOMPARE(plan.approve, u"cursor-agent mcp enable weather"_s);
    QVERIFY2(!plan.shownBefore.toByteArray().contains("sk-1234567890"),
        plan.shownBefore.toByteArray().constData());
    QVERIFY2(!plan.shownAfter.toByteArray().contains("sk-1234567890"),
        plan.shownAfter.toByteArray().constData());

    TapPlaceModel model;
    const QAbstractItemModelTester tester(&model);
    model.setPlan(plan);
    QCOMPARE(column(model, TapPlaceModel::BeforeColumn), QStringList({u"\"sh\""_s, u"(insert)"_s}));
    QCOMPARE(
        model.index(0, TapPlaceModel::OffsetColumn).data().toString(), QString::number(program));
    // Nothing was written, not even a folder.
    QCOMPARE(m_home->read(HostHome::kCursor), text);
    QVERIFY(!QFileInfo::exists(m_home->path("backups")));
    QVERIFY(!QFileInfo::exists(m_home->path("recordings")));
}

void TestHostStore::tapsAndUntapsEveryEntry_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("project");
    QTest::newRow("CRLF and tabs") << QByteArray("claude-desktop") << QByteArray(HostHome::kDesktop)
                                   << u"files"_s << QString();
    QTest::newRow("no arguments") << QByteArray("claude-code") << QByteArray(HostHome::kCode)
                                  << u"notes"_s << QString();
    QTest::newRow("a project") << QByteArray("claude-code") << QByteArray(HostHome::kCode)
                               << u"notes"_s << kAtlas;
    QTest::newRow("empty arguments")
        << QByteArray("claude-code") << QByteArray(HostHome::kCode) << u"charts"_s << kAtlas;
    QTest::newRow("environment") << QByteArray("cursor") << QByteArray(HostHome::kCursor)
                                 << u"weather"_s << QString();
    QTest::newRow("comments") << QByteArray("vscode") << QByteArray(HostHome::kVsCode)
                              << u"weather"_s << QString();
}

void TestHostStore::tapsAndUntapsEveryEntry()
{
    QFETCH(const QByteArray, host);
    QFETCH(const QByteArray, file);
    QFETCH(const QString, name);
    QFETCH(const QString, project);
    const QByteArray before = m_home->read(file.constData());
    const TapPlan tap = planned(entry(host.constData(), name, project));
    QVERIFY2(tap.isPossible(), qPrintable(tap.refusal));
    const QString said = performed(tap);
    QVERIFY2(said.startsWith(u"Tapped “%1”"_s.arg(name)), qPrintable(said));
    QCOMPARE(m_home->read(file.constData()), tap.after.toByteArray());
    QVERIFY(QFileInfo(m_home->path("recordings")).isDir());
    QFile backup(tap.backup);
    QVERIFY(backup.open(QIODevice::ReadOnly));
    QCOMPARE(backup.readAll(), before);
    QCOMPARE(backup.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());

    const ChosenEntry tapped = entry(host.constData(), name, project);
    QVERIFY(tapped && tapped.entry().tap);
    QVERIFY2(stateText(tapped.entry(), {}).contains(u"tapped"_s),
        qPrintable(stateText(tapped.entry(), {})));
    const TapPlan untap = planned(tapped);
    QVERIFY(untap.removes);
    const QString undone = performed(untap);
    QVERIFY2(undone.startsWith(u"Removed the tap of “%1”"_s.arg(name)), qPrintable(undone));
    QCOMPARE(m_home->read(file.constData()), before);
    QVERIFY(!QFileInfo::exists(tap.backup));
}

void TestHostStore::refusesWhatItCannotChange_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("read-only") << QByteArray("kiro") << u"locked"_s << u"read-only"_s;
}

void TestHostStore::refusesWhatItCannotChange()
{
    QFETCH(const QByteArray, host);
    QFETCH(const QString, name);
    QFETCH(const QString, sentence);
    const TapPlan plan = planned(entry(host.constData(), name));
    const QString said = plan.isPossible() ? performed(plan) : plan.refusal;
    QVERIFY2(said.contains(sentence), qPrintable(said));
    QCOMPARE(m_home->read(HostHome::kCursor), QByteArray(HostHome::kCursorText));
    QCOMPARE(m_home->read(HostHome::kReadOnly), QByteArray(HostHome::kReadOnlyText));
}

void TestHostStore::refusesAFileThatChangedMeanwhile()
{
    const TapPlan plan = planned(entry("cursor", u"weather"_s));
    const QByteArray other = R"({"mcpServers": {"weather": {"command": "sh"}}})";
    m_home->write(HostHome::kCursor, other);
    const QString said = performed(plan);
    QVERIFY2(said.contains(u"~/.cursor/mcp.json has changed meanwhile"_s), qPrintable(said));
    QCOMPARE(m_home->read(HostHome::kCursor), other);
    QVERIFY(!QFileInfo::exists(plan.backup));
    // The new text can be tapped at once.
    const QString again = performed(planned(entry("cursor", u"weather"_s)));
    QVERIFY2(again.startsWith(u"Tapped"_s), qPrintable(again));
}

void TestHostStore::noticesChangesOfOthers()
{
    QVERIFY(m_store->watchedFiles() >= 7);
    QVERIFY(!m_store->lastChange().time.isValid());
    const auto said = [&](const QString &sentence) {
        return holds([&] { return m_store->lastChange().sentence.contains(sentence); });
    };
    m_home->write(HostHome::kCursor, R"({"mcpServers": {"one": {"command": "sh"}}})");
    QVERIFY(said(u"added one"_s));
    // Replaced, as editors do it: the watch of the file is gone, that of the folder is not.
    m_home->write(".cursor/new", R"({"mcpServers": {"one": {"command": "sh"}, "two": {}}})");
    QVERIFY(QFile::remove(m_home->path(HostHome::kCursor)));
    QVERIFY(QFile::rename(m_home->path(".cursor/new"), m_home->path(HostHome::kCursor)));
    QVERIFY(said(u"two"_s) || said(u"is new"_s));
    m_home->write(HostHome::kCursor, "{}");
    QVERIFY(said(u"removed"_s));
    // A file that a host creates in a folder that it had.
    QVERIFY(QFile::remove(m_home->path(HostHome::kDesktop)));
    QVERIFY(said(u"does not exist any more"_s));
    m_home->write(HostHome::kDesktop, HostHome::kDesktopText);
    QVERIFY(said(u"is new"_s));
}

ImportedServer TestHostStore::imported(const ChosenEntry &chosen) const
{
    config::HostVariables variables;
    variables.environment = [](const QString &name) {
        return name == u"TICKETS_TOKEN"_s ? std::optional(u"t0ken"_s) : std::nullopt;
    };
    variables.home = m_home->path(".");
    Result<ImportedServer> made =
        importedServer(chosen.file->found.document, chosen.entry(), variables);
    return made ? std::move(made).value() : ImportedServer{{}, {made.error().sentence}};
}

void TestHostStore::importsEntries()
{
    const ImportedServer weather = imported(entry("cursor", u"weather"_s));
    QCOMPARE(weather.profile.name, u"weather"_s);
    QCOMPARE(weather.profile.program, u"sh"_s);
    QCOMPARE(weather.profile.arguments, QStringList({u"weather.sh"_s, u"--units"_s, u"metric"_s}));
    QCOMPARE(weather.profile.secretVariables, QStringList({u"WEATHER_API_KEY"_s}));
    QCOMPARE(weather.profile.environment.front().second.reveal(), u"sk-1234567890"_s);
    QCOMPARE(weather.notes, QStringList());

    const ImportedServer tickets = imported(entry("cursor", u"tickets"_s));
    QVERIFY(tickets.profile.http());
    QCOMPARE(tickets.profile.http()->url, u"https://tickets.example/mcp?key=abc"_s);
    QCOMPARE(tickets.profile.http()->headers.size(), std::size_t(1));

    const ImportedServer code = imported(entry("vscode", u"weather"_s));
    QCOMPARE(code.profile.arguments, QStringList({u"-c"_s, u"cat"_s}));
    QCOMPARE(code.profile.workingDirectory, m_home->path(".") + u"/src"_s);
    QCOMPARE(code.notes.size(), 1);
    QVERIFY2(
        code.notes.front().contains(u"${input:weather-key}"_s), qPrintable(code.notes.front()));
}

void TestHostStore::importsTheServerBehindATap()
{
    const QString said = performed(planned(entry("vscode", u"weather"_s)));
    QVERIFY2(said.startsWith(u"Tapped"_s), qPrintable(said));
    const ImportedServer code = imported(entry("vscode", u"weather"_s));
    QCOMPARE(code.profile.program, u"sh"_s);
    QCOMPARE(code.profile.arguments, QStringList({u"-c"_s, u"cat"_s}));
}

QTEST_GUILESS_MAIN(TestHostStore)
#include "tst_hoststore.moc"
