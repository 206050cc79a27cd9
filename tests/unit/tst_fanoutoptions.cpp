// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/parseoptions.h"
#include "mcp/message/revision.h"

#include <QTest>

using namespace sonde;
using namespace sonde::cli;

namespace {

Result<Options> parse(const QString &line)
{
    std::vector<std::string> words;
    for (const QString &word : line.split(u' ', Qt::SkipEmptyParts))
        words.push_back(word.toStdString());
    return parseOptions(words);
}

} // namespace

// The line of fan-out: which request, and to which servers and revisions it goes.
class TstFanOutOptions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsWhatIsSentToSeveralServers();
    void explainsWrongInput_data();
    void explainsWrongInput();
};

void TstFanOutOptions::readsWhatIsSentToSeveralServers()
{
    const auto call = parse(QStringLiteral(
        "fan-out tools call t a=1 --revision 2025-11-25,2026-07-28 --revision 1 -- s"));
    QVERIFY2(call.ok(), qPrintable(call ? QString() : call.error().sentence));
    QCOMPARE(call->command, Command::FanOut);
    QCOMPARE(call->fanOut.request, Command::ToolsCall);
    QCOMPARE(call->name, QStringLiteral("t"));
    QCOMPARE(call->words, (std::vector<std::string>{"a=1"}));
    QCOMPARE(call->fanOut.revisions, QStringList({"2025-11-25", "2026-07-28", "1"}));
    QVERIFY(call->server.revision.isEmpty());
    QCOMPARE(call->notes.size(), 1); // of the revision that is not known

    const auto request =
        parse(QStringLiteral("fan-out request a/b {} --server x --server http://y"));
    QVERIFY2(request.ok(), qPrintable(request ? QString() : request.error().sentence));
    QCOMPARE(request->fanOut.request, Command::Request);
    QCOMPARE(request->name, QStringLiteral("a/b"));
    QCOMPARE(request->params, std::string("{}"));
    QCOMPARE(request->fanOut.servers, QStringList({"x", "http://y"}));

    const auto all = parse(QStringLiteral("fan-out resources read a:b --revision all -- s"));
    QVERIFY2(all.ok(), qPrintable(all ? QString() : all.error().sentence));
    QCOMPARE(all->fanOut.revisions, mcp::knownRevisions());
}

void TstFanOutOptions::explainsWrongInput_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("parts");
    const auto row = [](const char *line, const QStringList &parts) {
        QTest::newRow(line) << QString::fromUtf8(line) << parts;
    };
    row("fan-out -- s", {QStringLiteral("“fan-out” needs a request: tools call NAME")});
    row("fan-out tools list --revision all -- s", {QStringLiteral("“fan-out” needs a request")});
    row("fan-out tools call --revision all -- s", {QStringLiteral("needs the name of a tool")});
    row("fan-out request m {} x --revision all -- s",
        {QStringLiteral("takes no further argument, but “x”")});
    row("fan-out resources read a:b --args {} --revision all -- s",
        {QStringLiteral("“resources read” has no option “--args”")});
    row("fan-out tools call t -- s", {QStringLiteral("at least two columns")});
    row("fan-out tools call t --revision 2025-11-25 -- s",
        {QStringLiteral("at least two columns")});
    row("fan-out tools call t --server a", {QStringLiteral("at least two columns")});
    row("fan-out tools call t --revision 2025-11-25,,2026-07-28 -- s",
        {QStringLiteral("A revision is missing in “2025-11-25,,2026-07-28”")});
    row("fan-out tools call t --revision all,all --revision all --server a --server b --server c "
        "--server d",
        {QStringLiteral("at most 16 columns")});
    row("fan-out tools call t --revision 2025-11-25,2026-07-28 --era legacy -- s",
        {QStringLiteral("2026-07-28")});
    row("fan-out tools call t --server a --server b -- s", {QStringLiteral("Both --server and")});
    row("tools list --server a --server b", {QStringLiteral("--server was given twice")});
}

void TstFanOutOptions::explainsWrongInput()
{
    QFETCH(const QString, line);
    QFETCH(const QStringList, parts);
    const Result<Options> options = parse(line);
    QVERIFY(!options.ok());
    for (const QString &part : parts)
        QVERIFY2(options.error().sentence.contains(part), qPrintable(options.error().sentence));
}

QTEST_GUILESS_MAIN(TstFanOutOptions)
#include "support/clicommands.h"
#include "tst_fanoutoptions.moc"
