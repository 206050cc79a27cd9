// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/recordedclient.h"

#include "json/document.h"
#include <QFile>

using namespace sonde;
using namespace sonde::test;

// What the caller of a tool is told, by the window's engine and by the command line, and what the
// recordings of both say of the same responses.
class TestOneStory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isToldByWindowCommandLineAndFile_data();
    void isToldByWindowCommandLineAndFile();
    void keepsTheCodeInEveryExport();
};

namespace {

const QString kStart = QStringLiteral(R"({"jsonrpc":"2.0","id":%ID,)");

// What crossed, one row after the other: "request tools/call error 4294934695".
QStringList rowsOf(const QString &file)
{
    const Run run =
        cli({QStringLiteral("trace"), QStringLiteral("show"), file, QStringLiteral("--json")});
    QStringList rows;
    for (const QByteArray &line : run.out.split('\n')) {
        const auto document = json::Document::parse(line.toStdString());
        const auto row = document.root();
        if (row["dir"].equals("none") || !row.exists())
            continue;
        QStringList words;
        for (const char *name : {"kind", "method", "status", "problem"})
            words += row[name].toString();
        words += json::toQString(row["code"].raw());
        words.removeAll(QString());
        rows += words.join(u' ');
    }
    return rows;
}

QStringList serverWith(const QString &method, const QString &response)
{
    return {QStringLiteral("--answer"), method, response};
}

} // namespace

void TestOneStory::isToldByWindowCommandLineAndFile_data()
{
    QTest::addColumn<QStringList>("server");
    QTest::addColumn<QString>("told");
    QTest::addColumn<QStringList>("rows"); // the last ones
    const auto call = [](const char *name, const QString &response, const QString &told,
                          const QStringList &rows) {
        QTest::newRow(name) << serverWith(QStringLiteral("tools/call"), response) << told << rows;
    };
    const auto code = [&call](const QString &written, const QString &remark = {}) {
        const QString problem = remark.isEmpty() ? QString() : QStringLiteral("malformed-error ");
        call(qPrintable(written),
            kStart + QStringLiteral(R"("error":{"code":%1,"message":"m"}})").arg(written),
            remark.isEmpty() ? QStringLiteral("m") : remark,
            {QStringLiteral("request tools/call error ") + written,
                QStringLiteral("error tools/call error ") + problem + written});
    };
    code(QStringLiteral("-32602"));
    code(QStringLiteral("4294934695"));
    code(QStringLiteral("9007199254740993"));
    code(QStringLiteral("2147483648"));
    code(QStringLiteral("-32601.0"));
    code(QStringLiteral("1e400"));
    code(QStringLiteral("-0"));
    code(QStringLiteral("1.5"), QStringLiteral("\"code\" must be an integer"));
    code(
        QStringLiteral("\"-32601\""), QStringLiteral("\"code\" must be an integer (found string)"));

    QTest::newRow("an answer before its request")
        << serverWith(QStringLiteral("initialize"),
               kStart
                   + QStringLiteral(
                       R"("result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},)"
                       R"("serverInfo":{"name":"early","version":"1"}}})"
                       "\n"
                       R"({"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text",)"
                       R"("text":"EARLY"}]}})"))
        << QStringLiteral(R"({"text":"real"})")
        << QStringList{QStringLiteral("response ok unknown-id"),
               QStringLiteral("notification notifications/initialized"),
               QStringLiteral("request tools/call ok"), QStringLiteral("response tools/call ok")};
    call("an unreadable request",
        QStringLiteral(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"bad"}})"),
        QStringLiteral("bad. The response has no id"),
        {QStringLiteral("request tools/call error -32600"),
            QStringLiteral("error tools/call error -32600")});
    call("an error that is a string", kStart + QStringLiteral(R"("error":"no"})"),
        QStringLiteral("\"error\" must be an object (found string)"),
        {QStringLiteral("request tools/call error"),
            QStringLiteral("error tools/call error malformed-error")});
    call("an empty error", kStart + QStringLiteral(R"("error":{}})"),
        QStringLiteral("\"code\" is missing; \"message\" is missing"),
        {QStringLiteral("request tools/call error"),
            QStringLiteral("error tools/call error malformed-error")});
    call("a null error beside a result",
        kStart
            + QStringLiteral(
                R"("result":{"content":[{"type":"text","text":"taken"}]},"error":null})"),
        QStringLiteral("taken"),
        {QStringLiteral("request tools/call ok"),
            QStringLiteral("response tools/call ok malformed-error")});
}

