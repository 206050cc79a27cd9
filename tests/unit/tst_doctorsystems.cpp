// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/host/hostsystemcheck.h"
#include "hosts/table/hosttable.h"

#include <QTest>

using namespace sonde;
using namespace sonde::doctor;
using namespace Qt::StringLiterals;
using hosts::System;

// Entries of hosts on Windows and in WSL: what the file alone says.
class TestDoctorSystems : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void judgesEntries_data();
    void judgesEntries();
};

void TestDoctorSystems::judgesEntries_data()
{
    QTest::addColumn<System>("system");
    QTest::addColumn<QString>("host");
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<QString>("kind"); // empty: nothing is wrong
    QTest::addColumn<QString>("words"); // in the sentence or the remedy
    const auto row = [](const char *name, System system, const char *host, const char *entry,
                         const char *kind = "", const char *words = "") {
        QTest::newRow(name) << system << QString::fromLatin1(host) << QByteArray(entry)
                            << QString::fromLatin1(kind) << QString::fromLatin1(words);
    };
    const auto windows = System::Windows;
    row("npx without cmd", windows, "claude-code", R"({"command":"npx","args":["-y","tide"]})",
        "host-needs-cmd", "put /c and npx before");
    row("npx of Claude Desktop", windows, "claude-desktop", R"({"command":"npx","args":["tide"]})");
    row("npx with cmd", windows, "claude-code",
        R"({"command":"cmd","args":["/c","npx","-y","tide"]})");
    row("npx of a host that finds it", windows, "vscode", R"({"command":"npx","args":["tide"]})");
    row("npx elsewhere", System::MacOs, "claude-code", R"({"command":"npx","args":["tide"]})");
    row("a program", windows, "claude-code", R"({"command":"C:\\uv\\uvx.exe","args":["tide"]})");
    row("spaces for npx", windows, "cursor", R"({"command":"npx","args":["tide","C:\\My Data"]})",
        "host-splits-argument", "My Data");
    row("spaces behind cmd", windows, "claude-desktop",
        R"({"command":"cmd","args":["/c","npx","tide","a b"]})");
    row("spaces for pnpm", windows, "cursor", R"({"command":"pnpm","args":["dlx","tide","a b"]})");
    row("a header for npx", windows, "cursor",
        R"({"command":"npx","args":["mcp-remote","--header","Authorization: Bearer abcdefghijklmnop"]})",
        "host-splits-argument", "Authorization: ");
    row("spaces for a program", windows, "cursor", R"({"command":"tide.exe","args":["a b"]})");
    row("a path inside WSL", windows, "cursor",
        R"({"command":"node","args":["/mnt/c/tide/server.js"]})", "host-path-of-wsl", "/mnt/c/");
    row("a home inside WSL", windows, "cursor", R"({"command":"/home/ada/tide","args":[]})",
        "host-path-of-wsl", "/home/ada/tide");
    row("a value of an option", windows, "cursor",
        R"({"command":"tide.exe","args":["--db=/mnt/d/tide.db"]})", "host-path-of-wsl", "/mnt/d");
    row("wsl with its path", windows, "cursor",
        R"({"command":"wsl.exe","args":["node","/home/ada/server.js"]})");
    row("a container with its path", windows, "cursor",
        R"({"command":"docker","args":["run","-i","tide","/home/ada/data"]})");
    row("wsl behind cmd", windows, "cursor",
        R"({"command":"cmd","args":["/c","wsl","node","/home/ada/server.js"]})");
    row("a cluster with its path", windows, "cursor",
        R"({"command":"kubectl","args":["exec","-i","tide","--","/home/ada/tide"]})");
    row("an option of Windows", windows, "cursor", R"({"command":"tide.exe","args":["/home"]})");
    row("variables for wsl", windows, "cursor",
        R"({"command":"wsl","args":["tide"],"env":{"TIDE_KEY":"x","TZ":"UTC"}})",
        "host-variables-of-wsl", "TIDE_KEY:TZ");
    row("variables for wsl behind cmd", windows, "cursor",
        R"({"command":"cmd","args":["/c","wsl","tide"],"env":{"TIDE_KEY":"x"}})",
        "host-variables-of-wsl", "TIDE_KEY");
    row("variables beside those of WSLENV", windows, "cursor",
        R"({"command":"wsl","args":["tide"],"env":{"TIDE_KEY":"x","WSLENV":"TZ/u"}})",
        "host-variables-of-wsl", "TZ/u:TIDE_KEY");
    row("variables that WSLENV names", windows, "cursor",
        R"({"command":"wsl","args":["tide"],"env":{"TIDE_KEY":"x","WSLENV":"TZ/u:TIDE_KEY/u"}})");
    row("a path of Windows in WSL", System::Linux, "claude-code",
        R"({"command":"node","args":["C:\\tide\\server.js"]})", "host-path-of-windows", "C:");
    row("a program of Windows in Wine", System::Linux, "claude-code",
        R"({"command":"wine","args":["C:\\tide\\tide.exe"]})");
    row("a program of Windows in WSL", System::Linux, "claude-code",
        R"({"command":"/mnt/c/tide/tide.exe","args":["C:\\tide\\data"]})");
    row("a URL", System::Linux, "claude-code", R"({"url":"https://tide.example/mcp"})");
}

void TestDoctorSystems::judgesEntries()
{
    QFETCH(const System, system);
    QFETCH(const QString, host);
    QFETCH(const QByteArray, entry);
    QFETCH(const QString, kind);
    QFETCH(const QString, words);
    hosts::FoundFile file;
    file.host = hosts::findHost(host);
    file.path = u"C:/Users/ada/hosts.json"_s;
    const QByteArray container = file.host->containers.front().data();
    file.document = hosts::HostDocument::parse(
        *file.host, Bytes::fromByteArray("{\"" + container + "\":{\"tide\":" + entry + "}}"));
    QCOMPARE(file.document.entries().size(), std::size_t(1));
    const auto findings = judgeSystem(file, file.document.entries().front(), system);
    QCOMPARE(findings.size(), std::size_t(kind.isEmpty() ? 0 : 1));
    if (findings.empty())
        return;
    QCOMPARE(kindId(findings.front().kind), kind);
    QVERIFY(isOfHost(findings.front().kind));
    const QString text = sentenceOf(findings.front()) + remedyOf(findings.front());
    QVERIFY2(!text.contains(u"abcdefghijklmnop"), qPrintable(text));
    QVERIFY2(text.contains(words) && text.contains(file.path), qPrintable(text));
}

QTEST_GUILESS_MAIN(TestDoctorSystems)
#include "tst_doctorsystems.moc"
