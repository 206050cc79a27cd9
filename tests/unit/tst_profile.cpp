// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/profile.h"

#include <QDir>
#include <QTest>

#include <functional>

using namespace sonde;
using namespace sonde::config;

namespace {

Profile goodProfile()
{
    Profile profile;
    profile.name = QStringLiteral("demo");
    profile.program = QStringLiteral("server");
    return profile;
}

using Change = std::function<void(Profile &)>;

} // namespace

Q_DECLARE_METATYPE(Change)

class ProfileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void acceptsAGoodOne();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void neverSaysAValueOfTheEnvironment();
    void namesEveryEra();
};

void ProfileTest::acceptsAGoodOne()
{
    Profile profile = goodProfile();
    profile.arguments = {QString(), QStringLiteral("a b"), QStringLiteral("--x=1")};
    profile.workingDirectory = QDir::rootPath();
    profile.environment.emplace_back(QStringLiteral("TOKEN"), Secret(QStringLiteral("x")));
    profile.environment.emplace_back(QStringLiteral("EMPTY"), Secret());
    profile.revision = QStringLiteral("2025-11-25");
    QVERIFY(validate(profile, {QStringLiteral("other")}).empty());
}

void ProfileTest::saysWhatIsWrong_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<int>("field");
    QTest::addColumn<bool>("blocks");
    const auto row = [](const char *name, ProfileField field, bool blocks, Change change) {
        QTest::newRow(name) << std::move(change) << static_cast<int>(field) << blocks;
    };
    using F = ProfileField;
    using std::chrono::milliseconds;
    const QString nul(QChar::Null);
    row("no name", F::Name, true, [](Profile &p) { p.name = QStringLiteral("  "); });
    row("name with blanks", F::Name, true, [](Profile &p) { p.name = QStringLiteral("a "); });
    row("long name", F::Name, true, [](Profile &p) { p.name = QString(kMaxNameLength + 1, u'a'); });
    row("control in name", F::Name, true, [](Profile &p) { p.name = QStringLiteral("a\tb"); });
    row("name in use", F::Name, true, [](Profile &p) { p.name = QStringLiteral("other"); });
    row("no program", F::Program, true, [](Profile &p) { p.program.clear(); });
    row("NUL in program", F::Program, true, [nul](Profile &p) { p.program += nul; });
    row("home in program", F::Program, false,
        [](Profile &p) { p.program = QStringLiteral("~/x"); });
    row("whole line", F::Program, false,
        [](Profile &p) { p.program = QStringLiteral("npx -y x"); });
    row("blank after program", F::Program, false,
        [](Profile &p) { p.program = QStringLiteral("x "); });
    row("NUL in argument", F::Arguments, true, [nul](Profile &p) { p.arguments += nul; });
    row("long argument", F::Arguments, true,
        [](Profile &p) { p.arguments += QString(kMaxArgumentBytes + 1, u'a'); });
    row("many arguments", F::Arguments, true,
        [](Profile &p) { p.arguments.resize(kMaxArguments + 1); });
    row("relative folder", F::WorkingDirectory, true,
        [](Profile &p) { p.workingDirectory = QStringLiteral("a/b"); });
    row("missing folder", F::WorkingDirectory, false,
        [](Profile &p) { p.workingDirectory = QStringLiteral("/no/such/folder"); });
    row("file for folder", F::WorkingDirectory, false,
        [](Profile &p) { p.workingDirectory = QCoreApplication::applicationFilePath(); });
    row("nameless variable", F::Environment, true,
        [](Profile &p) { p.environment.emplace_back(QString(), Secret()); });
    row("equals in variable", F::Environment, true,
        [](Profile &p) { p.environment.emplace_back(QStringLiteral("A=B"), Secret()); });
    row("NUL in value", F::Environment, true,
        [nul](Profile &p) { p.environment.emplace_back(QStringLiteral("A"), Secret(nul)); });
    row("long value", F::Environment, true, [](Profile &p) {
        p.environment.emplace_back(QStringLiteral("A"), Secret(QString(kMaxArgumentBytes, u'a')));
    });
    row("variable twice", F::Environment, true, [](Profile &p) {
        p.environment.emplace_back(QStringLiteral("A"), Secret());
        p.environment.emplace_back(QStringLiteral("A"), Secret());
    });
    row("many variables", F::Environment, true, [](Profile &p) {
        for (qsizetype i = 0; i <= kMaxVariables; ++i)
            p.environment.emplace_back(QStringLiteral("A%1").arg(i), Secret());
    });
    row("no quiet time", F::QuietTime, true, [](Profile &p) { p.watch.quiet = milliseconds(0); });
    row("long quiet time", F::QuietTime, true,
        [](Profile &p) { p.watch.quiet = kMaxQuiet + milliseconds(1); });
    row("empty watched path", F::WatchedPaths, true,
        [](Profile &p) { p.watch.paths = QStringList{QStringLiteral(" ")}; });
    row("NUL in watched path", F::WatchedPaths, true,
        [nul](Profile &p) { p.watch.paths = QStringList{nul}; });
    row("long watched path", F::WatchedPaths, true,
        [](Profile &p) { p.watch.paths = QStringList{QString(kMaxWatchedPathLength + 1, u'a')}; });
    row("many watched paths", F::WatchedPaths, true, [](Profile &p) {
        p.watch.paths = QStringList(kMaxWatchedPaths + 1, QStringLiteral("*.py"));
    });
    row("no such watched path", F::WatchedPaths, false,
        [](Profile &p) { p.watch.paths = QStringList{QStringLiteral("no/such/folder")}; });
    row("no such watched path of a URL", F::WatchedPaths, false, [](Profile &p) {
        p.reachByUrl().url = QStringLiteral("https://example.org/mcp");
        p.watch.buildFolder = QDir::tempPath();
        p.watch.paths = QStringList{QStringLiteral("no/such/folder")};
    });
    row("build without a program", F::Build, true, [](Profile &p) {
        p.watch.build = QStringList{QString(), QStringLiteral("run")};
    });
    row("NUL in build", F::Build, true, [nul](Profile &p) {
        p.watch.build = QStringList{QStringLiteral("npm"), nul};
    });
    row("build as a whole line", F::Build, false,
        [](Profile &p) { p.watch.build = QStringList{QStringLiteral("npm run build")}; });
    row("relative build folder", F::BuildFolder, true,
        [](Profile &p) { p.watch.buildFolder = QStringLiteral("src"); });
    row("no such build folder", F::BuildFolder, false,
        [](Profile &p) { p.watch.buildFolder = QStringLiteral("/no/such/folder"); });
    row("blank in revision", F::Revision, true,
        [](Profile &p) { p.revision = QStringLiteral("2025 11"); });
    row("odd revision", F::Revision, false,
        [](Profile &p) { p.revision = QStringLiteral("draft"); });
    row("no time", F::HandshakeTimeout, true,
        [](Profile &p) { p.handshakeTimeout = milliseconds(0); });
    row("negative time", F::IdleTimeout, true,
        [](Profile &p) { p.idleTimeout = milliseconds(-1); });
    row("more than a day", F::TotalTimeout, true,
        [](Profile &p) { p.totalTimeout = kMaxTimeout + milliseconds(1); });
    row("total below idle", F::TotalTimeout, false,
        [](Profile &p) { p.totalTimeout = milliseconds(1); });
}

