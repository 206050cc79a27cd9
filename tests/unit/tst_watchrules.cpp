// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "watch/ignorerules.h"
#include "watch/pathpattern.h"

#include <QTest>

using namespace sonde;

// Which files are watched.
class TestWatchRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matchesPaths_data();
    void matchesPaths();
    void ignoresAsGitDoes_data();
    void ignoresAsGitDoes();
};

void TestWatchRules::matchesPaths_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("matches");
    const auto row = [](const char *pattern, const char *path, bool matches) {
        QTest::addRow("%s %s", pattern, path)
            << QString::fromLatin1(pattern) << QString::fromLatin1(path) << matches;
    };
    row("*.ts", "a.ts", true);
    row("*.ts", "b/a.ts", false);
    row("**", "a/b/c", true);
    row("**/*.ts", "a.ts", true);
    row("**/*.ts", "a/b/c.ts", true);
    row("a/**/b", "a/b", true);
    row("a/**/b", "a/x/y/b", true);
    row("a/**/b/**/c", "a/b/b/x/c", true);
    row("a/**", "b/a", false);
    row("a?c", "abc", true);
    row("a?c", "ac", false);
    row("[a-c]x", "bx", true);
    row("[!a-c]x", "bx", false);
    row("[]x", "[]x", true);
    row("a\\*", "a*", true);
    row("a\\*", "ab", false);
    row("*a*b*c", "xxaxxbxxc", true);
    row("*a*b*c", "xxaxxbxx", false);
    row("", "a", false);
}

void TestWatchRules::matchesPaths()
{
    QFETCH(QString, pattern);
    QFETCH(QString, path);
    QTEST(watch::PathPattern(pattern).matches(path), "matches");
}

void TestWatchRules::ignoresAsGitDoes_data()
{
    QTest::addColumn<QString>("rules");
    QTest::addColumn<QString>("path"); // with a slash at its end: a folder
    QTest::addColumn<bool>("ignored");
    const auto row = [](const char *rules, const char *path, bool ignored) {
        QTest::addRow("%s: %s", qPrintable(QString::fromLatin1(rules).simplified()), path)
            << QString::fromLatin1(rules) << QString::fromLatin1(path) << ignored;
    };
    row("*.log", "a/b.log", true);
    row("*.log\n!keep.log", "a/keep.log", false);
    row("!keep.log\n*.log", "a/keep.log", true);
    row("/a", "a", true);
    row("/a", "b/a", false);
    row("a/b", "a/b", true);
    row("a/b", "x/a/b", false);
    row("out/", "out/", true);
    row("out/", "out", false);
    row("out/", "x/out/", true);
    row("# x\n\n", "# x", false);
    row("\\#x", "#x", true);
    row("x  \r\n", "x", true);
    row("", "node_modules/", true);
    row("", "a/.venv/", true);
    row("", "src/", false);
}

void TestWatchRules::ignoresAsGitDoes()
{
    QFETCH(QString, rules);
    QFETCH(QString, path);
    watch::IgnoreRules ignored;
    ignored.addText({}, rules);
    const bool isFolder = path.endsWith(u'/');
    path.chop(isFolder ? 1 : 0);
    QTEST(ignored.ignores(path, isFolder), "ignored");
}

QTEST_GUILESS_MAIN(TestWatchRules)
#include "tst_watchrules.moc"
