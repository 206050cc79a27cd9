// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/serverrequestrig.h"
#include "trace/file/sessionstore.h"
#include "trace/filter/filterrun.h"
#include "trace/recorder/recorder.h"
#include "trace/transfer/exportset.h"

#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using review::State;

// What rules respond, with real processes at the other end.
class TestRuleRunner : public QObject, private ServerRequestRig {
    Q_OBJECT
private Q_SLOTS:
    void init() { ServerRequestRig::init(this); }
    void cleanup() { ServerRequestRig::cleanup(); }

    void respondsByRules_data();
    void respondsByRules();
    void marksWhatNobodyWasAskedFor_data();
    void marksWhatNobodyWasAskedFor();
    void marksACallThatIsEnded();
    void leavesToAPersonWhatNoRuleResponds_data();
    void leavesToAPersonWhatNoRuleResponds();
};

void TestRuleRunner::respondsByRules_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<QByteArray>("rules");
    QTest::addColumn<QString>("expected"); // of the tool
    const auto rows = [](const char *name, const char *rules, const char *expected) {
        for (const auto mode : {mcp::EraPolicy::Mode::Legacy, mcp::EraPolicy::Mode::Modern}) {
            const bool legacy = mode == mcp::EraPolicy::Mode::Legacy;
            QTest::addRow("%s, %s", name, legacy ? "by request" : "by round")
                << int(mode) << QByteArray(rules) << QString::fromLatin1(expected);
        }
    };
    rows("a fixed answer",
        "[{\"when\":\"params.maxTokens < 0\",\"decline\":true},{\"method\":"
        "\"sampling/createMessage\",\"answer\":{\"role\":\"assistant\",\"model\":\"m\",\"content\":"
        "{\"type\":\"text\",\"text\":\"Short.\"}}}]",
        "Short.");
    rows("values of the request, after a delay",
        "[{\"when\":\"target == \\\"summarize\\\"\",\"delayMs\":20,\"answer\":{\"role\":"
        "\"{{/messages/0/role}}\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":"
        "\"{{/messages/0/content/text}}\"}}}]",
        "This is the chart of the week.");
    rows("a program",
        "[{\"program\":[\"sh\",\"-c\",\"grep -q messages && echo "
        "'{\\\"role\\\":\\\"assistant\\\",\\\"model\\\":\\\"m\\\",\\\"content\\\":"
        "{\\\"type\\\":\\\"text\\\",\\\"text\\\":\\\"Piped.\\\"}}'\"]}]",
        "Piped.");
}

void TestRuleRunner::respondsByRules()
{
    QFETCH(int, mode);
    QFETCH(QByteArray, rules);
    QFETCH(QString, expected);
    setRules(rules);
    openDemo(mcp::EraPolicy::Mode(mode));
    call("summarize", R"({"text":"a long story"})");
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kDeadline);
    QVERIFY2(text().contains(expected), qPrintable(text()));
    QCOMPARE(m_box->find(1)->state, State::Automatic);
    QVERIFY2(m_box->find(1)->outcome.startsWith(QLatin1String("rule ")),
        qPrintable(m_box->find(1)->outcome));
    QCOMPARE(m_box->waitingCount(), 0);
}

void TestRuleRunner::marksWhatNobodyWasAskedFor_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<QByteArray>("rules");
    QTest::addColumn<QByteArray>("text"); // of the mark
    const auto rows = [](const char *name, const char *tool, const char *rules, const char *text) {
        for (const auto mode : {mcp::EraPolicy::Mode::Legacy, mcp::EraPolicy::Mode::Modern}) {
            const bool legacy = mode == mcp::EraPolicy::Mode::Legacy;
            QTest::addRow("%s, %s", name, legacy ? "by request" : "by round")
                << int(mode) << QByteArray(tool) << QByteArray(rules) << QByteArray(text);
        }
    };
    rows("an answer", "summarize",
        "[{\"method\":\"roots/list\",\"ask\":true},{\"answer\":{\"role\":\"assistant\","
        "\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"Short.\"}}}]",
        "answered automatically\trule 2: sampling/createMessage");
    rows("declined", "confirm_address", "[{\"decline\":true}]", "answered automatically\trule 1: ");
    rows("cancelled", "confirm_address", "[{\"enabled\":false,\"decline\":true},{\"cancel\":true}]",
        "answered automatically\trule 2: ");
    rows("the folders", "list_roots", "[]", "answered automatically\troots/list");
}

