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

void TestHostVariables::fillsAllThatAServerHas()
{
    Profile server;
    server.program = u"${userHome}/bin/tides"_s;
    server.arguments = {u"--key=${EMPTY:-none}"_s, u"${NONE}"_s};
    server.workingDirectory = u"${workspaceFolder}"_s;
    server.environment.emplace_back(u"${KEY}"_s, Secret(u"${env:EMPTY}x"_s));
    server.http.emplace();
    server.http->url = u"https://example.org/${NONE}${OTHER}"_s;
    server.http->headers.push_back({u"X-Key"_s, Secret(u"${EMPTY:-y}"_s), true});
    QCOMPARE(fillVariables(server, example()), QStringList({u"${NONE}"_s, u"${OTHER}"_s}));
    QCOMPARE(server.program, u"/home/ann/bin/tides"_s);
    QCOMPARE(server.arguments, QStringList({u"--key=none"_s, u"${NONE}"_s}));
    QCOMPARE(server.workingDirectory, u"/home/ann/tides"_s);
    QCOMPARE(server.environment.front().first, u"${KEY}"_s); // a name
    QCOMPARE(server.environment.front().second.reveal(), u"x"_s);
    QCOMPARE(server.http->url, u"https://example.org/${NONE}${OTHER}"_s);
    QCOMPARE(server.http->headers.front().value.reveal(), u"y"_s);
}

QTEST_GUILESS_MAIN(TestHostVariables)
#include "tst_hostvariables.moc"
