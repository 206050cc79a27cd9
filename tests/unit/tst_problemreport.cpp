// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/formatting.h"
#include "report/problemreporttext.h"
#include "report/reportedserver.h"
#include "report/reproduction.h"
#include "report/serverfindings.h"
#include "support/tracefeed.h"
#include "support/wholeexport.h"
#include "json/builder.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace sonde;
using namespace sonde::trace;
using namespace Qt::StringLiterals;

class ProblemReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void saysWhatWasNegotiated();
    void saysHowTheServerWasStartedAndHowItEnded();
    void saysWhyTheServerDidNotStart();
    void takesTheConnectionOfTheLastChosenMessage();
    void takesWhatAProbeFoundOutBeforeItsConnection();
    void namesVariablesWithoutTheirValues();
    void redactsWhatItShows_data();
    void redactsWhatItShows();
    void repeatsNoPatternOfTheUser();
    void boundsTheKindsOfWhatWasRedacted();
    void hostileTextStaysInItsPlace_data();
    void hostileTextStaysInItsPlace();
    void cutsALongMessageAndSaysByHowMuch();
    void showsTheLastOfManyMessages();
    void boundsTheBytesOfAllMessages();
    void reportsTheFindingsOfChosenMessages();
    void timesTheChosenRequests();
    void givesCommandLinesForAShell_data();
    void givesCommandLinesForAShell();
    void givesTheCommandLineOfAResponse();
    void showsTheLastLinesOfStderr();

private:
    // What is recorded becomes a session file, of which these messages are reported; none: all.
    QString made(const std::vector<Number> &chosen = {}, const QStringList &patterns = {});
    void call(const std::string &id, const std::string &params);
    void negotiate();

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Recorder> m_recorder;
    std::unique_ptr<tests::TraceFeed> m_feed;
};

namespace {

// The lines outside of blocks of code, as CommonMark 4.5 has them.
QStringList linesOutsideOfBlocks(const QString &markdown)
{
    QStringList lines;
    QString fence;
    for (const QString &line : markdown.split(u'\n')) {
        qsizetype ticks = 0;
        while (ticks < line.size() && line[ticks] == u'`')
            ++ticks;
        if (!fence.isEmpty()) {
            if (ticks >= fence.size() && line.mid(ticks).trimmed().isEmpty())
                fence.clear();
        } else if (ticks >= 3 && !line.mid(ticks).contains(u'`')) {
            fence = line.left(ticks);
        } else {
            lines << line;
        }
    }
    return lines;
}

QString part(const QString &report, const QString &heading)
{
    const qsizetype at = report.indexOf(u"\n## "_s + heading);
    const qsizetype end = report.indexOf(u"\n## "_s, at + 4);
    return at < 0 ? QString() : report.mid(at, end < 0 ? -1 : end - at);
}

} // namespace

void ProblemReportTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_recorder = std::make_unique<Recorder>();
    QVERIFY(m_recorder->open(m_folder->filePath(u"my session.sonde"_s)).ok());
    m_feed = std::make_unique<tests::TraceFeed>(*m_recorder);
}

QString ProblemReportTest::made(const std::vector<Number> &chosen, const QStringList &patterns)
{
    if (!m_recorder->flush().ok())
        return u"not written"_s;
    const auto store = SessionStore::open(m_folder->filePath(u"my session.sonde"_s));
    if (!store.ok())
        return store.error().sentence;
    auto redactor = Redactor::create(patterns);
    ExportSet set = tests::wholeSession(**store).value();
    set.redactor = &redactor.value();
    if (!chosen.empty())
        set.chosen = chosen;
    report::ReportSource source;
    source.set = &set;
    source.findings = report::serverFindings(set);
    source.recording = u"my session.sonde"_s;
    const auto text = report::problemReport(source);
    return text ? *text : text.error().sentence;
}

void ProblemReportTest::call(const std::string &id, const std::string &params)
{
    m_feed->sent(
        R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":)" + params + '}');
    m_feed->advance(12'000'000);
    m_feed->received(R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"content":[]}})");
}

void ProblemReportTest::negotiate()
{
    m_feed->sent(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{)"
                 R"("protocolVersion":"2025-11-25","capabilities":{"roots":{}},)"
                 R"("clientInfo":{"name":"c","version":"1"}}})");
    m_feed->received(R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25",)"
                     R"("capabilities":{"tools":{}},)"
                     R"("serverInfo":{"name":"weather","version":"1.5"}}})");
}

