// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/reviews/reviews.h"
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "models/session/requestmodel.h"
#include "support/openedwindow.h"
#include "support/patience.h"
#include "widgets/review/reviewpanel.h"

#include <QAction>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;
using widgets::ReviewPanel;

// A call whose server asks a person for something: its clock stands still, and its end is said in
// the review.
class TstPausedCalls : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void aReviewSaysThatItsCallHasEnded();

private:
    QTemporaryDir m_folder;
};

// The server goes on waiting for its own request.
void TstPausedCalls::aReviewSaysThatItsCallHasEnded()
{
    Opened opened(m_folder.path());
    config::Profile server = profile(QStringLiteral("asker"), QStringLiteral("sh"),
        {QStringLiteral("-c"),
            QStringLiteral(
                "read l; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":"
                "\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{\"name\":\"s\",\"version\":"
                "\"1\"}}}'; read l; read l; echo '{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":"
                "\"elicitation/create\",\"params\":{\"message\":\"m\",\"requestedSchema\":{"
                "\"type\":\"object\",\"properties\":{}}}}'; cat >/dev/null")});
    server.era = config::EraMode::Legacy;
    opened.connectTo(server);
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(server.name), mcp::ClientState::Ready, kPatienceMs);
    std::optional<Result<mcp::Response>> result;
    opened.workspace.currentClient()->callTool(QStringLiteral("t"), Bytes::copyOf("{}"), {}, this,
        [&result](Result<mcp::Response> got) { result = std::move(got); });
    QTRY_COMPARE_WITH_TIMEOUT(opened.workspace.serverRequests().waitingCount(), 1, kPatienceMs);
    opened.window.actions().nextRequest->trigger();
    auto *review = qobject_cast<ReviewPanel *>(opened.window.tabs().currentWidget());
    QVERIFY(review);
    const auto *message = review->findChild<look::InlineMessage *>();
    QVERIFY(message->isHidden());
    const review::ServerRequestQueue &queue = opened.workspace.serverRequests();
    QVERIFY(!queue.requests().front()->outlivesCall());
    mcp::Client *client = opened.workspace.currentClient();
    QVERIFY(client->running().front().pausedNs > 0);
    client->cancelRunning(client->running().front().token);
    QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), kPatienceMs);
    QVERIFY(queue.requests().front()->outlivesCall());
    QTRY_VERIFY_WITH_TIMEOUT(!message->isHidden(), kPatienceMs);
    QCOMPARE(message->sentence(),
        QStringLiteral("A response can still be sent, but the server may ignore it."));
    QVERIFY(!review->isClosed());
    const auto &model = opened.window.reviews().model();
    QCOMPARE(model.index(0).data(models::RequestModel::NoteRole).toString(),
        QStringLiteral("its call has ended"));
}

QTEST_MAIN(TstPausedCalls)
#include "tst_pausedcalls.moc"
