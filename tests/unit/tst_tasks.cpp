// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/task/taskmachine.h"
#include "rpc/message.h"
#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mcp;

// Tasks of both protocols, as tables: what happens, and below it what the client does.
class TstTasks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void conversations_data();
    void conversations();
    void readsBothShapes();
    void waitsAsTheServerWishes_data();
    void waitsAsTheServerWishes();
    void keepsABoundedHistory();
    void asksForABoundedNumberOfInputs();
    void knowsWhenItExpires();

private:
    static QString play(const QString &script);
    static void core(const char *name, const QString &steps);
    static void extension(const char *name, const QString &steps);
};

namespace {

constexpr std::int64_t kMs = 1'000'000;

QString names(const TaskActions &actions)
{
    static const QStringList kNames{QStringLiteral("tasks/get"), QStringLiteral("tasks/result"),
        QStringLiteral("tasks/update"), QStringLiteral("tasks/cancel"), QStringLiteral("ask"),
        QStringLiteral("withdraw"), QStringLiteral("finish")};
    QString text;
    for (const TaskAction &action : actions) {
        text += QStringLiteral("  > ") + kNames.at(int(action.kind));
        if (!action.text.empty())
            text += u' ' + QString::fromStdString(action.text);
        text += u'\n';
    }
    return text;
}

TaskAction::Kind kindNamed(const QString &word)
{
    if (word == u"result")
        return TaskAction::Kind::Fetch;
    if (word == u"update")
        return TaskAction::Kind::Update;
    return word == u"cancel" ? TaskAction::Kind::Cancel : TaskAction::Kind::Get;
}

QString outcomeText(const TaskMachine &task)
{
    const TaskMachine::Outcome &outcome = task.outcome();
    QString text = QStringLiteral("  = %1").arg(task.facts().statusText);
    for (const QString &part : {QString::fromStdString(outcome.result),
             QString::fromStdString(outcome.error), outcome.why}) {
        if (!part.isEmpty())
            text += u' ' + part;
    }
    return text + u'\n';
}

void step(TaskMachine &task, const QString &line, std::int64_t &now, TaskActions &out)
{
    const QString word = line.section(u' ', 0, 0);
    const QString rest = line.section(u' ', 1);
    const auto document = json::Document::parse(Bytes::fromByteArray(rest.toUtf8()));
    const QString which = line.section(u' ', 1, 1);
    const auto second = json::Document::parse(Bytes::fromByteArray(line.section(u' ', 2).toUtf8()));
    if (word == u"begin")
        task.begin(document.root(), now, out);
    else if (word == u"at")
        task.tick(now = rest.toLongLong() * kMs, out);
    else if (word == u"answer")
        task.answered(kindNamed(which), second.root(), now, out);
    else if (word == u"error")
        task.failed(kindNamed(which),
            {.domain = Domain::Server,
                .code = int(second.root()["code"].toInt64().value_or(0)),
                .sentence = second.root()["message"].toString(),
                .data = line.section(u' ', 2).toUtf8()},
            now, out);
    else if (word == u"timeout")
        task.failed(kindNamed(which),
            {.domain = Domain::Timeout, .sentence = QStringLiteral("no answer")}, now, out);
    else if (word == u"notify")
        task.notified(document.root(), now, out);
    else if (word == u"inputs")
        task.respondToInputs(rest.toStdString(), out);
    else if (word == u"stop")
        task.stopInputs(document.root(), out);
    else if (word == u"cancel")
        task.cancel(out);
    else if (word == u"lost")
        task.lost();
    else if (word == u"resumed")
        task.resumed(now, out);
    else
        QFAIL(qPrintable(line));
}

QString task(const char *status, const char *more = "")
{
    return QStringLiteral(R"({"taskId":"t","status":"%1","createdAt":"c","ttl":9000,)"
                          R"("pollInterval":500%2})")
        .arg(QLatin1String(status), QLatin1String(more));
}

QString flat(const char *status, const char *more = "")
{
    return QStringLiteral(R"({"resultType":"complete","taskId":"t","status":"%1","ttlMs":9000,)"
                          R"("pollIntervalMs":500%2})")
        .arg(QLatin1String(status), QLatin1String(more));
}

} // namespace

QString TstTasks::play(const QString &script)
{
    TaskMachine machine;
    std::int64_t now = 0;
    QString told;
    for (const QString &line : script.split(u'\n', Qt::SkipEmptyParts)) {
        if (line.startsWith(u' '))
            continue; // what is expected
        TaskActions out;
        const bool before = machine.isFinished();
        step(machine, line, now, out);
        told += line + u'\n' + names(out);
        if (machine.isFinished() && !before)
            told += outcomeText(machine);
    }
    return told;
}