void ProblemReportTest::saysWhatWasNegotiated()
{
    m_feed->note("process started\tdemo · pid 12\n/usr/bin/demo\nin /home");
    negotiate();
    const QString text = made();
    QVERIFY2(text.startsWith(u"# Problem with weather 1.5\n"_s), qPrintable(text));
    QVERIFY(text.contains(u"- Sonde: "_s % QLatin1String(SONDE_VERSION)));
    QVERIFY(text.contains(u"- Operating system: "_s));
    const QString server = part(text, u"Server demo"_s);
    QVERIFY2(server.contains(u"- Name and version: weather 1.5\n"_s), qPrintable(text));
    QVERIFY2(
        server.contains(u"- Negotiated: 2025-11-25, legacy era, stdio\n"_s), qPrintable(server));
    QVERIFY(server.contains(u"- Capabilities of the server: `{\"tools\":{}}`\n"_s));
    QVERIFY(server.contains(u"- Capabilities of the client: `{\"roots\":{}}`\n"_s));
}

void ProblemReportTest::saysHowTheServerWasStartedAndHowItEnded()
{
    m_feed->note(
        "process started\tdemo · pid 12\n/usr/bin/demo\n--github-token\nsup3rX\n-v\nin /x");
    call("1", R"({"name":"t"})");
    m_feed->note("process ended\tkilled by SIGSEGV");
    const QString text = made();
    QVERIFY2(text.contains(u"- Command line: `/usr/bin/demo --github-token ****** -v`\n"_s),
        qPrintable(text));
    QVERIFY2(text.contains(u"- Ended: killed by SIGSEGV\n"_s), qPrintable(text));
    QVERIFY(text.contains(u"Replace the asterisks"_s));
    QVERIFY(!part(text, u"Server demo"_s).contains(u"pid 12"_s));
}

void ProblemReportTest::saysWhyTheServerDidNotStart()
{
    m_feed->note("process started\tdemo · pid 12\n/usr/bin/demo\nin /x");
    m_feed->note("start failed\tThe handshake failed: *no* response.");
    m_feed->note("process ended\texit code 3");
    const QString text = made();
    QVERIFY2(text.contains(u"- Start failed: The handshake failed: \\*no\\* response.\n"
                           "- Ended: exit code 3\n"_s),
        qPrintable(text));
}

// Over HTTP the response to a probe, which has a connection of its own, opens the session. That of
// a later one is about another start.
void ProblemReportTest::takesWhatAProbeFoundOutBeforeItsConnection()
{
    const auto discover = [this](int connection, const std::string &version) {
        rpc::StreamInfo info{u"demo"_s, connection, rpc::Channel::Sent, true};
        const auto sent = m_recorder->openStream(info);
        info.channel = rpc::Channel::Received;
        const auto received = m_recorder->openStream(info);
        const Stamp now{1'000'000, 1'795'176'302'771'640'000};
        const auto put = [&](rpc::StreamId stream, const std::string &line) {
            const Bytes bytes = Bytes::copyOf(line);
            m_recorder->bytes(stream, 0, now, bytes);
            for (const rpc::Message &message : rpc::decode(bytes, true))
                m_recorder->message({stream, 0, bytes.size()}, now, message);
        };
        put(sent, R"({"jsonrpc":"2.0","id":1,"method":"server/discover"})");
        put(received,
            R"({"jsonrpc":"2.0","id":1,"result":{"capabilities":{},"_meta":{)"
            R"("io.modelcontextprotocol/serverInfo":{"name":"w","version":")"
                + version + R"("}}}})");
    };
    discover(2, "1");
    m_feed->note("revision agreed\t2026-07-28. It was chosen.");
    discover(3, "2");
    const QString server = part(made({3}), u"Server demo"_s);
    QVERIFY2(server.contains(u"- Name and version: w 1\n"_s), qPrintable(server));
    QVERIFY2(server.contains(u"- Negotiated: 2026-07-28, modern era\n"_s), qPrintable(server));
}