// In the list of the trace, by a filter, and in the file.
void TestRuleRunner::marksWhatNobodyWasAskedFor()
{
    QFETCH(int, mode);
    QFETCH(QByteArray, tool);
    QFETCH(QByteArray, rules);
    QFETCH(QByteArray, text);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("s.sonde"));
    {
        trace::Recorder recorder;
        QVERIFY(recorder.open(path));
        m_traffic = &recorder;
        m_box->setStanding(QStringLiteral("s"),
            {QStringLiteral("2025-11-25"), nullptr, Bytes::copyOf(R"({"roots":[]})"), true});
        setRules(rules);
        openDemo(mcp::EraPolicy::Mode(mode));
        call(tool.constData(), R"({"text":"a long story"})");
        QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kDeadline);
        QVERIFY2(m_result->ok(), qPrintable(this->text()));
        m_client.reset();
        m_traffic = nullptr;
    }
    const auto store = trace::SessionStore::open(path);
    QVERIFY(store);
    const auto records = (*store)->readRecords();
    QVERIFY(records);
    trace::FilterRun run(
        std::get<trace::Filter>(trace::Filter::compile(QStringLiteral("status == automatic"))),
        **store);
    trace::ExportSet set;
    set.store = store->get();
    set.records = *records;
    std::vector<trace::Record> found;
    for (std::size_t at = 0; at < records->size(); ++at) {
        if (run.fits(set.row(trace::Number(at + 1))))
            found.push_back((*records)[at]);
    }
    // The line that says so, and what was sent.
    QCOMPARE(found.size(), std::size_t(2));
    QCOMPARE(found[0].state, trace::State::Automatic);
    const auto bytes = (*store)->read(found[0]);
    QVERIFY(bytes);
    QVERIFY2(bytes->view().starts_with(text.toStdString()), bytes->data());
    QCOMPARE(found[1].channel, rpc::Channel::Sent);
    const bool isRound = mcp::EraPolicy::Mode(mode) == mcp::EraPolicy::Mode::Modern;
    QVERIFY((found[1].kind == rpc::Kind::Request) == isRound);
    const auto sent = (*store)->read(found[1]);
    QVERIFY(sent);
    QVERIFY((sent->view().find("inputResponses") != std::string_view::npos) == isRound);
}

// A round has no place for an error: the call ends, and what is sent next was not decided by a
// rule.
void TestRuleRunner::marksACallThatIsEnded()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("s.sonde"));
    {
        trace::Recorder recorder;
        QVERIFY(recorder.open(path));
        m_traffic = &recorder;
        setRules("[{\"error\":{\"code\":-1,\"message\":\"no\"}}]");
        openDemo(mcp::EraPolicy::Mode::Modern);
        call("confirm_address");
        QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kDeadline);
        QCOMPARE(m_box->find(1)->state, State::Automatic);
        call("list_roots");
        QTRY_COMPARE_WITH_TIMEOUT(m_box->requests().size(), std::size_t(2), kDeadline);
        m_client.reset();
        m_traffic = nullptr;
    }
    const auto store = trace::SessionStore::open(path);
    QVERIFY(store);
    const auto records = (*store)->readRecords();
    QVERIFY(records);
    trace::ExportSet set;
    set.store = store->get();
    set.records = *records;
    int ended = 0;
    for (std::size_t at = 0; at < records->size(); ++at) {
        const trace::FilterRow row = set.row(trace::Number(at + 1));
        ended += row.record.state == trace::State::Automatic ? 1 : 0;
        QVERIFY(!row.isAutomatic);
    }
    QVERIFY(ended >= 1);
}

void TestRuleRunner::leavesToAPersonWhatNoRuleResponds_data()
{
    QTest::addColumn<QByteArray>("rules");
    QTest::newRow("no rule") << QByteArray("[]");
    QTest::newRow("no rule for it") << QByteArray("[{\"method\":\"roots/list\",\"decline\":true}]");
    QTest::newRow("ask me, whatever follows") << QByteArray("[{\"ask\":true},{\"decline\":true}]");
    QTest::newRow("the program fails") << QByteArray("[{\"program\":[\"false\"]}]");
    QTest::newRow("there is no program")
        << QByteArray("[{\"program\":[\"/nonexistent/program\"]}]");
}

void TestRuleRunner::leavesToAPersonWhatNoRuleResponds()
{
    QFETCH(QByteArray, rules);
    setRules(rules);
    talk(ask(7) + ask(8, "roots/list") + QStringLiteral("read l; ") + ask(9));
    QTRY_VERIFY_WITH_TIMEOUT(m_box->find(1) != nullptr, kDeadline);
    QVERIFY(m_box->find(1)->waits());
    QVERIFY(m_box->respond(1, Bytes::copyOf("{}")));
    QTRY_VERIFY_WITH_TIMEOUT(m_box->requests().size() >= 3, kDeadline);
    QCOMPARE(m_box->find(1)->state, State::Answered);
    QCOMPARE(m_box->find(1)->outcome, QStringLiteral("answered"));
}

QTEST_GUILESS_MAIN(TestRuleRunner)
#include "tst_rulerunner.moc"