void TstTasks::core(const char *name, const QString &steps)
{
    QTest::newRow(name) << QStringLiteral("begin {\"task\":") + task("working")
            + QStringLiteral("}\n") + steps;
}

void TstTasks::extension(const char *name, const QString &steps)
{
    QTest::newRow(name) << QStringLiteral(
                               R"(begin {"resultType":"task","taskId":"t","status":"working",)"
                               R"("ttlMs":9000,"pollIntervalMs":500})")
            + u'\n' + steps;
}

void TstTasks::conversations_data()
{
    QTest::addColumn<QString>("script");
    const QString result = QStringLiteral(R"({"content":[]})");
    core("a result is fetched when the task is over",
        "at 499\nat 500\n  > tasks/get\nanswer get " + task("working") + "\nat 999\nat 1000\n"
            + "  > tasks/get\nanswer get " + task("completed")
            + "\n  > tasks/result\nanswer result " + result + "\n  > finish\n  = completed "
            + result + u'\n');
    core("only one question at a time", QStringLiteral("at 500\n  > tasks/get\nat 9000\n"));
    core("a notification saves the question",
        "at 400\nnotify " + task("working", R"(,"statusMessage":"half")") + "\nat 800\nat 900\n"
            + "  > tasks/get\nnotify " + task("completed") + "\n  > tasks/result\n");
    core("another task's notification",
        QStringLiteral(R"(notify {"taskId":"x","status":"failed"})") + u'\n');
    core("input is asked for in the answer to tasks/result",
        "at 500\n  > tasks/get\nanswer get " + task("input_required")
            + "\n  > tasks/result\nat 1000\n  > tasks/get\nanswer get " + task("working")
            + "\nanswer result " + result + "\n  > finish\n  = completed " + result + u'\n');
    core("an error of the tool is a result",
        QStringLiteral("at 500\n  > tasks/get\nanswer get ") + task("failed")
            + "\n  > tasks/result\nanswer result {\"isError\":true}\n  > finish\n"
              "  = failed {\"isError\":true}\n");
    core("the call would have failed",
        QStringLiteral("at 500\n  > tasks/get\nanswer get ") + task("failed")
            + "\n  > tasks/result\nerror result {\"code\":-32603,\"message\":\"broken\"}\n"
              "  > finish\n  = failed {\"code\":-32603,\"message\":\"broken\"} broken\n");
    core("cancelled, and the answer tells",
        "cancel\n  > tasks/cancel\ncancel\nanswer cancel " + task("cancelled")
            + "\n  > finish\n  = cancelled\n");
    core("cancelling a task that is over",
        "cancel\n  > tasks/cancel\nerror cancel {\"code\":-32602,\"message\":\"terminal\"}\n"
        "at 500\n  > tasks/get\nanswer get "
            + task("completed") + "\n  > tasks/result\n");
    core("there is no way back from an end",
        "at 500\n  > tasks/get\nanswer get " + task("completed") + "\n  > tasks/result\nnotify "
            + task("working") + "\nanswer result " + result + "\n  > finish\n  = completed "
            + result + u'\n');
    core("a task that the server has forgotten",
        "at 500\n  > tasks/get\nerror get {\"code\":-32602,\"message\":\"unknown\"}\n"
        "  > finish\n  = working unknown\n");
    core("some failures are not the end",
        QStringLiteral("at 500\n  > tasks/get\ntimeout get\nat 1000\n  > tasks/get\n"
                       "timeout get\nat 1500\n  > tasks/get\ntimeout get\nat 2000\n  > tasks/get\n"
                       "timeout get\nat 2500\n  > tasks/get\ntimeout get\n  > finish\n"
                       "  = working no answer\n"));
    core("tasks/result is sent again when it brought nothing",
        "at 500\n  > tasks/get\nanswer get " + task("input_required")
            + "\n  > tasks/result\ntimeout result\nat 1000\n  > tasks/get\nanswer get "
            + task("completed") + "\n  > tasks/result\n");
    core("a connection that is lost and comes back",
        "at 500\n  > tasks/get\nlost\nat 9000\ncancel\nresumed\n  > tasks/get\nanswer get "
            + task("completed") + "\n  > tasks/result\n");
    core("an answer without a task",
        QStringLiteral("at 500\n  > tasks/get\nanswer get {}\n"
                       "at 1000\n  > tasks/get\n"));
    extension("the result is in the state",
        "at 500\n  > tasks/get\nanswer get " + flat("completed", R"(,"result":{"content":[]})")
            + "\n  > finish\n  = completed {\"content\":[]}\n");
    extension("an error is in the state",
        "at 500\n  > tasks/get\nanswer get " + flat("failed", R"(,"error":{"code":-1}})").chopped(1)
            + "\n  > finish\n  = failed {\"code\":-1}\n");
    const QString inputs = QStringLiteral(R"({"a":{"method":"roots/list"}})");
    const QString two = QStringLiteral(R"({"a":{"method":"roots/list"},"b":{"method":"x"}})");
    const auto asking = [](const QString &requests) -> QString {
        return flat("input_required").chopped(1) + QStringLiteral(",\"inputRequests\":") + requests
            + u'}';
    };
    extension("inputs are asked for once and answered with tasks/update",
        "at 500\n  > tasks/get\nanswer get " + asking(inputs) + "\n  > ask " + inputs
            + "\nat 1000\n  > tasks/get\nanswer get " + asking(two)
            + "\n  > ask {\"b\":{\"method\":\"x\"}}\ninputs {\"a\":{\"roots\":[]}}\n"
              "  > tasks/update {\"a\":{\"roots\":[]}}\nanswer update {}\n  > tasks/get\n");
    const QString get = QStringLiteral("  > tasks/get\nanswer get ");
    const QString answered = QStringLiteral("inputs {\"a\":{\"roots\":[]}}\n"
                                            "  > tasks/update {\"a\":{\"roots\":[]}}\n");
    extension("answers that did not arrive are asked for again",
        "at 500\n" + get + asking(inputs) + "\n  > ask " + inputs + u'\n' + answered
            + "timeout update\nat 1000\n" + get + asking(inputs) + "\n  > ask " + inputs + u'\n');
    extension("a state from before the answers does not ask again",
        "at 500\n" + get + asking(inputs) + "\n  > ask " + inputs + "\nat 1000\n  > tasks/get\n"
            + answered + "answer get " + asking(inputs) + "\nanswer update {}\n" + get
            + flat("working") + u'\n');
    extension("what the server wants no longer is withdrawn",
        "at 500\n" + get + asking(two) + "\n  > ask " + two + "\nat 1000\n" + get + asking(inputs)
            + "\n  > withdraw b\nat 1500\n" + get + flat("working") + "\n  > withdraw a\n"
            + "at 2000\n" + get + asking(two) + u'\n');
    extension("a notification without the requests withdraws nothing",
        "at 500\n" + get + asking(inputs) + "\n  > ask " + inputs + "\nnotify "
            + flat("input_required") + "\n" + answered);
    extension("on a new connection it is asked for again, unless it was answered",
        "at 500\n" + get + asking(two) + "\n  > ask " + two + u'\n' + answered
            + "answer update {}\n" + get + asking(two) + "\nlost\nresumed\n" + get + asking(two)
            + "\n  > ask {\"b\":{\"method\":\"x\"}}\n");
    extension("stopped in place of an answer",
        "at 500\n" + get + asking(inputs) + "\n  > ask " + inputs + "\nstop " + inputs
            + "\n  > tasks/cancel\nanswer cancel {}\n" + get + flat("cancelled")
            + "\n  > finish\n  = cancelled\n");
    extension("a task that does not stop asks again",
        "at 500\n" + get + asking(inputs) + "\n  > ask " + inputs + "\nstop " + inputs
            + "\n  > tasks/cancel\nanswer cancel {}\n" + get + asking(inputs) + "\n  > ask "
            + inputs + u'\n');
    extension("cancelling is only acknowledged",
        "cancel\n  > tasks/cancel\nanswer cancel {}\n  > tasks/get\nanswer get " + flat("cancelled")
            + "\n  > finish\n  = cancelled\n");
    extension("a notification without the result",
        "notify " + flat("completed") + "\n  > tasks/get\nanswer get " + flat("completed")
            + "\n  > finish\n  = completed The server reports that the task ended without a "
              "result.\n");
    extension("a word that nobody knows",
        "at 500\n  > tasks/get\nanswer get " + flat("thinking") + "\nat 1000\n  > tasks/get\n");
}

