// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/emptystate.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "session/call/toolcall.h"
#include "session/catalog/toolstore.h"
#include "support/openedwindow.h"
#include "support/patience.h"
#include "support/shellserver.h"
#include "widgets/request/resultpane.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace sonde;
using namespace sonde::tests;

// What the window says about a member that a response has more than once: it shows only one.
class TstRepeatedNotes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void standBesideAResult();
    void standBesideAList();
    void standInAnEmptyList();

private:
    std::unique_ptr<Opened> open(const QString &tools);

    QTemporaryDir m_folder;
};

namespace {

// A server of the shell with that list of tools, whose calls have their content twice.
const QString kServer = test::shellServer(
    "  *tools/list*) say \"\\\"result\\\":{$0}\";;\n"
    "  *tools/call*) say '\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"1\"}],\"content\":"
    "[{\"type\":\"text\",\"text\":\"2\"}]}';;\n");

} // namespace

std::unique_ptr<Opened> TstRepeatedNotes::open(const QString &tools)
{
    auto opened = std::make_unique<Opened>(m_folder.path());
    config::Profile server = profile(
        QStringLiteral("twice"), QStringLiteral("sh"), {QStringLiteral("-c"), kServer, tools});
    server.era = config::EraMode::Legacy;
    opened->connectTo(server);
    opened->window.showPanel(opened->window.tools());
    return opened;
}

void TstRepeatedNotes::standBesideAResult()
{
    const auto opened =
        open(QStringLiteral(R"("tools":[{"name":"a","inputSchema":{"type":"object"}}])"));
    widgets::ToolsPanel &tools = opened->window.tools();
    QTRY_COMPARE_WITH_TIMEOUT(tools.count(), 1, kPatienceMs);
    tools.chooseTool(QStringLiteral("a"));
    QVERIFY(tools.resultPane().repeated().isHidden());
    tools.callPane().send();
    QTRY_VERIFY_WITH_TIMEOUT(tools.resultPane().shown(), kPatienceMs);
    const look::InlineMessage &note = tools.resultPane().repeated();
    QVERIFY(!note.isHidden());
    QCOMPARE(note.kind(), look::InlineMessage::Kind::Warning);
    QVERIFY2(note.sentence().startsWith(
                 QStringLiteral("The member `content` appears more than once in `result`.")),
        qPrintable(note.sentence()));
}

void TstRepeatedNotes::standBesideAList()
{
    const auto opened = open(QStringLiteral(
        R"("tools":[],"tools":[{"name":"a","Name":"b","inputSchema":{"type":"object"}}])"));
    QTRY_COMPARE_WITH_TIMEOUT(opened->window.tools().count(), 1, kPatienceMs);
    const auto *store = session::ToolStore::of(opened->workspace.currentClient());
    QVERIFY2(store->trouble().contains(QStringLiteral("`tools` appears more than once")),
        qPrintable(store->trouble()));
    QVERIFY2(store->trouble().contains(QStringLiteral("`name` and `Name` of `result.tools[0]`")),
        qPrintable(store->trouble()));
}

void TstRepeatedNotes::standInAnEmptyList()
{
    const auto opened = open(
        QStringLiteral(R"("tools":[{"name":"a","inputSchema":{"type":"object"}}],"tools":[])"));
    const auto isSaid = [&opened] {
        const auto states = opened->window.tools().findChildren<look::EmptyState *>();
        return std::any_of(states.begin(), states.end(), [](const look::EmptyState *state) {
            return state->accessibleDescription().contains(
                QStringLiteral("`tools` appears more than once"));
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(isSaid(), kPatienceMs);
}

QTEST_MAIN(TstRepeatedNotes)
#include "tst_repeatednotes.moc"
