// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/packagecheck.h"
#include "doctor/program/packagecommand.h"
#include "support/doctorrun.h"

#include <QTest>

using namespace sonde;
using namespace sonde::doctor;
using namespace Qt::StringLiterals;

// Which package a command downloads and runs, and whether it is there already: caches as npm, pnpm,
// Yarn, Bun, uv and pipx leave them.
class TestPackageCaches : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesThePackage_data();
    void namesThePackage();
    void findsThePackage_data();
    void findsThePackage();
    void doesNotSayThatAPackageIsMissingFromACacheThatItCannotRead();
    void comparesNodeWithThePackageOfPnpm();
};

namespace {

constexpr const char *kMetadata = R"({"main_package":{"package":"tide_tables"}})";

ServerProgram subjectOf(const QString &line)
{
    ServerProgram subject;
    subject.launch.arguments = line.split(u' ', Qt::SkipEmptyParts);
    subject.launch.program = subject.launch.arguments.takeFirst();
    return subject;
}

// Whatever the person who runs the test has set is not there.
void useCachesOf(ServerProgram &subject, const test::FaultFolder &folder)
{
    for (const char *name : {"npm_config_cache", "NPM_CONFIG_CACHE", "pnpm_config_cache_dir",
             "npm_config_cache_dir", "YARN_GLOBAL_FOLDER", "BUN_INSTALL", "BUN_INSTALL_CACHE_DIR",
             "UV_CACHE_DIR", "UV_TOOL_DIR", "PIPX_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"})
        subject.launch.environment.emplace_back(QString::fromLatin1(name), Secret());
    subject.folder = folder.path(u"project"_s);
}

} // namespace

void TestPackageCaches::namesThePackage_data()
{
    QTest::addColumn<PackageRunner>("runner");
    QTest::addColumn<QString>("package");
    using enum PackageRunner;
    const auto row = [](const char *line, PackageRunner runner, const char *package = "") {
        QTest::newRow(line) << runner << QString::fromLatin1(package);
    };
    row("npx -y @aya/notes", Npm, "@aya/notes");
    row("npx @aya/notes@1.2.3", Npm, "@aya/notes");
    row("npx -p notes@latest run", Npm, "notes");
    row("npx --package=notes run", Npm, "notes");
    row("npx --registry https://r.example notes", Npm, "notes");
    row("npx https://example.org/x", Npm);
    row("npx git+ssh://git@example.org/x", Npm);
    row("npx a/../../x", Npm);
    row("npx", Npm);
    row("npm exec --yes -- notes --stdio", Npm, "notes");
    row("npm --silent x notes", Npm, "notes");
    row("npm start", None);
    row("npm run exec", None);
    row("pnpm dlx @aya/notes@2", Pnpm, "@aya/notes");
    row("pnpm --package=notes dlx run", Pnpm, "notes");
    row("pnpm --package notes -c dlx run", Pnpm, "notes");
    row("pnpm exec notes", None);
    row("pnpx notes", Pnpm, "notes");
    row("yarn dlx -q notes", Yarn, "notes");
    row("yarn dlx -p @aya/notes run", Yarn, "@aya/notes");
    row("yarn start", None);
    row("bunx --bun @aya/notes@2", Bun, "@aya/notes");
    row("bun x notes", Bun, "notes");
    row("bun run notes", None);
    row("uvx tides==2.0", Uv, "tides");
    row("uvx tides@latest --stdio", Uv, "tides");
    row("uvx --from tides[all] t", Uv, "tides");
    row("uvx -p 3.12 tides", Uv, "tides");
    row("uvx --from=git+https://example.org/x t", Uv);
    row("uvx --from ./tides t", Uv);
    row("uv tool run --with httpx tides>=2", Uv, "tides");
    row("uv tool install tides", None);
    row("uv run tides", None);
    row("pipx run tides", Pipx, "tides");
    row("pipx run --spec tides-server==2 tides", Pipx, "tides-server");
    row("pipx run --python 3.12 tides", Pipx, "tides");
    row("pipx install tides", None);
    row("/opt/bin/pnpm dlx notes", Pnpm, "notes");
    row("node x", None);
}

void TestPackageCaches::namesThePackage()
{
    QFETCH(PackageRunner, runner);
    QFETCH(QString, package);
    const PackageCommand command =
        packageCommandOf(subjectOf(QString::fromUtf8(QTest::currentDataTag())));
    QCOMPARE(command.runner, runner);
    QCOMPARE(command.package, package);
}

