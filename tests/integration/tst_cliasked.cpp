// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/exitcode.h"
#include "support/clirun.h"
#include "support/publishedservers.h"

using namespace sonde::test;

namespace {

void eras()
{
    QTest::addColumn<QString>("era");
    QTest::newRow("legacy") << QStringLiteral("legacy");
    QTest::newRow("modern") << QStringLiteral("modern");
}

// Asks for a visit by a request, or by an error; its first argument says which.
constexpr char kUrlServer[] =
    "u='\"mode\":\"url\",\"elicitationId\":\"x\",\"message\":\"Sign in\",\"url\":'\n"
    "u=$u'\"https://ex\\u0430mple.com/\\u202egpj.exe\"'\n"
    "text() { printf '%s\\n' '{\"jsonrpc\":\"2.0\",\"id\":'$call',\"result\":{\"content\":"
    "[{\"type\":\"text\",\"text\":\"'$1'\"}]}}'; }\n"
    "while read -r l; do\n"
    "  id=$(printf %s \"$l\" | sed 's/.*\"id\":\\([0-9]*\\).*/\\1/')\n"
    "  case \"$l\" in\n"
    "  *'\"initialize\"'*) printf '%s\\n' '{\"jsonrpc\":\"2.0\",\"id\":'$id',\"result\":"
    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":"
    "{\"name\":\"s\",\"version\":\"1\"}}}';;\n"
    "  *'\"tools/list\"'*) printf '%s\\n' '{\"jsonrpc\":\"2.0\",\"id\":'$id',\"result\":"
    "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}]}}';;\n"
    "  *'\"tools/call\"'*) call=$id\n"
    "    if [ -n \"$asked\" ]; then text again\n"
    "    elif [ $1 = error ]; then printf '%s\\n' '{\"jsonrpc\":\"2.0\",\"id\":'$id',\"error\":"
    "{\"code\":-32042,\"message\":\"first\",\"data\":{\"elicitations\":[{'\"$u\"'}]}}}'\n"
    "    else printf '%s\\n' '{\"jsonrpc\":\"2.0\",\"id\":\"e\",\"method\":"
    "\"elicitation/create\",\"params\":{'\"$u\"'}}'; fi; asked=1;;\n"
    "  *'\"accept\"'*) text accept;;\n"
    "  *'\"decline\"'*) text decline;;\n"
    "  esac\n"
    "done\n";

} // namespace

// What sonde-cli responds when a server asks its client, from a file, a program or a person.
class TstCliAsked : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void declaresNothingByItself_data() { eras(); }
    void declaresNothingByItself();
    void respondsFromAFile_data() { eras(); }
    void respondsFromAFile();
    void respondsFromAProgram_data() { eras(); }
    void respondsFromAProgram();
    void asksOnTheTerminal_data() { eras(); }
    void asksOnTheTerminal();
    void tellsFolders_data() { eras(); }
    void tellsFolders();
    void saysWhatWentWrong_data() { eras(); }
    void saysWhatWentWrong();
    void sendsWhatDoesNotFitAndSaysSo();
    void visitsUrls_data();
    void visitsUrls();
    void respondsToAPublishedServer_data();
    void respondsToAPublishedServer();

private:
    QString fileWith(const QString &name, const QByteArray &text) const
    {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return file.fileName();
    }
    static Run called(const QString &era, const QStringList &responses, const QStringList &tool,
        const QByteArray &input = {})
    {
        return cli(responses
                + QStringList{QStringLiteral("--era"), era, QStringLiteral("tools"),
                    QStringLiteral("call")}
                + tool + QStringList{QStringLiteral("--"), kDemo},
            input);
    }

    QTemporaryDir m_folder;
};

void TstCliAsked::initTestCase()
{
    QVERIFY(m_folder.isValid());
}

void TstCliAsked::declaresNothingByItself()
{
    QFETCH(const QString, era);
    const Run info = withDemo({QStringLiteral("info"), QStringLiteral("--era"), era});
    COMPARE_CODE(info, 0);
    QVERIFY2(!info.out.contains("sampling"), info.out.constData());
    const Run run = called(era, {}, {QStringLiteral("list_roots")});
    QVERIFY2(run.code != 0, told(run).constData());
}

void TstCliAsked::respondsFromAFile()
{
    QFETCH(const QString, era);
    const QString response = fileWith(QStringLiteral("form.json"),
        R"({"action":"accept","content":{"street":"Main 1","country":"FI"}})"
        "\n");
    const Run run = called(era, {QStringLiteral("--elicitation"), u'@' + response},
        {QStringLiteral("confirm_address")});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains(R"(Confirmed: {"street":"Main 1","country":"FI"})"),
        told(run).constData());
}