// A server that was started again is reported as it was when the messages came.
void ProblemReportTest::takesTheConnectionOfTheLastChosenMessage()
{
    m_feed->note("process started\tdemo · pid 12\n/usr/bin/first\nin /x");
    call("1", R"({"name":"t"})");
    m_feed->note("process ended\texit code 3");
    tests::TraceFeed again(*m_recorder, u"demo"_s, 2);
    again.note("process started\tdemo · pid 13\n/usr/bin/second\nin /x");
    const QString text = made({2, 3});
    QVERIFY2(text.contains(u"- Command line: `/usr/bin/first`\n"_s), qPrintable(text));
    QVERIFY2(text.contains(u"- Ended: exit code 3\n"_s), qPrintable(text));
    const QString other = made({2, 3, 5});
    QVERIFY2(other.contains(u"- Command line: `/usr/bin/second`\n"_s), qPrintable(other));
    QVERIFY(!other.contains(u"- Ended:"_s));
}

void ProblemReportTest::namesVariablesWithoutTheirValues()
{
    m_feed->note("process started\tdemo · pid 12\n/usr/bin/demo\nin /x\n"
                 "LANG=(hidden, 1 characters)\nMODE=sup3rX");
    const QString server = part(made(), u"Server demo"_s);
    QVERIFY2(server.contains(u"- Command line: `/usr/bin/demo`\n"_s), qPrintable(server));
    QVERIFY2(server.contains(u": `LANG`, `MODE`\n"_s), qPrintable(server));
    QVERIFY(!server.contains(u"hidden"_s));
    QVERIFY(!server.contains(u"sup3rX"_s));
}

