// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/findingexcerpts.h"
#include "models/findings/findinglist.h"
#include "models/findings/findingtext.h"
#include "support/handshake.h"
#include "support/patience.h"
#include "support/tracefeed.h"

#include <QTest>

using namespace sonde;
using namespace sonde::models;
using tests::shakeHands;
using tests::TraceFeed;

namespace {

QString markOf(const FindingExcerpt &excerpt)
{
    return excerpt.text.mid(excerpt.markBegin, excerpt.markEnd - excerpt.markBegin);
}

const char kTools[] =
    R"({"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"t","description":"Reads.",)"
    R"("inputSchema":{"type":"object"},"outputSchema":%1}]}})";

} // namespace

class FindingExcerptsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsTheValueAndWhatToWrite_data();
    void showsTheValueAndWhatToWrite();
    void showsBothSides();
    void shortensWhatIsLongAndHidesSecrets();
    void saysWhatHappened();
    void showsNothingOfAMessageThatIsTooLong();
    void showsNothingOfAMessageThatIsGone();

private:
    struct Session {
        trace::Recorder recorder;
        TraceFeed feed{recorder};
        TraceModel model{recorder};
        FindingList list{model};

        void check()
        {
            model.drainNow();
            QTRY_VERIFY_WITH_TIMEOUT(list.behind() == 0, kPatienceMs);
        }
        const findings::Finding *find(const QString &rule) const
        {
            for (std::size_t i = 0; i < list.size(); ++i) {
                if (QString::fromStdString(list.at(i).requirement->id) == rule)
                    return &list.at(i);
            }
            return nullptr;
        }
    };
    // A call of a tool with that outputSchema.
    static void call(Session &session, const QString &output, const QString &response)
    {
        shakeHands(session.feed);
        session.feed.sent(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
        session.feed.received(QString::fromLatin1(kTools).arg(output).toStdString());
        session.feed.sent(
            R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"t"}})");
        session.feed.received(
            QStringLiteral(R"({"jsonrpc":"2.0","id":3,%1})").arg(response).toStdString());
        session.check();
    }
};

void FindingExcerptsTest::showsTheValueAndWhatToWrite_data()
{
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("response");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("wrong"); // what is framed
    QTest::addColumn<QString>("instead"); // empty: nothing is known

    const auto row = [](const char *name, const char *type, const char *response, const char *rule,
                         const char *wrong, const char *instead) {
        QTest::newRow(name)
            << QStringLiteral(R"({"type":"object","properties":{"m":%1}})").arg(QLatin1String(type))
            << QString::fromLatin1(response) << QString::fromLatin1(rule)
            << QString::fromLatin1(wrong) << QString::fromLatin1(instead);
    };
    const char *const conforms = "tools.structured-conforms";
    row("a number as text keeps its digits", R"({"type":"number"})",
        R"("result":{"content":[],"structuredContent":{"m":"1.0"}})", conforms, R"("1.0")", "1.0");
    row("a number where text belongs", R"({"type":"string"})",
        R"("result":{"content":[],"structuredContent":{"m":9007199254740993}})", conforms,
        "9007199254740993", R"("9007199254740993")");
    row("a boolean as text", R"({"type":"boolean"})",
        R"("result":{"content":[],"structuredContent":{"m":"true"}})", conforms, R"("true")",
        "true");
    row("one item without its list", R"({"type":"array","items":{"type":"string"}})",
        R"("result":{"content":[],"structuredContent":{"m":"a"}})", conforms, R"("a")", R"(["a"])");
    row("no conversion fits", R"({"type":"number"})",
        R"("result":{"content":[],"structuredContent":{"m":"much"}})", conforms, R"("much")", "");
    row("a conversion breaks another keyword", R"({"type":"number","maximum":5})",
        R"("result":{"content":[],"structuredContent":{"m":"17"}})", conforms, R"("17")", "");
    row("a wrong version", R"({})", R"("jsonrpc":"2","result":{"content":[]})",
        "jsonrpc.version-member", R"("2")", R"("2.0")");
    row("no content", R"({})", R"("result":{"structuredContent":{"m":1}})", "tools.content-present",
        "", R"("content": [])");
    row("one of two constants without its list", R"({})",
        R"("result":{"content":[{"type":"text","text":"a","annotations":{"audience":"user"}}]})",
        "annotations.audience-values", R"("user")", R"(["user"])");
    row("an error without a code", R"({})", R"("error":{"message":"No."})",
        "jsonrpc.error-code-and-message", "", R"("code": -32603)");
}

void FindingExcerptsTest::showsTheValueAndWhatToWrite()
{
    QFETCH(QString, output);
    QFETCH(QString, response);
    QFETCH(QString, rule);
    QFETCH(QString, wrong);
    QFETCH(QString, instead);
    Session session;
    call(session, output, response);
    const findings::Finding *finding = session.find(rule);
    QVERIFY(finding);
    const FindingExcerpts excerpts = findingExcerpts(*finding, session.model);
    QVERIFY(excerpts.wrong);
    QCOMPARE(markOf(*excerpts.wrong), wrong);
    QCOMPARE(excerpts.instead.has_value(), !instead.isEmpty());
    if (excerpts.instead)
        QCOMPARE(markOf(*excerpts.instead), instead);
}

