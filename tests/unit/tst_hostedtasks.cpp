// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/hostedtasks.h"
#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mcp;

// Requests of a server that are tasks of the client, as tables: what comes, and below it what the
// client sends.
class TstHostedTasks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void conversations_data();
    void conversations();
    void takesOnlyWhatWasDeclared_data();
    void takesOnlyWhatWasDeclared();
    void keepsABoundedNumber();
    void forgetsWhatIsOverWhenItsTimeIsOver();
    void endsWithTheConnection();
};

namespace {

constexpr char kDeclared[] = R"({"tasks":{"requests":{"elicitation":{"create":{}}}}})";
constexpr std::int64_t kMs = 1'000'000;

rpc::Message request(int id, const QString &method, const QString &params)
{
    return rpc::decode(
        rpc::request(std::to_string(id), method.toStdString(), params.toStdString()), false)
        .front();
}

Stamp at(std::int64_t ms)
{
    Stamp stamp;
    stamp.steady = stamp.wall = ms * kMs;
    return stamp;
}

QString told(const HostedTasks::Replies &replies)
{
    QString text;
    for (const HostedTasks::Reply &reply : replies) {
        if (!reply.note.empty())
            text += QStringLiteral("  * ") + QString::fromStdString(reply.note) + u'\n';
        text += QStringLiteral("  > ") + QString::fromStdString(reply.id) + u' '
            + QString::fromStdString(reply.result.empty() ? reply.error : reply.result) + u'\n';
    }
    return text;
}

QString error(int code, const char *message)
{
    return QString::fromStdString(rpc::errorObject(code, message));
}

// "7 method params" is a request; "finish …", "fail …" and "note …" are about the first task.
QString play(const QString &script)
{
    HostedTasks tasks(kDeclared);
    QString text;
    for (const QString &line : script.split(u'\n', Qt::SkipEmptyParts)) {
        if (line.startsWith(u' '))
            continue; // what is expected
        HostedTasks::Replies replies;
        std::optional<rpc::Id> cancelled;
        const QString word = line.section(u' ', 0, 0);
        const QString rest = line.section(u' ', 1);
        if (word == u"finish") {
            tasks.finish("sonde-1", rest.toStdString(), at(2), replies);
        } else if (word == u"fail") {
            tasks.fail("sonde-1", rest.toStdString(), at(2), replies);
        } else if (word == u"note") {
            tasks.logLifecycle("sonde-1", rest.toStdString());
        } else {
            const auto message =
                request(word.toInt(), rest.section(u' ', 0, 0), rest.section(u' ', 1));
            if (tasks.wants(message))
                tasks.create(message, at(1), replies);
            else
                tasks.respond(message, at(3), replies, cancelled);
        }
        text += line + u'\n' + told(replies);
        if (cancelled)
            text += QStringLiteral("  - ") + QString::fromStdString(*cancelled) + u'\n';
    }
    return text;
}

QString state(const char *status, int updated)
{
    return QStringLiteral(R"({"taskId":"sonde-1","status":"%1",)"
                          R"("createdAt":"1970-01-01T00:00:00.001Z",)"
                          R"("lastUpdatedAt":"1970-01-01T00:00:00.00%2Z","ttl":5000,)"
                          R"("pollInterval":1000})")
        .arg(QLatin1String(status))
        .arg(updated);
}

const QString kAsk =
    QStringLiteral("7 elicitation/create {\"message\":\"m\",\"task\":{\"ttl\":5000}}\n");
const QString kId = QStringLiteral("{\"taskId\":\"sonde-1\"}\n");

QString created()
{
    return kAsk + QStringLiteral("  > 7 {\"task\":") + state("working", 1) + QStringLiteral("}\n");
}

} // namespace

void TstHostedTasks::conversations_data()
{
    QTest::addColumn<QString>("script");
    const auto row = [](const char *name, const QString &steps) {
        QTest::newRow(name) << created() + steps;
    };
    const QString accepted =
        QStringLiteral(R"({"action":"accept","_meta":{"io.modelcontextprotocol/related-task":)"
                       R"({"taskId":"sonde-1"}}})");
    row("asked for, and answered later",
        "8 tasks/get " + kId + "  > 8 " + state("working", 1) + "\nfinish {\"action\":\"accept\"}\n"
            + "9 tasks/get " + kId + "  > 9 " + state("completed", 2) + "\n10 tasks/result " + kId
            + "  > 10 " + accepted + u'\n');
    row("the result waits for the answer",
        "8 tasks/result " + kId + "finish {\"action\":\"accept\"}\n  > 8 " + accepted + u'\n');
    row("what the answer says of itself stays",
        "8 tasks/result " + kId + "finish {\"_meta\":{\"a\":1.0},\"action\":\"decline\"}\n"
            + R"(  > 8 {"_meta":{"a":1.0,"io.modelcontextprotocol/related-task":)"
            + R"({"taskId":"sonde-1"}},"action":"decline"})" + u'\n');
    row("a person refuses",
        "8 tasks/result " + kId + "fail {\"code\":-1,\"data\":1.0}\n"
            + "  > 8 {\"code\":-1,\"data\":1.0}\n9 tasks/get " + kId + "  > 9 " + state("failed", 2)
            + "\n10 tasks/result " + kId + "  > 10 {\"code\":-1,\"data\":1.0}\n");
    row("the server cancels",
        "8 tasks/result " + kId + "9 tasks/cancel " + kId + "  > 8 "
            + error(-32603, "The task was cancelled") + "\n  > 9 " + state("cancelled", 3)
            + "\n  - 7\n10 tasks/cancel " + kId + "  > 10 "
            + error(-32602, "The task has already ended") + "\nfinish {}\n");
    row("an answer that nobody was asked for",
        "note rule 1\nfinish {\"action\":\"accept\"}\n8 tasks/get " + kId + "  > 8 "
            + state("completed", 2) + "\n9 tasks/result " + kId + "  * rule 1\n  > 9 " + accepted
            + u'\n');
    row("the list", "8 tasks/list {}\n  > 8 {\"tasks\":[" + state("working", 1) + "]}\n");
    row("a task that nobody knows",
        "8 tasks/get {\"taskId\":\"x\"}\n  > 8 " + error(-32602, "Unknown task") + u'\n');
}