void TestPackageCaches::findsThePackage_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("file"); // below the home folder
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Kind>("kind");
    const auto row = [](const char *name, const QString &line, const QString &file, Kind kind,
                         const QByteArray &text = "{}") {
        QTest::newRow(name) << line << file << text << kind;
    };
    const Kind here = Kind::PackageCached;
    const Kind away = Kind::WillDownload;
    row("npm: nothing", u"npx tides"_s, u".npm/_npx/ab/package.json"_s, away);
    row("npm: broken off", u"npx tides"_s, u".npm/_npx/ab/package.json"_s, Kind::CacheIncomplete,
        R"({"dependencies":{"tides":"^1"}})");
    row("npm: in the project", u"npm exec tides"_s, u"project/node_modules/tides/package.json"_s,
        here);
    row("pnpm", u"pnpm dlx @aya/notes"_s,
        u".cache/pnpm/dlx/0f/pkg/node_modules/@aya/notes/package.json"_s, here);
    row("pnpm: another package", u"pnpm dlx tides"_s,
        u".cache/pnpm/dlx/0f/pkg/node_modules/tide/package.json"_s, away);
    row("pnpm: broken off", u"pnpx tides"_s,
        u".cache/pnpm/dlx/0f/18f-2a/node_modules/tides/package.json"_s, away);
    row("pnpm: only in the project", u"pnpm dlx tides"_s,
        u"project/node_modules/tides/package.json"_s, away);
    row("yarn", u"yarn dlx tides"_s, u".yarn/berry/cache/tides-npm-2.0.0-0f-8.zip"_s, here);
    row("yarn: of a scope", u"yarn dlx @aya/notes"_s,
        u".yarn/berry/cache/@aya-notes-npm-1.4.2-0f-8.zip"_s, here);
    row("yarn: another package", u"yarn dlx tides"_s,
        u".yarn/berry/cache/tides-npm-tool-npm-2.0.0-0f-8.zip"_s, away);
    row("bun", u"bunx tides"_s, u".bun/install/cache/tides@2.0.0@@@1/package.json"_s, here);
    row("bun: of a scope", u"bunx @aya/notes"_s,
        u".bun/install/cache/@aya/notes@1.4.2@@@1/package.json"_s, here);
    row("bun: another package", u"bunx tide"_s,
        u".bun/install/cache/tides@2.0.0@@@1/package.json"_s, away);
    row("bun: another scope", u"bun x @other/notes"_s,
        u".bun/install/cache/@aya/notes@1.4.2@@@1/package.json"_s, away);
    row("uv", u"uvx Tide_Tables"_s, u".cache/uv/wheels-v5/pypi/tide-tables/2.0.msgpack"_s, here);
    row("uv: of another index", u"uvx tides"_s, u".cache/uv/wheels-v5/index/0f/tides/2.0.msgpack"_s,
        here);
    row("uv: installed as a tool", u"uv tool run tides"_s,
        u".local/share/uv/tools/tides/uv-receipt.toml"_s, here);
    row("uv: another package", u"uvx tides"_s, u".cache/uv/wheels-v5/pypi/tide/2.0.msgpack"_s,
        away);
    row("pipx", u"pipx run tide-tables"_s, u".cache/pipx/0f2a/pipx_metadata.json"_s, here,
        kMetadata);
    row("pipx: before version 1.3", u"pipx run tide-tables"_s,
        u".local/pipx/.cache/0f2a/pipx_metadata.json"_s, here, kMetadata);
    row("pipx: another package", u"pipx run tides"_s, u".cache/pipx/0f2a/pipx_metadata.json"_s,
        away, kMetadata);
    row("no runner of packages", u"node tides"_s, u"tides"_s, Kind::NoPackage);
}

void TestPackageCaches::findsThePackage()
{
    QFETCH(QString, line);
    QFETCH(QString, file);
    QFETCH(QByteArray, text);
    QFETCH(Kind, kind);
    const test::FaultFolder folder;
    folder.write(file, text);
    test::ChosenPaths machine;
    machine.chosenHome = folder.path();
    ServerProgram subject = subjectOf(line);
    useCachesOf(subject, folder);
    const CheckResult result = checkPackage(subject, machine);
    QCOMPARE(kindId(result.findings.front().kind), kindId(kind));
    if (kind == Kind::WillDownload)
        QCOMPARE(result.findings.front().values.value(1), subject.launch.program);
}

void TestPackageCaches::doesNotSayThatAPackageIsMissingFromACacheThatItCannotRead()
{
    struct FullCache : test::ChosenPaths {
        QStringList entriesOf(const QString &) const override
        {
            return QStringList(kMaxEntries, u"a-npm-1.0.0-0f-8.zip"_s);
        }
    };
    const test::FaultFolder folder;
    ServerProgram subject = subjectOf(u"yarn dlx tides"_s);
    useCachesOf(subject, folder);
    QCOMPARE(checkPackage(subject, FullCache()).outcome, Outcome::Skipped);
}

void TestPackageCaches::comparesNodeWithThePackageOfPnpm()
{
    const test::FaultFolder folder;
    folder.write(u".cache/pnpm/dlx/0f/pkg/node_modules/tides/package.json"_s,
        R"({"name":"tides","engines":{"node":">=99"}})");
    folder.write(u"bin/node"_s, "#!/bin/sh\necho v20.1.0\n", true);
    test::ChosenPaths machine;
    machine.chosenHome = folder.path();
    ServerProgram subject = subjectOf(u"pnpm dlx tides"_s);
    useCachesOf(subject, folder);
    subject.launch.environment.emplace_back(
        u"PATH"_s, Secret(folder.path(u"bin"_s) + u":/usr/bin:/bin"_s));
    subject.resolved.file = folder.write(u"bin/pnpm"_s, "#!/usr/bin/env node\n", true);
    const CheckResult result = checkRuntime(subject, machine);
    QCOMPARE(kindId(result.findings.front().kind), u"runtime-too-old"_s);
    QCOMPARE(result.findings.front().values.value(2), u"tides"_s);
}

QTEST_GUILESS_MAIN(TestPackageCaches)
#include "tst_packagecaches.moc"