void ProblemReportTest::redactsWhatItShows_data()
{
    QTest::addColumn<std::string>("params");
    QTest::addColumn<QString>("kind");
    QTest::newRow("a member") << std::string(R"({"name":"t","arguments":{"password":"sup3rX"}})")
                              << u"password ("_s;
    QTest::newRow("a target") << std::string(R"({"name":"https://x/?access_token=sup3rX"})")
                              << u"query ("_s;
    QTest::newRow("a text") << std::string(
        R"({"name":"t","arguments":{"q":"Bearer sup3rXsup3rX"}})")
                            << u"Bearer and Basic ("_s;
}

void ProblemReportTest::redactsWhatItShows()
{
    QFETCH(const std::string, params);
    QFETCH(const QString, kind);
    call("1", params);
    m_feed->diagnostic("asking https://x/?access_token=sup3rX");
    const QString text = made();
    QVERIFY2(!text.contains(u"sup3rX"_s), qPrintable(text));
    QVERIFY2(part(text, u"Redacted"_s).contains(kind), qPrintable(text));
}

// What a person wants hidden is often the pattern itself.
void ProblemReportTest::repeatsNoPatternOfTheUser()
{
    call("1", R"({"name":"t","arguments":{"q":"Ada Lovelace","password":"x"}})");
    const QString text = made({}, {u"Ada Lovelace"_s});
    QVERIFY2(!text.contains(u"Ada"_s), qPrintable(text));
    QVERIFY2(part(text, u"Redacted"_s).contains(u"own patterns ("_s), qPrintable(text));
    QVERIFY(part(text, u"Redacted"_s).contains(u"password ("_s));
}

void ProblemReportTest::boundsTheKindsOfWhatWasRedacted()
{
    json::Builder params;
    params.beginObject().member("name", "t").key("arguments").beginObject();
    for (char c = 'a'; c <= 'z'; ++c)
        params.member(std::string(2, c) + "Password", "x");
    params.endObject().endObject();
    call("1", params.takeString());
    const QString text = part(made(), u"Redacted"_s);
    QVERIFY2(text.contains(u"aaPassword ("_s), qPrintable(text));
    QVERIFY2(!text.contains(u"zzPassword"_s), qPrintable(text));
    QVERIFY2(text.contains(u"other kinds ("_s), qPrintable(text));
}

void ProblemReportTest::hostileTextStaysInItsPlace_data()
{
    QTest::addColumn<QString>("evil");
    QTest::newRow("a fence") << u"```\n# EVIL\n```"_s;
    QTest::newRow("a long fence") << u"`````````````\n# EVIL\n<img src=EVIL>"_s;
    QTest::newRow("a fence without an end") << u"~~~\n````\n## EVIL"_s;
    QTest::newRow("a heading") << u"x\n## EVIL\n\nx"_s;
    QTest::newRow("a heading after a carriage return") << u"x\r## EVIL\r"_s;
    QTest::newRow("markup") << u"<img src=EVIL onerror=EVIL>"_s;
    QTest::newRow("an image") << u"![x](https://EVIL/x.png)"_s;
    QTest::newRow("a cell") << u"x | y |\n| EVIL | y"_s;
    QTest::newRow("code") << u"`` ` `x` <b>EVIL</b>"_s;
}

void ProblemReportTest::hostileTextStaysInItsPlace()
{
    QFETCH(const QString, evil);
    const std::string text = evil.toStdString();
    json::Builder params;
    params.beginObject().member("name", std::string_view(text)).endObject();
    tests::TraceFeed evilFeed(*m_recorder, evil, 3);
    evilFeed.note("process started\tdemo · pid 1\n" + text + "\nin /x\n" + text + "=1");
    call("1", params.takeString());
    m_feed->diagnostic(text);
    evilFeed.diagnostic(text);
    m_feed->received(text);
    m_feed->note("start failed\t" + text);
    const QString report = made();
    QVERIFY(report.contains(u"EVIL"_s));
    static const QStringList headings{u"# Problem with "_s, u"## Versions"_s, u"## Server "_s,
        u"## Findings"_s, u"## Durations"_s, u"## Messages"_s, u"### "_s, u"## Last lines "_s,
        u"## Redacted"_s, u"## How to reproduce"_s};
    for (const QString &line : linesOutsideOfBlocks(report)) {
        QVERIFY2(!line.contains(u'\r'), qPrintable(report));
        if (line.startsWith(u'#'))
            QVERIFY2(std::any_of(headings.begin(), headings.end(),
                         [&line](const QString &known) { return line.startsWith(known); }),
                qPrintable(line));
        // What is in a line is escaped, or in code.
        QString plain = line;
        plain.remove(QRegularExpression(u"(?<!`)(`+)(?!`).*?(?<!`)\\1(?!`)"_s));
        QVERIFY2(!plain.contains(QRegularExpression(u"(?<!\\\\)<img|(?<!\\\\)<b|!\\[x"_s)),
            qPrintable(line));
        if (line.startsWith(u'|'))
            QCOMPARE(line.count(QRegularExpression(u"(?<!\\\\)\\|"_s)), qsizetype(6));
    }
}

void ProblemReportTest::cutsALongMessageAndSaysByHowMuch()
{
    const std::string params =
        R"({"name":"t","arguments":{"text":")" + std::string(10'000, 'x') + R"("}})";
    const std::size_t length =
        std::string_view(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":})").size()
        + params.size();
    call("1", params);
    const QString text = made({1});
    QVERIFY2(!text.contains(QString(qsizetype(report::kMaxMessage), u'x')), qPrintable(text));
    const QString left = bytesText(std::uint64_t(length - report::kMaxMessage));
    QVERIFY2(text.contains(u"Left out of this message: "_s % left % u".\n"_s),
        qPrintable(text.mid(text.indexOf(u"Left out"_s), 80)));
    QVERIFY(text.contains(u"Message 1: its command line was left out ("_s));
}

void ProblemReportTest::showsTheLastOfManyMessages()
{
    constexpr int kPings = int(report::kMaxMessages) + 10;
    for (int i = 1; i <= kPings; ++i)
        m_feed->sent(R"({"jsonrpc":"2.0","method":"notifications/x","params":{"n":)"
            + std::to_string(i) + "}}");
    const QString text = made();
    QVERIFY2(
        text.contains(u"Left out: the first 10 of the selected messages."_s), qPrintable(text));
    QVERIFY(!text.contains(u"\n### 10 "_s));
    QVERIFY(text.contains(u"\n### 11 "_s));
    QVERIFY(text.contains(u"\n### "_s % QString::number(kPings) % u' '));
}

void ProblemReportTest::boundsTheBytesOfAllMessages()
{
    constexpr std::size_t kLong = 3000;
    for (int i = 0; i < int(report::kMaxMessages); ++i)
        m_feed->sent(R"({"jsonrpc":"2.0","method":"notifications/x","params":{"t":")"
            + std::string(kLong, 'x') + R"("}})");
    const QString text = made();
    QVERIFY(text.contains(u"Left out of this message: "_s));
    QVERIFY2(text.size() < 65'536, qPrintable(QString::number(text.size())));
}

