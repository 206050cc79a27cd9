// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/foundrules.h"
#include "support/places.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>

using namespace sonde::test;

// `sonde-cli check` finds every fault of tests/servers/faulty.mjs, and nothing in it without a
// fault.
class TestCheckFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void findsTheFault_data();
    void findsTheFault();
    void findsTheFaultOverHttp_data();
    void findsTheFaultOverHttp();
    void reportsAMissingMethodOnce();
    void blamesNoWorkThatTakesLong();
    void findsNothingWithoutAFault();
    void reportsWhatItSawWithoutAConnection();
    void everyFaultOfTheServerHasARow();
};

namespace {

const QString kServer = sonde::test::sourcePath("tests/servers/faulty.mjs");

struct Fault {
    const char *name;
    const char *rule;
};
constexpr Fault kFaults[]{{"unknown-tool-ok", "tools.unknown-tool-error"},
    {"unknown-tool-flag", "tools.unknown-tool-error"}, {"null-absent", "schema.null-for-absent"},
    {"no-input-schema", "tools.input-schema-object"}, {"wrong-schema", "jsonschema.valid"},
    {"output-schema-array", "tools.output-schema-object"}, {"bad-name", "tools.name-charset"},
    {"duplicate-tool", "tools.name-unique"}, {"relative-icon", "icons.src-form"},
    {"tools-change", "tools.list-changed-sent"},
    {"read-and-destroy", "tools.annotations-consistent"},
    {"undeclared-notification", "caps.list-changed-declared"},
    {"undeclared-prompts", "prompts.capability"}, {"undeclared-log", "logging.capability"},
    {"cursor-accepts-any", "pagination.invalid-cursor"},
    {"cursor-stuck", "pagination.cursor-advances"},
    {"cursor-null", "pagination.cursor-string-or-absent"},
    {"missing-params-ok", "jsonrpc.invalid-params"}, {"unknown-progress", "progress.known-token"},
    {"progress-stands", "progress.increases"}, {"progress-late", "progress.stops-at-completion"},
    {"error-as-rpc", "tools.execution-errors-in-result"},
    {"wrong-structured", "tools.structured-conforms"},
    {"no-structured", "tools.structured-present"}, {"no-text-copy", "tools.structured-text-copy"},
    {"no-content", "tools.content-present"}, {"image-url", "content.image-base64"},
    {"bad-audience", "annotations.audience-values"},
    {"refuse-version", "lifecycle.server-counter-version"},
    {"echo-version", "lifecycle.server-counter-version"},
    {"strange-version", "lifecycle.server-counter-version"},
    {"no-server-info", "lifecycle.initialize-result"},
    {"unknown-resource-ok", "resources.not-found-32002"},
    {"blob-not-base64", "resources.binary-base64"}, {"text-and-blob", "resources.text-or-blob"},
    {"unknown-prompt-ok", "prompts.errors"}, {"unknown-task-ok", "tasks.errors"},
    {"unknown-reference-ok", "completion.errors"}, {"many-completions", "completion.at-most-100"},
    {"any-level", "logging.invalid-level"}, {"no-ping", "ping.empty-result"},
    {"ping-body", "ping.empty-result"}, {"bad-uri", "resources.uri-valid"},
    {"bad-template", "resources.template-valid"}, {"open-template", "resources.template-valid"},
    {"templates-missing", "practice.templates-listed"},
    {"unknown-method-ok", "jsonrpc.unknown-method"},
    {"unknown-method-code", "jsonrpc.unknown-method"},
    {"unknown-method-silent", "jsonrpc.every-request-answered"},
    {"wrong-id", "jsonrpc.response-id-matches"}, {"no-jsonrpc", "jsonrpc.version-member"},
    {"result-and-error", "jsonrpc.not-result-and-error"},
    {"result-array", "jsonrpc.result-is-object"},
    {"error-without-code", "jsonrpc.error-code-and-message"},
    {"error-code-text", "jsonrpc.error-code-integer"},
    {"double-response", "jsonrpc.one-response-per-request"},
    {"notification-answered", "jsonrpc.notification-not-answered"},
    {"early-request", "lifecycle.server-waits-for-initialized"},
    {"log-level-ignored", "logging.level-respected"},
    {"no-set-level", "caps.declared-method-answered"},
    {"unsubscribed-update", "resources.updated-only-subscribed"},
    {"stray-response", "jsonrpc.response-id-matches"},
    {"no-description", "practice.description-present"},
    {"equal-descriptions", "practice.description-distinct"},
    {"hidden-text", "practice.no-hidden-characters"},
    {"bare-parameter", "practice.parameter-description"},
    {"case-twin", "practice.names-differ-by-more-than-case"},
    {"long-definition", "practice.definitions-size"}, {"long-result", "practice.result-size"},
    {"duplicate-id-silent", "jsonrpc.every-request-answered"},
    {"broken-json-crash", "jsonrpc.malformed-json"}, {"broken-json-code", "jsonrpc.malformed-json"},
    {"stdout-noise", "stdio.stdout-messages-only"}, {"no-exit", "stdio.exit-on-eof"}};

constexpr Fault kHttpFaults[]{{"any-origin", "http.origin-validated"},
    {"origin-400", "http.origin-403"}, {"any-version", "headers.version-invalid-400"},
    {"no-session-422", "session.missing-400"}, {"dead-session-ok", "session.ended-404"},
    {"dead-session-400", "session.ended-404"}, {"get-400", "http.get-stream-or-405"},
    {"notification-200", "http.notification-202"}, {"text-response", "http.response-content-type"},
    {"session-with-space", "session.id-visible-ascii"},
    {"broken-json-ok", "jsonrpc.malformed-json"}, {"broken-json-error", "jsonrpc.malformed-json"},
    {"batch-refused", "batch.received"}, {"text-ids", "jsonrpc.response-id-matches"}};

template <std::size_t count>
void addRows(const Fault (&faults)[count])
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("rule");
    for (const Fault &fault : faults)
        QTest::newRow(fault.name) << QString::fromLatin1(fault.name)
                                  << QString::fromLatin1(fault.rule);
}