void TstTasks::conversations()
{
    QFETCH(const QString, script);
    QCOMPARE(play(script), script);
}

void TstTasks::readsBothShapes()
{
    const auto factsOf = [](const char *text, TaskStyle &style) {
        return taskOf(json::Document::parse(Bytes::copyOf(text)).root(), &style);
    };
    TaskStyle style = TaskStyle::Extension;
    const auto old =
        factsOf(R"({"task":{"taskId":"1","status":"working","ttl":null,"pollInterval":7}})", style);
    QVERIFY(old && style == TaskStyle::Core);
    QVERIFY(!old->ttl);
    QCOMPARE(*old->pollInterval, 7);
    const auto fresh =
        factsOf(R"({"taskId":"1","status":"odd","ttlMs":5,"pollIntervalMs":-1})", style);
    QVERIFY(fresh && style == TaskStyle::Extension);
    QCOMPARE(*fresh->ttl, 5);
    QVERIFY(!fresh->pollInterval);
    QVERIFY(fresh->status == TaskStatus::Unknown);
    QVERIFY(!factsOf(R"({"taskId":7})", style));
    QVERIFY(!factsOf("[]", style));
    const auto params = json::Document::parse(
        Bytes::copyOf(R"({"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"9"}}})"));
    QCOMPARE(relatedTask(params.root()), std::string("9"));
    QVERIFY(isTaskCreated(
        json::Document::parse(Bytes::copyOf(R"({"resultType":"task","taskId":"1"})")).root()));
    QVERIFY(!isTaskCreated(
        json::Document::parse(Bytes::copyOf(R"({"content":[],"taskId":"1"})")).root()));
}

