// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/help/completer.h"

#include <QTest>

using namespace Qt::StringLiterals;
using sonde::cli::Completer;

// What a shell offers for the next word, with the commands and options of the real help.
class TestCompleter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void completes_data();
    void completes();
};

void TestCompleter::completes_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("begun");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *before, const char *begun, const char *words) {
        const QByteArray name = QByteArray(before) + '/' + begun;
        QTest::newRow(name.constData()) << QString::fromLatin1(before) << QString::fromLatin1(begun)
                                        << QString::fromLatin1(words);
    };
    row("", "to", "tools");
    row("", "re", "replay request requests resources respond");
    row("", "xyz", "");
    row("tools", "", "call list show");
    row("tools", "s", "show");
    row("tools list", "", "");
    row("tools call", "", ""); // only the server knows its tools
    row("resources", "", "list read subscribe templates");
    row("auth", "lo", "login logout");
    row("--era legacy prompts", "", "get list");
    row("--json tools", "c", "call");
    row("--era", "", "auto legacy modern");
    row("tools list --era", "m", "modern");
    row("tools list --server", "", "one two words");
    row("tools list --revision", "2025", "2025-11-25");
    row("tools list --url", "", "");
    row("tools list", "--era", "--era");
    row("tools list --", "", ""); // the words of the server
    row("tools list -- node", "--", "");
    row("hosts tap", "", "claude cursor");
    row("hosts tap claude", "", "");
    row("hosts", "un", "untap");
    row("hosts tap", "--dry", "--dry-run");
    row("hosts tap claude x", "--f", "--file");
    row("hosts list", "--f", ""); // only of other commands
    row("trace check", "--fa", "--fail-on");
    row("trace export x", "--o", "--output");
    row("trace export x --format", "h", "har");
    row("trace export --format", "", "csv har jsonl md");
    row("trace check --format", "m", "markdown");
    row("hosts list --output-format", "t", "table");
    row("info --output-format", "t", "text");
    row("tools call", "--ty", "--typed");
    row("tools list", "--ty", "");
    row("", "--ty", "--typed"); // a command may follow
    row("tools list --client-proof", "private", "private_key_jwt");
    row("tools list", "--hel", "--help");
    row("help", "f", "filter");
    row("completion", "", "bash zsh");
    row("rule", "tools", "tools tools.name-unique");
    row("rule", "--a", "--area");
    row("rule --format", "m", "markdown");
    row("check --select", "a", "auth");
}

void TestCompleter::completes()
{
    QFETCH(const QString, before);
    QFETCH(const QString, begun);
    const Completer completer(
        {{u"HOST"_s, {u"cursor"_s, u"claude"_s}}, {u"TOPIC"_s, {u"filter"_s, u"start"_s}},
            {u"SHELL"_s, {u"bash"_s, u"zsh"_s}}, {u"--server"_s, {u"one"_s, u"two words"_s}},
            {u"ID"_s, {u"tools"_s, u"tools.name-unique"_s}}, {u"--select"_s, {u"auth"_s}},
            {u"--revision"_s, {u"2024-11-05"_s, u"2025-11-25"_s}}});
    QFETCH(const QString, words);
    QCOMPARE(completer.words(before.split(u' ', Qt::SkipEmptyParts), begun).join(u' '), words);
}

QTEST_GUILESS_MAIN(TestCompleter)
#include "support/clicommands.h"
#include "tst_completer.moc"