// A server over HTTP with a fault, or with none.
class HttpServer {
public:
    explicit HttpServer(const QStringList &faults)
    {
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start(
            QStringLiteral("node"), QStringList{kServer, QStringLiteral("--http")} + faults);
        QByteArray said;
        while (!said.contains("/mcp") && m_process.waitForReadyRead(kDeadline))
            said += m_process.readAll();
        m_url = QString::fromUtf8(said.trimmed()).section(u' ', -1);
    }
    ~HttpServer()
    {
        m_process.kill();
        m_process.waitForFinished(kDeadline);
    }
    const QString &url() const { return m_url; }

private:
    QProcess m_process;
    QString m_url;
};

QStringList checkOf(const QStringList &more)
{
    return words("--quiet --no-cache --timeout 3s --era legacy check --format json "
                 "--fail-on info --call-read-only --call count")
        + more;
}

Run checkWith(const QStringList &faults)
{
    return cli(checkOf({QStringLiteral("--"), QStringLiteral("node"), kServer}) + faults);
}

} // namespace

void TestCheckFaults::initTestCase()
{
    QVERIFY2(!QStandardPaths::findExecutable(QStringLiteral("node")).isEmpty(),
        "There is no `node`: run ./dev test, which installs Node.js.");
}

void TestCheckFaults::findsTheFault_data()
{
    addRows(kFaults);
}

void TestCheckFaults::findsTheFault()
{
    QFETCH(QString, fault);
    QFETCH(QString, rule);
    const Run run = checkWith({QStringLiteral("--") + fault});
    COMPARE_CODE(run, 11);
    QVERIFY2(foundRules(run).contains(rule), told(run).constData());
}