void TstTasks::waitsAsTheServerWishes_data()
{
    QTest::addColumn<QByteArray>("wish");
    QTest::addColumn<qint64>("ms");
    QTest::newRow("none") << QByteArray("null") << qint64(TaskMachine::kUsualPoll.count());
    QTest::newRow("0") << QByteArray("0") << qint64(TaskMachine::kLeastPoll.count());
    QTest::newRow("5 s") << QByteArray("5000") << qint64(5000);
    QTest::newRow("for ever") << QByteArray("9223372036854775807")
                              << qint64(TaskMachine::kMostPoll.count());
    QTest::newRow("a text") << QByteArray("\"1\"") << qint64(TaskMachine::kUsualPoll.count());
}

void TstTasks::waitsAsTheServerWishes()
{
    QFETCH(const QByteArray, wish);
    QFETCH(const qint64, ms);
    const auto document = json::Document::parse(Bytes::fromByteArray(
        R"({"task":{"taskId":"t","status":"working","pollInterval":)" + wish + "}}"));
    TaskMachine machine;
    TaskActions out;
    machine.begin(document.root(), 0, out);
    QCOMPARE(machine.nextPoll(), ms * kMs);
}

void TstTasks::keepsABoundedHistory()
{
    TaskMachine machine;
    TaskActions out;
    const auto document =
        json::Document::parse(Bytes::copyOf(R"({"task":{"taskId":"t","status":"working"}})"));
    machine.begin(document.root(), 0, out);
    for (std::size_t i = 0; i < 2 * TaskMachine::kMaxHistory; ++i) {
        const std::string state =
            R"({"taskId":"t","status":"working","statusMessage":")" + std::to_string(i / 2) + "\"}";
        machine.notified(json::Document::parse(Bytes::copyOf(state)).root(), std::int64_t(i), out);
    }
    QCOMPARE(machine.history().size(), TaskMachine::kMaxHistory);
    QCOMPARE(machine.history().back().message,
        QString::number(TaskMachine::kMaxHistory - 1)); // and twice the same is once
}

void TstTasks::asksForABoundedNumberOfInputs()
{
    TaskMachine machine;
    TaskActions out;
    std::string requests;
    for (std::size_t i = 0; i < 2 * TaskMachine::kMaxInputs; ++i)
        requests.append(i == 0 ? "\"" : ",\"")
            .append(std::to_string(i))
            .append(R"(":{"method":"roots/list"})");
    const auto document = json::Document::parse(Bytes::copyOf(
        R"({"resultType":"task","taskId":"t","status":"input_required","inputRequests":{)"
        + requests + "}}"));
    machine.begin(document.root(), 0, out);
    QCOMPARE(out.size(), std::size_t(1));
    QCOMPARE(json::Document::parse(Bytes::copyOf(out.front().text)).root().count(),
        std::uint32_t(TaskMachine::kMaxInputs));
}

void TstTasks::knowsWhenItExpires()
{
    const auto expires = [](const char *ttl) {
        const auto document = json::Document::parse(Bytes::copyOf(
            std::string(R"({"task":{"taskId":"t","status":"working","ttl":)") + ttl + "}}"));
        TaskMachine machine;
        TaskActions out;
        machine.begin(document.root(), 5, out);
        return machine.expires();
    };
    QCOMPARE(expires("1000"), 1000 * kMs + 5);
    QCOMPARE(expires("null"), TaskMachine::kNever);
    QCOMPARE(expires("9223372036854775807"), TaskMachine::kNever);
}

QTEST_GUILESS_MAIN(TstTasks)
#include "tst_tasks.moc"