void ProfileTest::saysWhatIsWrong()
{
    QFETCH(Change, change);
    QFETCH(int, field);
    QFETCH(bool, blocks);
    Profile profile = goodProfile();
    change(profile);
    const auto problems = validate(profile, {QStringLiteral("other")});
    QCOMPARE(problems.size(), std::size_t(1));
    QCOMPARE(static_cast<int>(problems[0].field), field);
    QCOMPARE(problems[0].blocks, blocks);
    QCOMPARE(canBeSaved(problems), !blocks);
    QVERIFY(problems[0].sentence.endsWith(u'.'));
}

void ProfileTest::neverSaysAValueOfTheEnvironment()
{
    Profile profile = goodProfile();
    const QString value = QStringLiteral("hush-hush") + QChar(QChar::Null);
    profile.environment.emplace_back(QStringLiteral("A"), Secret(value));
    profile.environment.emplace_back(QString(), Secret(QStringLiteral("hush-hush")));
    const auto problems = validate(profile, {});
    QCOMPARE(problems.size(), std::size_t(2));
    for (const FieldProblem &problem : problems)
        QVERIFY(!problem.sentence.contains(QStringLiteral("hush")));
}

void ProfileTest::namesEveryEra()
{
    for (const EraMode mode : {EraMode::Auto, EraMode::Legacy, EraMode::Modern})
        QCOMPARE(eraModeFromName(eraModeName(mode)), mode);
    QVERIFY(!eraModeFromName(u"Auto"));
}

QTEST_GUILESS_MAIN(ProfileTest)
#include "tst_profile.moc"
