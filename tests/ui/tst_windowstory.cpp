// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "content/json/jsoneditor.h"
#include "look/style/sondestyle.h"
#include "models/trace/tracemodel.h"
#include "session/call/toolcall.h"
#include "support/clirun.h"
#include "support/openedwindow.h"
#include "support/publishedservers.h"
#include "trace/file/sessionreader.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"

#include <QTest>

using namespace sonde;
using namespace sonde::tests;

// One call of a server that others wrote: what the window shows of it, what its session file has,
// and what the command line prints and records are the same bytes.
class TstWindowStory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void tellsOfACallWhatTheFileAndTheCommandLineTell();

private:
    QTemporaryDir m_folder;
};

namespace {

constexpr char kArguments[] = R"({"message":"gr\u00fc\u00dfe ü 1e400"})";

// The text of the newest tools/call in the file, and of its response.
std::pair<Bytes, Bytes> callIn(const QString &path)
{
    const auto reader = trace::SessionReader::open(path);
    if (!reader)
        return {};
    const auto records = (*reader)->records(1, (*reader)->messageCount());
    std::pair<Bytes, Bytes> call;
    for (const trace::Record &record : records ? *records : std::vector<trace::Record>()) {
        if ((*reader)->string(record.method) != QLatin1String("tools/call"))
            continue;
        Bytes &text = record.kind == rpc::Kind::Request ? call.first : call.second;
        text = (*reader)->read(record).ok() ? (*reader)->read(record).value() : Bytes();
    }
    return call;
}

QByteArray argumentsOf(const Bytes &request)
{
    const auto document = json::Document::parse(request);
    return Bytes::copyOf(document.path(u"params.arguments").raw()).toByteArray();
}

QByteArray resultOf(const Bytes &response)
{
    const auto document = json::Document::parse(response);
    return Bytes::copyOf(document.path(u"result").raw()).toByteArray();
}

} // namespace

void TstWindowStory::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY(m_folder.isValid());
    if (const QString missing = test::missingServers(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
}

void TstWindowStory::tellsOfACallWhatTheFileAndTheCommandLineTell()
{
    const QStringList server{test::everything(), QStringLiteral("stdio")};
    Opened opened(m_folder.path());
    opened.connectTo(profile(QStringLiteral("everything"), QStringLiteral("node"), server));
    widgets::ToolsPanel &tools = opened.window.tools();
    QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 5, kPatienceMs);
    opened.window.showPanel(tools); // a command acts on what is in front
    tools.chooseTool(QStringLiteral("echo"));
    tools.callPane().editor().setBytes(Bytes::copyOf(kArguments));
    opened.window.actions().call->trigger();
    QVERIFY(tools.currentCall());
    QTRY_VERIFY_WITH_TIMEOUT(tools.currentCall()->response(), kPatienceMs);

    opened.window.actions().showInTrace->trigger();
    models::TraceModel &model = opened.window.trace().document().model();
    const trace::Record &record = model.record(model.rowOf(opened.window.trace().currentNumber()));
    QVERIFY(record.pair > 0);
    const auto response = model.store().read(record);
    const auto request = model.store().read(model.record(model.rowOf(record.pair)));
    QVERIFY(response.ok() && request.ok());
    QCOMPARE(argumentsOf(*request), QByteArray(kArguments));

    QVERIFY(opened.workspace.recorder().flush().ok());
    const auto inFile = callIn(opened.workspace.recorder().path());
    QCOMPARE(inFile.first.toByteArray(), request->toByteArray());
    QCOMPARE(inFile.second.toByteArray(), response->toByteArray());

    const QString recorded = m_folder.filePath(QStringLiteral("cli.sonde"));
    const test::Run run =
        test::cli(QStringList{QStringLiteral("--json"), QStringLiteral("--record"), recorded,
                      QStringLiteral("request"), QStringLiteral("tools/call"),
                      QStringLiteral("{\"name\":\"echo\",\"arguments\":%1}")
                          .arg(QString::fromUtf8(kArguments)),
                      QStringLiteral("--"), QStringLiteral("node")}
            + server);
    COMPARE_CODE(run, 0);
    QCOMPARE(run.out.trimmed(), resultOf(*response));
    const auto byCommandLine = callIn(recorded);
    QCOMPARE(argumentsOf(byCommandLine.first), QByteArray(kArguments));
    QCOMPARE(resultOf(byCommandLine.second), resultOf(*response));
}

QTEST_MAIN(TstWindowStory)
#include "tst_windowstory.moc"