void TstCliAsked::respondsFromAProgram()
{
    QFETCH(const QString, era);
    // The question's params are on its stdin.
    const QString program = fileWith(QStringLiteral("answer.sh"),
        "grep -q 'Summarize, in one sentence: rain' || exit 3\n"
        R"(echo '{"role":"assistant","content":{"type":"text","text":"wet"},"model":"sh"}')"
        "\n");
    const Run run = called(era, {QStringLiteral("--sampling"), u"sh '" + program + u'\''},
        {QStringLiteral("summarize"), QStringLiteral("text=rain")});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("wet") && run.out.contains("By the model sh"), told(run).constData());
}

void TstCliAsked::asksOnTheTerminal()
{
    QFETCH(const QString, era);
    const QStringList ask{QStringLiteral("--elicitation"), QStringLiteral("ask"),
        QStringLiteral("--sampling"), QStringLiteral("ask")};
    const Run form = called(era, ask, {QStringLiteral("confirm_address")}, "Main 1\n\nJP\n");
    COMPARE_CODE(form, 0);
    QVERIFY2(form.out.contains(R"(Confirmed: {"street":"Main 1","country":"JP"})"),
        told(form).constData());
    QVERIFY2(form.err.contains("Confirm the delivery address"), told(form).constData());
    QVERIFY2(form.err.contains("caused by confirm_address"), told(form).constData());
    const Run declined = called(era, ask, {QStringLiteral("confirm_address")}, ":decline\n");
    QVERIFY2(declined.out.contains("Not confirmed: decline"), told(declined).constData());
    const Run sampled =
        called(era, ask, {QStringLiteral("summarize"), QStringLiteral("text=rain")}, "It rains.\n");
    COMPARE_CODE(sampled, 0);
    QVERIFY2(sampled.out.contains("It rains."), told(sampled).constData());
}

void TstCliAsked::tellsFolders()
{
    QFETCH(const QString, era);
    const Run run = called(era,
        {QStringLiteral("--roots"), m_folder.path(), QStringLiteral("--roots"),
            QStringLiteral("/")},
        {QStringLiteral("list_roots")});
    COMPARE_CODE(run, 0);
    QVERIFY2(
        run.out.contains(QByteArray("file://" + m_folder.path().toUtf8())), told(run).constData());
}

void TstCliAsked::saysWhatWentWrong()
{
    QFETCH(const QString, era);
    const Run program = called(era, {QStringLiteral("--sampling"), QStringLiteral("false")},
        {QStringLiteral("summarize"), QStringLiteral("text=rain")});
    COMPARE_CODE(program, sonde::cli::kNoResponse);
    QVERIFY2(program.err.contains("exit code 1"), told(program).constData());
    const QString noJson = fileWith(QStringLiteral("no.json"), "[1]");
    const Run file = called(
        era, {QStringLiteral("--elicitation"), u'@' + noJson}, {QStringLiteral("confirm_address")});
    COMPARE_CODE(file, sonde::cli::kNoResponse);
    QVERIFY2(file.err.contains("not a JSON object"), told(file).constData());
    // Standard input ends before anything was typed.
    const Run nobody = called(era, {QStringLiteral("--elicitation"), QStringLiteral("ask")},
        {QStringLiteral("confirm_address")});
    COMPARE_CODE(nobody, sonde::cli::kNoResponse);
    QVERIFY2(nobody.err.contains("Cannot ask on the terminal"), told(nobody).constData());
}

void TstCliAsked::sendsWhatDoesNotFitAndSaysSo()
{
    const QString odd = fileWith(QStringLiteral("odd.json"), R"({"action":"perhaps"})");
    const Run run = called(QStringLiteral("legacy"), {QStringLiteral("--elicitation"), u'@' + odd},
        {QStringLiteral("confirm_address")});
    QVERIFY2(run.err.contains("is not valid"), told(run).constData());
    QVERIFY2(run.out.contains("The client's response has no action"), told(run).constData());
}