void TstHostedTasks::conversations()
{
    QFETCH(const QString, script);
    QCOMPARE(play(script), script);
}

void TstHostedTasks::takesOnlyWhatWasDeclared_data()
{
    QTest::addColumn<QByteArray>("declared");
    QTest::addColumn<bool>("sampling");
    QTest::addColumn<bool>("elicitation");
    QTest::addColumn<bool>("tasks"); // tasks/list is answered
    QTest::newRow("nothing") << QByteArray("{}") << false << false << false;
    QTest::newRow("no JSON") << QByteArray("{") << false << false << false;
    QTest::newRow("tasks alone") << QByteArray("{\"tasks\":{}}") << false << false << true;
    QTest::newRow("elicitation") << QByteArray(kDeclared) << false << true << true;
    QTest::newRow("sampling") << QByteArray(
        R"({"tasks":{"requests":{"sampling":{"createMessage":{}}}}})")
                              << true << false << true;
}

void TstHostedTasks::takesOnlyWhatWasDeclared()
{
    QFETCH(const QByteArray, declared);
    HostedTasks tasks(declared.toStdString());
    const QString params = QStringLiteral("{\"task\":{}}");
    QTEST(tasks.wants(request(1, QStringLiteral("sampling/createMessage"), params)), "sampling");
    QTEST(tasks.wants(request(1, QStringLiteral("elicitation/create"), params)), "elicitation");
    QVERIFY(!tasks.wants(request(1, QStringLiteral("roots/list"), params)));
    QVERIFY(!tasks.wants(
        request(1, QStringLiteral("elicitation/create"), QStringLiteral("{\"task\":1}"))));
    HostedTasks::Replies replies;
    std::optional<rpc::Id> cancelled;
    QTEST(tasks.respond(request(1, QStringLiteral("tasks/list"), QStringLiteral("{}")), {}, replies,
              cancelled),
        "tasks");
    QVERIFY(!tasks.respond(
        request(1, QStringLiteral("tasks/odd"), QStringLiteral("{}")), {}, replies, cancelled));
}

void TstHostedTasks::keepsABoundedNumber()
{
    HostedTasks tasks(kDeclared);
    const auto ask = request(
        7, QStringLiteral("elicitation/create"), QStringLiteral("{\"task\":{\"ttl\":5000}}"));
    HostedTasks::Replies replies;
    for (std::size_t i = 0; i < HostedTasks::kMaxTasks; ++i)
        QVERIFY(!tasks.create(ask, at(0), replies).empty());
    QVERIFY(tasks.create(ask, at(0), replies).empty());
    QVERIFY(replies.back().error.starts_with(R"({"code":-32603,)"));
    tasks.finish("sonde-3", "{}", at(0), replies);
    QVERIFY(!tasks.create(ask, at(0), replies).empty()); // in place of the one that is over
    QVERIFY(!tasks.waits("sonde-3"));
    const auto fetch =
        request(8, QStringLiteral("tasks/result"), QStringLiteral("{\"taskId\":\"sonde-1\"}"));
    std::optional<rpc::Id> cancelled;
    replies.clear();
    for (std::size_t i = 0; i < HostedTasks::kMaxFetches; ++i)
        tasks.respond(fetch, at(0), replies, cancelled);
    QVERIFY(replies.empty());
    tasks.respond(fetch, at(0), replies, cancelled);
    QVERIFY(replies.back().error.starts_with(R"({"code":-32603,)"));
}

void TstHostedTasks::forgetsWhatIsOverWhenItsTimeIsOver()
{
    HostedTasks tasks(kDeclared);
    const auto ask = request(
        7, QStringLiteral("elicitation/create"), QStringLiteral("{\"task\":{\"ttl\":5000}}"));
    const auto list = request(8, QStringLiteral("tasks/list"), QStringLiteral("{}"));
    HostedTasks::Replies replies;
    std::optional<rpc::Id> cancelled;
    const auto count = [&](std::int64_t ms) {
        replies.clear();
        tasks.respond(list, at(ms), replies, cancelled);
        return json::Document::parse(Bytes::copyOf(replies.back().result)).root()["tasks"].count();
    };
    tasks.create(ask, at(0), replies);
    tasks.create(ask, at(0), replies);
    tasks.finish("sonde-1", "{}", at(10), replies);
    QCOMPARE(count(5000), 2u);
    QCOMPARE(count(5001), 1u); // a person still thinks about the other
    QVERIFY(tasks.waits("sonde-2"));
}

void TstHostedTasks::endsWithTheConnection()
{
    HostedTasks tasks(kDeclared);
    const QString params = QStringLiteral("{\"task\":{}}");
    HostedTasks::Replies replies;
    tasks.create(request(7, QStringLiteral("elicitation/create"), params), at(0), replies);
    tasks.create(request(8, QStringLiteral("elicitation/create"), params), at(0), replies);
    tasks.finish("sonde-1", "{}", at(0), replies);
    QCOMPARE(tasks.abandon(), std::vector<rpc::Id>{"8"});
    QVERIFY(!tasks.waits("sonde-2"));
}

QTEST_GUILESS_MAIN(TstHostedTasks)
#include "tst_hostedtasks.moc"