void ProblemReportTest::reportsTheFindingsOfChosenMessages()
{
    negotiate();
    m_feed->sent(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    m_feed->sent(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
    m_feed->received(R"({"jsonrpc":"2.0","id":2,"result":{"tools":[)"
                     R"({"name":"Create <b>","description":"x","inputSchema":{}}]}})");
    const QString chosen = part(made({4}), u"Findings"_s); // the request, with its response
    QVERIFY2(chosen.contains(u"- **error** `tools.input-schema-object`, message 5 `"_s),
        qPrintable(chosen));
    QVERIFY(chosen.indexOf(u"**error**"_s) < chosen.indexOf(u"**warning**"_s));
    QVERIFY(chosen.contains(u" <https://modelcontextprotocol.io/"_s));
    const QString others = part(made({1}), u"Findings"_s);
    QVERIFY2(others.contains(u"The selected messages have no findings."_s), qPrintable(others));
    QVERIFY2(
        others.contains(u"Findings in other messages of the recording: "_s), qPrintable(others));
}

void ProblemReportTest::timesTheChosenRequests()
{
    call("1", R"({"name":"echo"})");
    call("2", R"({"name":"other"})");
    const QString text = part(made({1, 2}), u"Durations"_s);
    QVERIFY2(text.contains(u"\n| 1 | tools/call | echo | ok | 12.000 ms |\n"_s), qPrintable(text));
    QVERIFY(!text.contains(u"other"_s));
    QVERIFY(part(made({2}), u"Durations"_s).isEmpty()); // a response alone has none
}

void ProblemReportTest::givesCommandLinesForAShell_data()
{
    QTest::addColumn<std::string>("start");
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("replay");
    QTest::newRow("a program")
        << std::string("process started\tdemo · pid 12\n/opt/my server/run\n$(id)\nin /x")
        << u"sonde-cli tools call echo --args '{\"text\":\"it'\\''s\"}' --revision 2025-11-25 "
           "-- '/opt/my server/run' '$(id)'\n"_s
        << u"sonde-cli replay 'my session.sonde' -- '/opt/my server/run' '$(id)'\n"_s;
    QTest::newRow("unknown")
        << std::string("tap started\tclaude")
        << u"sonde-cli tools call echo --args '{\"text\":\"it'\\''s\"}' --revision 2025-11-25 "
           "-- PROGRAM\n"_s
        << u"sonde-cli replay 'my session.sonde' -- PROGRAM\n"_s;
}

void ProblemReportTest::givesCommandLinesForAShell()
{
    QFETCH(const std::string, start);
    QFETCH(const QString, call);
    QFETCH(const QString, replay);
    m_feed->note(start);
    negotiate();
    this->call("1", R"({"name":"echo","arguments":{"text":"it's"},"_meta":{"progressToken":1}})");
    const QString text = part(made(), u"How to reproduce"_s);
    QVERIFY2(text.contains(u"```sh\n"_s % call), qPrintable(text));
    QVERIFY2(text.contains(u"```sh\n"_s % replay), qPrintable(text));
    QVERIFY(!text.contains(u"request initialize"_s));
    QVERIFY(!text.contains(u"Replace the asterisks"_s));
}

void ProblemReportTest::givesTheCommandLineOfAResponse()
{
    call("1", R"({"name":"echo"})");
    call("2", R"({"name":"other"})");
    const QString text = made({2});
    QVERIFY2(text.contains(u"sonde-cli tools call echo -- PROGRAM\n"_s), qPrintable(text));
    QVERIFY(!text.contains(u"sonde-cli tools call other"_s));
}

void ProblemReportTest::showsTheLastLinesOfStderr()
{
    constexpr int kLines = int(report::ReportedServer::kMaxLines) + 5;
    for (int i = 1; i <= kLines; ++i)
        m_feed->diagnostic("line " + std::to_string(i) + '.');
    m_feed->diagnostic(std::string(report::kMaxSentence + 1, 'x'));
    const QString text = part(made({1}), u"Last lines of stderr of demo"_s);
    QVERIFY2(text.contains(u"```text\nline 7.\n"_s), qPrintable(text));
    QVERIFY(text.contains(u"line 25.\n"_s));
    QVERIFY(text.contains(QString(qsizetype(report::kMaxSentence), u'x') % u" …\n```"_s));
}

QTEST_GUILESS_MAIN(ProblemReportTest)
#include "tst_problemreport.moc"
