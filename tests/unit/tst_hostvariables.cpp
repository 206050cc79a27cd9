// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/hostvariables.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::config;

namespace {

HostVariables example()
{
    HostVariables variables;
    variables.environment = [](const QString &name) -> std::optional<QString> {
        if (name == "KEY"_L1)
            return u"k-${HOME}"_s;
        if (name == "EMPTY"_L1)
            return QString();
        return std::nullopt;
    };
    variables.home = u"/home/ann"_s;
    variables.workspace = u"/home/ann/tides"_s;
    return variables;
}

} // namespace

class TestHostVariables : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void replacesReferences_data();
    void replacesReferences();
    void replacesPlainNamesOnlyForTheirHosts();
    void staysInItsBounds();
    void saysWhatHasNoValue_data();
    void saysWhatHasNoValue();
    void fillsAllThatAServerHas();
};

void TestHostVariables::replacesReferences_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QStringList>("unknown");
    const auto row = [](const char *text, const char *expected, const QStringList &unknown = {}) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(expected) << unknown;
    };
    row("", "");
    row("plain $KEY $(KEY) %KEY%", "plain $KEY $(KEY) %KEY%");
    row("${KEY}", "k-${HOME}"); // not again
    row("a${KEY}b${env:KEY}c{env:KEY}d", "ak-${HOME}bk-${HOME}ck-${HOME}d");
    row("${NONE}", "${NONE}", {u"${NONE}"_s});
    row("${NONE} ${NONE} {env:NONE}", "${NONE} ${NONE} {env:NONE}",
        {u"${NONE}"_s, u"{env:NONE}"_s});
    row("${NONE:-a b}", "a b");
    row("${NONE:-}", "");
    row("${EMPTY}", "");
    row("${EMPTY:-x}", "x");
    row("${KEY:-x}", "k-${HOME}");
    row("${userHome}/x", "/home/ann/x");
    row("${workspaceFolder}/x ${workspaceFolderBasename}", "/home/ann/tides/x tides");
    row("${input:api key}", "${input:api key}", {u"${input:api key}"_s});
    row("${input:KEY}", "k-${HOME}"); // for which a host asks
    row("${localEnv:KEY} ${{ secrets.KEY }}", "k-${HOME} k-${HOME}");
    row("a${/}b${pathSeparator}c", "a/b/c");
    row("${command:pick} ${config:a.b} {file:~/x}", "${command:pick} ${config:a.b} {file:~/x}",
        {u"${command:pick}"_s, u"${config:a.b}"_s, u"{file:~/x}"_s});
    row("${", "${");
    row("${}", "${}");
    row("${KEY", "${KEY");
    row("${9} ${a-b} {KEY}", "${9} ${a-b} {KEY}");
    row("${${KEY}}", "${k-${HOME}}");
}

void TestHostVariables::replacesReferences()
{
    QFETCH(const QString, text);
    QFETCH(const QString, expected);
    QFETCH(const QStringList, unknown);
    QStringList without;
    QCOMPARE(withVariables(text, example(), without), expected);
    QCOMPARE(without, unknown);
}

void TestHostVariables::replacesPlainNamesOnlyForTheirHosts()
{
    HostVariables variables = example();
    QStringList unknown;
    QCOMPARE(withVariables(u"$KEY/$NONE $5"_s, variables, unknown), u"$KEY/$NONE $5"_s);
    QCOMPARE(unknown, QStringList());
    variables.hasPlainNames = true;
    QCOMPARE(withVariables(u"$KEY/$NONE $5"_s, variables, unknown), u"k-${HOME}/$NONE $5"_s);
    QCOMPARE(unknown, QStringList{u"$NONE"_s});
}

// A short text with many references must not become a long one, nor a long list.
void TestHostVariables::staysInItsBounds()
{
    HostVariables variables;
    variables.environment = [](const QString &name) -> std::optional<QString> {
        return name == "LONG"_L1 ? std::optional(QString(100'000, u'x')) : std::nullopt;
    };
    QStringList unknown;
    QVERIFY(withVariables(u"${LONG}"_s.repeated(1000), variables, unknown).size() < 2 * kMaxFilled);
    QCOMPARE(unknown, QStringList{u"${LONG}"_s});
    QString many;
    for (int i = 0; i < 20'000; ++i)
        many += u"${N%1}"_s.arg(i);
    QCOMPARE(withVariables(many, variables, unknown), many);
    QCOMPARE(unknown.size(), kMaxUnknown);
}

void TestHostVariables::saysWhatHasNoValue_data()
{
    QTest::addColumn<QString>("reference");
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *reference, const char *variable, const char *says) {
        QTest::newRow(reference) << QString::fromUtf8(reference) << QString::fromUtf8(variable)
                                 << QString::fromUtf8(says);
    };
    row("${A_B}", "A_B", "“tide” contains ${A_B}, but the environment variable A_B is not set.");
    row("${env:A}", "A", "the environment variable A is not set");
    row("{env:A}", "A", "the environment variable A is not set");
    row("${{ secrets.A }}", "A", "the environment variable A is not set");
    row("$A", "A", "the environment variable A is not set");
    row("${input:api-key}", "api-key", "which its host asks for");
    row("${command:x}", "", "which only its host can resolve");
    row("{file:x}", "", "which only its host can resolve");
    row("${workspaceFolder}", "", "which only its host can resolve");
}

void TestHostVariables::saysWhatHasNoValue()
{
    QFETCH(const QString, reference);
    QTEST(variableOf(reference), "variable");
    const QString sentence = unresolvedText(u"tide"_s, reference);
    QFETCH(const QString, says);
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
}

void TestHostVariables::fillsAllThatAServerHas()
{
    Profile server;
    server.program = u"${userHome}/bin/tides"_s;
    server.arguments = {u"--key=${EMPTY:-none}"_s, u"${NONE}"_s};
    server.workingDirectory = u"${workspaceFolder}"_s;
    server.environment.emplace_back(u"${KEY}"_s, Secret(u"${env:EMPTY}x"_s));
    server.reachByUrl();
    server.http()->url = u"https://example.org/${NONE}${OTHER}"_s;
    server.http()->headers.push_back({u"X-Key"_s, Secret(u"${EMPTY:-y}"_s), true});
    QCOMPARE(fillVariables(server, example()), QStringList({u"${NONE}"_s, u"${OTHER}"_s}));
    QCOMPARE(server.program, u"/home/ann/bin/tides"_s);
    QCOMPARE(server.arguments, QStringList({u"--key=none"_s, u"${NONE}"_s}));
    QCOMPARE(server.workingDirectory, u"/home/ann/tides"_s);
    QCOMPARE(server.environment.front().first, u"${KEY}"_s); // a name
    QCOMPARE(server.environment.front().second.reveal(), u"x"_s);
    QCOMPARE(server.http()->url, u"https://example.org/${NONE}${OTHER}"_s);
    QCOMPARE(server.http()->headers.front().value.reveal(), u"y"_s);
}

QTEST_GUILESS_MAIN(TestHostVariables)
#include "tst_hostvariables.moc"