void FindingExcerptsTest::showsBothSides()
{
    Session session;
    call(session, QStringLiteral(R"({"type":"object","properties":{"m":{"type":"number"}}})"),
        QStringLiteral(R"("result":{"content":[],"structuredContent":{"d":2,"m":"1.0"}})"));
    const findings::Finding *finding = session.find(QStringLiteral("tools.structured-conforms"));
    QVERIFY(finding);
    const FindingExcerpts excerpts = findingExcerpts(*finding, session.model);
    QCOMPARE(excerpts.explaining.size(), std::size_t(1));
    QCOMPARE(excerpts.explaining.front().title, QStringLiteral("#5 · /result/tools/0"));
    QCOMPARE(markOf(excerpts.explaining.front()),
        QStringLiteral(R"({"type":"object","properties":{"m":{"type":"number"}}})"));
    QCOMPARE(excerpts.wrong->title, QStringLiteral("#7 · /result/structuredContent"));
    QCOMPARE(excerpts.wrong->text, QStringLiteral("{\n  \"d\": 2,\n  \"m\": \"1.0\"\n}"));
    QCOMPARE(excerpts.instead->text, QStringLiteral("{\n  \"d\": 2,\n  \"m\": 1.0\n}"));
    const QString text = findingMarkdown(*finding, QStringLiteral("demo"), excerpts);
    QVERIFY(text.contains(QStringLiteral("    {\n      \"d\": 2,\n      \"m\": \"1.0\"\n    }\n")));
    QVERIFY(text.contains(QStringLiteral("    {\n      \"d\": 2,\n      \"m\": 1.0\n    }\n")));
}

void FindingExcerptsTest::shortensWhatIsLongAndHidesSecrets()
{
    Session session;
    QString members;
    for (int i = 0; i < 1000; ++i)
        members += QStringLiteral(R"("k%1":"%2",)").arg(i).arg(QString(1000, u'x'));
    call(session, QStringLiteral(R"({"type":"object","properties":{"m":{"type":"number"}}})"),
        QStringLiteral(R"("result":{"content":[],"structuredContent":{%1"password":"hunter2",)"
                       R"("m":"1"}})")
            .arg(members.left(500'000).section(u',', 0, -2) + u','));
    const findings::Finding *finding = session.find(QStringLiteral("tools.structured-conforms"));
    QVERIFY(finding);
    const FindingExcerpts excerpts = findingExcerpts(*finding, session.model);
    QVERIFY(excerpts.wrong);
    QVERIFY(excerpts.wrong->text.size() < 1000);
    QVERIFY(!excerpts.wrong->text.contains(QStringLiteral("hunter2")));
    QVERIFY(excerpts.wrong->text.contains(QStringLiteral("password")));
    QCOMPARE(markOf(*excerpts.wrong), QStringLiteral("\"1\""));
}

void FindingExcerptsTest::saysWhatHappened()
{
    Session session;
    shakeHands(session.feed);
    session.feed.note("process ended\tkilled by SIGTERM");
    session.check();
    const findings::Finding *finding = session.find(QStringLiteral("stdio.exit-on-eof"));
    QVERIFY(finding);
    const FindingExcerpts excerpts = findingExcerpts(*finding, session.model);
    QVERIFY(excerpts.wrong);
    QCOMPARE(markOf(*excerpts.wrong), QStringLiteral("process ended: killed by SIGTERM"));
}

void FindingExcerptsTest::showsNothingOfAMessageThatIsTooLong()
{
    Session session;
    call(session, QStringLiteral(R"({"type":"object","properties":{"m":{"type":"number"}}})"),
        QStringLiteral(R"("result":{"content":[],"structuredContent":{"k":"%1","m":"1"}})")
            .arg(QString(kMaxExcerptMessage, u'x')));
    const findings::Finding *finding = session.find(QStringLiteral("tools.structured-conforms"));
    QVERIFY(finding);
    QVERIFY(!findingExcerpts(*finding, session.model).wrong);
}

void FindingExcerptsTest::showsNothingOfAMessageThatIsGone()
{
    Session session;
    call(session, QStringLiteral(R"({"type":"object","properties":{"m":{"type":"number"}}})"),
        QStringLiteral(R"("result":{"content":[],"structuredContent":{"m":"1.0"}})"));
    const findings::Finding *found = session.find(QStringLiteral("tools.structured-conforms"));
    QVERIFY(found);
    const findings::Finding finding = *found;
    session.model.clear();
    QCOMPARE(findingExcerpts(finding, session.model), FindingExcerpts());
}

QTEST_MAIN(FindingExcerptsTest)
#include "tst_findingexcerpts.moc"