void TestCheckFaults::findsTheFaultOverHttp_data()
{
    addRows(kHttpFaults);
}

void TestCheckFaults::findsTheFaultOverHttp()
{
    QFETCH(QString, fault);
    QFETCH(QString, rule);
    const HttpServer server({QStringLiteral("--") + fault});
    QStringList more{QStringLiteral("--url"), server.url()};
    if (fault.startsWith(u"batch")) // only one revision has batches
        more << QStringLiteral("--revision") << QStringLiteral("2025-03-26");
    const Run run = cli(checkOf(more));
    COMPARE_CODE(run, 11);
    QVERIFY2(foundRules(run).contains(rule), told(run).constData());
}

// A level and an unknown level are set, and both requests are refused for one reason.
void TestCheckFaults::reportsAMissingMethodOnce()
{
    const Run run = checkWith({QStringLiteral("--no-set-level")});
    const auto findings =
        QJsonDocument::fromJson(run.out).object()[QStringLiteral("findings")].toArray();
    QCOMPARE(findings.size(), 1);
    const auto found = findings[0].toObject();
    QCOMPARE(
        found[QStringLiteral("rule")].toString(), QStringLiteral("caps.declared-method-answered"));
    QCOMPARE(found[QStringLiteral("alsoIn")].toArray().size(), 1);
}

// The limit is Sonde's, and Sonde cancels the calls.
void TestCheckFaults::blamesNoWorkThatTakesLong()
{
    const Run run = checkWith({QStringLiteral("--long-work")});
    COMPARE_CODE(run, 0);
    QCOMPARE(foundRules(run), QStringList());
}

void TestCheckFaults::findsNothingWithoutAFault()
{
    const Run run = checkWith({});
    COMPARE_CODE(run, 0);
    QCOMPARE(foundRules(run), QStringList());
    const HttpServer server({});
    const Run http = cli(checkOf({QStringLiteral("--url"), server.url()}));
    COMPARE_CODE(http, 0);
    QCOMPARE(foundRules(http), QStringList());
}

// The server knows neither server/discover nor anything else of the era that it is said to be of.
void TestCheckFaults::reportsWhatItSawWithoutAConnection()
{
    const QStringList server{QStringLiteral("--"), QStringLiteral("node"), kServer};
    const Run run = cli(words("--quiet --no-cache --era modern check --format json") + server);
    COMPARE_CODE(run, 11);
    QVERIFY2(run.err.contains("Cannot connect"), run.err.constData());
    QVERIFY2(
        foundRules(run).contains(QStringLiteral("discover.implemented")), told(run).constData());
    // What fails the check is chosen as elsewhere; without a finding, the exit code is that of the
    // connection.
    const Run never =
        cli(words("--quiet --no-cache --era modern check --fail-on never --format json") + server);
    COMPARE_CODE(never, 4);
    QVERIFY(!foundRules(never).isEmpty());
}

void TestCheckFaults::everyFaultOfTheServerHasARow()
{
    QFile file(kServer);
    QVERIFY(file.open(QIODevice::ReadOnly));
    static const QRegularExpression uses(QStringLiteral("has\\('([a-z0-9-]+)'\\)"));
    QSet<QString> missing;
    for (auto match = uses.globalMatch(QString::fromUtf8(file.readAll())); match.hasNext();)
        missing.insert(match.next().captured(1));
    QVERIFY(missing.remove(QStringLiteral("http")));
    QVERIFY(missing.remove(QStringLiteral("long-work"))); // no fault
    for (const Fault &fault : kFaults)
        missing.remove(QString::fromLatin1(fault.name));
    for (const Fault &fault : kHttpFaults)
        missing.remove(QString::fromLatin1(fault.name));
    QCOMPARE(missing, QSet<QString>());
}

QTEST_GUILESS_MAIN(TestCheckFaults)
#include "tst_checkfaults.moc"
