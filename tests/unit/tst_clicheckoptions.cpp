// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "accept/hostlist.h"
#include "cli/options/optiontable.h"
#include "support/optionline.h"

#include <QTest>

using namespace sonde;
using namespace sonde::cli;

// The options of `sonde-cli check`.
class TstCliCheckOptions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsWhatACheckDoes();
    void readsHosts();
    void explainsWrongInput_data();
    void explainsWrongInput();
};

void TstCliCheckOptions::readsWhatACheckDoes()
{
    const Result<Options> plain = test::optionsOf(QStringLiteral("check -- s"));
    QVERIFY(plain.ok());
    QCOMPARE(plain->command, Command::Check);
    QVERIFY(plain->check.calls.empty() && !plain->check.callReadOnly && !plain->check.dryRun);
    QVERIFY(plain->check.levels.failing == findings::Level::Error);
    QCOMPARE(plain->check.form.format, QStringLiteral("text"));
    const Result<Options> all = parseOptions({"check", "--all-revisions", "--call", "echo",
        "--call", "a=b={\"key\":1}", "--call-read-only", "--dry-run", "--level", "warning",
        "--fail-on", "never", "--format", "sarif", "--explain", "--select", "tools,auth",
        "--ignore", "auth.pkce", "--baseline", "b.json", "--", "s"});
    QVERIFY2(all.ok(), all.ok() ? "" : qPrintable(all.error().sentence));
    QVERIFY(all->check.allRevisions && all->check.callReadOnly && all->check.dryRun);
    QCOMPARE(all->check.calls.size(), std::size_t(2));
    QCOMPARE(all->check.calls[0].tool, QStringLiteral("echo"));
    QCOMPARE(all->check.calls[0].arguments, std::string("{}"));
    QCOMPARE(all->check.calls[1].tool, QStringLiteral("a=b"));
    QCOMPARE(all->check.calls[1].arguments, std::string("{\"key\":1}"));
    QVERIFY(all->check.levels.shown == findings::Level::Warning);
    QVERIFY(!all->check.levels.failing);
    QVERIFY(all->check.form.explains && !plain->check.form.explains);
    const cli::RuleSelection &rules = all->check.levels.rules;
    QVERIFY(rules.has("tools.name-unique") && rules.has("auth.state"));
    QVERIFY(!rules.has("auth.pkce") && !rules.has("http.notification-202"));
    QCOMPARE(all->check.form.format, QStringLiteral("sarif"));
    QCOMPARE(all->check.baseline, QStringLiteral("b.json"));
}

void TstCliCheckOptions::readsHosts()
{
    const auto hosts = [](const char *line) {
        const Result<Options> read = test::optionsOf(QString::fromLatin1(line));
        return read ? read->check.hosts : QStringList();
    };
    QCOMPARE(hosts("check -- s"), QStringList());
    QCOMPARE(hosts("check --for cursor -- s"), QStringList{QStringLiteral("cursor")});
    QCOMPARE(hosts("check --json --for codex,gemini,codex -- s"),
        (QStringList{QStringLiteral("codex"), QStringLiteral("gemini-cli")}));
    QStringList all = accept::HostList::instance().ids();
    QCOMPARE(hosts("check --for all -- s"), all);
    // What a shell offers is what there is.
    QStringList offered = optionValues(*findOption(QStringLiteral("--for")));
    QVERIFY(offered.removeOne(QStringLiteral("all")));
    all.sort();
    QCOMPARE(offered, all);
}

void TstCliCheckOptions::explainsWrongInput_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *line, const char *says) {
        QTest::newRow(line) << QString::fromLatin1(line) << QString::fromUtf8(says);
    };
    row("check x -- s", "“check” takes no further argument");
    row("check --call a={] -- s", "not a JSON object");
    row("check --call ={} -- s", "--call needs the name of a tool");
    row("check --format xml -- s", "--format text, json, junit");
    row("check --json --format junit -- s", "--json contradicts --format junit");
    row("check --select tols -- s", "Did you mean tools");
    row("check --ignore tools.name-uniqe -- s", "Did you mean tools.name-unique");
    row("info --select tools -- s", "--select is only for check, test and trace check");
    row("check --level loud -- s", "error, warning or info");
    row("check --level never -- s", "error, warning or info");
    row("check --all-revisions --era legacy -- s", "contradicts --era");
    row("check --all-revisions --revision 2025-06-18 -- s", "contradicts --revision");
    row("check --for cursr -- s", "There is no host “cursr”. Did you mean cursor?");
    row("check --for cursr -- s", "or use --for all");
    row("check --for , -- s", "There is no host");
    row("check --for codex --format sarif -- s", "--for prints text or JSON");
    row("info --for codex -- s", "--for is only for check");
    row("info --call a -- s", "--call is only for check");
    row("info --dry-run -- s", "--dry-run is only for check");
}

void TstCliCheckOptions::explainsWrongInput()
{
    QFETCH(QString, line);
    QFETCH(QString, says);
    const Result<Options> options = test::optionsOf(line);
    QVERIFY(!options.ok());
    QVERIFY2(options.error().sentence.contains(says), qPrintable(options.error().sentence));
}

QTEST_GUILESS_MAIN(TstCliCheckOptions)
#include "tst_clicheckoptions.moc"