// A URL in a request of the server's, or in the error -32042 that a call can go on after
// (2025-11-25 client/elicitation). Its letters are not what they look like.
void TstCliAsked::visitsUrls_data()
{
    QTest::addColumn<bool>("byError");
    QTest::addColumn<QString>("way");
    QTest::addColumn<QByteArray>("typed");
    QTest::addColumn<bool>("accepted");
    const QString yes = u'@' + fileWith(QStringLiteral("yes.json"), R"({"action":"accept"})");
    const QString no = u'@' + fileWith(QStringLiteral("no.json"), R"({"action":"decline"})");
    const QString program = QStringLiteral("sh -c 'grep -q \"mode.:.url\" && echo "
                                           "{\\\"action\\\":\\\"accept\\\"}'");
    for (const bool byError : {false, true}) {
        const char *const kind = byError ? "-32042" : "a request";
        const auto row = [&](const char *name, const QString &way, const char *typed,
                             bool accepted) {
            QTest::addRow("%s, %s", kind, name) << byError << way << QByteArray(typed) << accepted;
        };
        row("a file accepts", yes, "", true);
        row("a file declines", no, "", false);
        row("a program", program, "", true);
        row("a person accepts", QStringLiteral("ask"), "accept\n", true);
        row("a person declines", QStringLiteral("ask"), "decline\n", false);
    }
}

void TstCliAsked::visitsUrls()
{
    QFETCH(const bool, byError);
    QFETCH(const QString, way);
    QFETCH(const QByteArray, typed);
    QFETCH(const bool, accepted);
    const QString server = fileWith(QStringLiteral("server.sh"), kUrlServer);
    const Run run =
        cli({QStringLiteral("--elicitation"), way, QStringLiteral("--era"),
                QStringLiteral("legacy"), QStringLiteral("tools"), QStringLiteral("call"),
                QStringLiteral("t"), QStringLiteral("--"), QStringLiteral("sh"), server,
                byError ? QStringLiteral("error") : QStringLiteral("request")},
            typed);
    if (byError && !accepted) { // the call's response is the error
        QVERIFY2(run.code != 0, told(run).constData());
        QVERIFY2(run.err.contains("-32042"), told(run).constData());
    } else {
        COMPARE_CODE(run, 0);
        QVERIFY2(run.out.contains(byError ? "again"
                         : accepted       ? "accept"
                                          : "decline"),
            told(run).constData());
    }
    if (typed.isEmpty())
        return;
    QVERIFY2(run.err.contains("host: xn--"), told(run).constData());
    QVERIFY2(!run.err.contains("\u202e"), told(run).constData());
}

void TstCliAsked::respondsToAPublishedServer_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("path");
    QTest::newRow("stdio") << QString() << QString();
    QTest::newRow("Streamable HTTP") << QStringLiteral("streamableHttp") << QStringLiteral("/mcp");
    QTest::newRow("HTTP with SSE") << QStringLiteral("sse") << QStringLiteral("/sse");
}

void TstCliAsked::respondsToAPublishedServer()
{
    QFETCH(const QString, kind);
    QFETCH(const QString, path);
    if (const QString missing = missingServers(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    std::unique_ptr<NodeServer> listening;
    if (!kind.isEmpty())
        listening = std::make_unique<NodeServer>(kind);
    const auto called = [&](const char *way, const QString &response, const QStringList &tool) {
        const QStringList command = QStringList{QString::fromLatin1(way), response,
                                        QStringLiteral("tools"), QStringLiteral("call")}
            + tool;
        return listening
            ? cli(command + QStringList{QStringLiteral("--url"), listening->url(path).toString()})
            : cli(
                command + QStringList{QStringLiteral("--"), QStringLiteral("node"), everything()});
    };
    const QString response = fileWith(QStringLiteral("sampled.json"),
        R"({"role":"assistant","content":{"type":"text","text":"from a file"},"model":"none"})");
    const Run sampled = called("--sampling", u'@' + response,
        {QStringLiteral("trigger-sampling-request"), QStringLiteral("prompt=x")});
    COMPARE_CODE(sampled, 0);
    QVERIFY2(sampled.out.contains("from a file"), told(sampled).constData());
    const QString form = fileWith(
        QStringLiteral("everything.json"), R"({"action":"accept","content":{"name":"Ada"}})");
    const Run filled =
        called("--elicitation", u'@' + form, {QStringLiteral("trigger-elicitation-request")});
    COMPARE_CODE(filled, 0);
    QVERIFY2(filled.out.contains("Ada"), told(filled).constData());
    const Run roots = called("--roots", m_folder.path(), {QStringLiteral("get-roots-list")});
    COMPARE_CODE(roots, 0);
    QVERIFY2(roots.out.contains(m_folder.path().toUtf8()), told(roots).constData());
    const Run failing = called("--sampling", QStringLiteral("false"),
        {QStringLiteral("trigger-sampling-request"), QStringLiteral("prompt=x")});
    COMPARE_CODE(failing, sonde::cli::kNoResponse);
}

QTEST_GUILESS_MAIN(TstCliAsked)
#include "tst_cliasked.moc"