void TestOneStory::isToldByWindowCommandLineAndFile()
{
    QFETCH(QStringList, server);
    QFETCH(QString, told);
    QFETCH(QStringList, rows);

    mcp::ClientConfig config;
    config.endpoint.launch()->program = kTestServer;
    config.endpoint.launch()->arguments = server;
    config.era.mode = mcp::EraPolicy::Mode::Legacy;
    RecordedClient window(config);
    QVERIFY(window.start());
    const QString inWindow = window.call("echo", R"({"text":"real"})");
    QVERIFY(window.stop());
    QVERIFY(window.recorder.flush().ok());
    QVERIFY2(inWindow.contains(told), qPrintable(inWindow));

    const QString file = window.folder.filePath(QStringLiteral("cli.sonde"));
    const Run run = withTestServer(
        {QStringLiteral("--era"), QStringLiteral("legacy"), QStringLiteral("--record"), file,
            QStringLiteral("tools"), QStringLiteral("call"), QStringLiteral("echo"),
            QStringLiteral("text=real")},
        server);
    const QString onCommandLine = QString::fromUtf8(run.out + run.err);
    QVERIFY2(onCommandLine.contains(told), qPrintable(onCommandLine));
    QVERIFY2(!run.out.contains("EARLY"), run.out.constData()); // stderr names what was not used
    const QString code = rows.back().section(u' ', -1);
    if (rows.back().startsWith(QLatin1String("error")) && !rows.back().endsWith(u'r'))
        QVERIFY2(
            run.err.contains(QByteArray("error " + code.toUtf8() + ": ")), run.err.constData());

    for (const QString &recording : {window.sessionPath(), file}) {
        QStringList found = rowsOf(recording);
        // After a refusal the command line looks into the list for what was meant.
        const qsizetype call = found.lastIndexOf(rows.front());
        QVERIFY2(call >= 0, qPrintable(found.join(u'\n')));
        QCOMPARE(found.mid(call, rows.size()), rows);
    }
}

void TestOneStory::keepsTheCodeInEveryExport()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("session.sonde"));
    const Run made = withTestServer(
        {QStringLiteral("--era"), QStringLiteral("legacy"), QStringLiteral("--record"), file,
            QStringLiteral("tools"), QStringLiteral("call"), QStringLiteral("echo")},
        serverWith(QStringLiteral("tools/call"),
            kStart + QStringLiteral(R"("error":{"code":-4294934695,"message":"m"}})")));
    COMPARE_CODE(made, 6);
    const auto exported = [](const QString &from, const char *format) {
        return cli({QStringLiteral("trace"), QStringLiteral("export"), from,
                       QStringLiteral("--format"), QLatin1String(format)})
            .out;
    };
    QVERIFY(exported(file, "csv").contains(",error,-4294934695,"));
    QVERIFY(exported(file, "md").contains("error -4294934695"));
    const QByteArray lines = exported(file, "jsonl");
    QVERIFY(lines.contains("\"pair\":7,\"code\":-4294934695"));
    QVERIFY(lines.contains("\"pair\":6,\"code\":-4294934695"));
    // And back: the bytes have it.
    const QString again = folder.filePath(QStringLiteral("again.sonde"));
    QFile text(folder.filePath(QStringLiteral("session.jsonl")));
    QVERIFY(text.open(QIODevice::WriteOnly) && text.write(lines) == lines.size());
    text.close();
    const Run imported =
        cli({QStringLiteral("trace"), QStringLiteral("import"), text.fileName(), again});
    COMPARE_CODE(imported, 0);
    QCOMPARE(exported(again, "jsonl"), lines);
    const Run found = cli({QStringLiteral("trace"), QStringLiteral("filter"), again,
        QStringLiteral("error.code == -4294934695"), QStringLiteral("--count")});
    QCOMPARE(found.out.trimmed(), QByteArray("2"));
}

QTEST_GUILESS_MAIN(TestOneStory)
#include "tst_onestory.moc"
