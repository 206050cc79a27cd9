// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/style/sondestyle.h"
#include "support/openedwindow.h"
#include "widgets/overview/failurepage.h"
#include "widgets/overview/httpevidence.h"
#include "widgets/overview/overviewpanel.h"

#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;

class TstFailurePage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void showsWhatCameInPlaceOfAResponse()
    {
        Opened opened(m_folder->path());
        opened.connectTo(profile(QStringLiteral("pretty"), QStringLiteral("sh"),
            {QStringLiteral("-c"), QStringLiteral("echo why >&2; echo {; echo }; exit 3")}));
        QTRY_COMPARE_WITH_TIMEOUT(
            opened.state(QStringLiteral("pretty")), mcp::ClientState::Failed, kPatienceMs);
        const auto *page = opened.window.overview().failurePage();
        QTRY_VERIFY(page->isVisible());
        const auto text = [&](const char *name) {
            const auto *edit = page->findChild<QPlainTextEdit *>(QLatin1String(name));
            return edit && edit->isVisible() ? edit->toPlainText() : QString();
        };
        const QString output = text("failureOutput");
        QVERIFY2(output.contains(QRegularExpression(QStringLiteral("^[0-9:.]{15}  \\{\n"))),
            qPrintable(output));
        QVERIFY2(output.contains(QStringLiteral("Line 1, column")), qPrintable(output));
        const auto cause = page->failure().likelyCause();
        QVERIFY(cause);
        QVERIFY(cause->sentence.contains(QStringLiteral("several lines")));
        QVERIFY(page->failure().report().contains(QStringLiteral("2 lines (2 bytes)")));
        QVERIFY(text("failureStderr")
                    .contains(QRegularExpression(QStringLiteral("^[0-9:.]{15}  why$"))));
        QVERIFY(page->failure().steps.front().detail.contains(
            QRegularExpression(QStringLiteral("found in folder \\d+ of \\d+ in PATH"))));
    }

    void saysThatAFolderIsNoProgram()
    {
        Opened opened(m_folder->path());
        opened.connectTo(profile(QStringLiteral("folder"), QStringLiteral("/etc"), {}));
        QTRY_COMPARE_WITH_TIMEOUT(
            opened.state(QStringLiteral("folder")), mcp::ClientState::Failed, kPatienceMs);
        const QString heading = opened.window.overview().failurePage()->failure().heading();
        QVERIFY2(heading.contains(QStringLiteral("cannot be executed")), qPrintable(heading));
    }

    // What is wrong here, such as a file that cannot be read, is said of no step of the server's.
    void doesNotBlameTheHostNameForWhatIsWrongHere()
    {
        session::Failure failure;
        failure.server = QStringLiteral("far");
        failure.endpoint = wire::HttpTarget();
        failure.steps.push_back(
            {mcp::StartStep::Kind::ResolveName, mcp::StartStep::Status::Failed, {}});
        failure.http = wire::HttpFailure();
        failure.http->outcome.failure = wire::HttpOutcome::Failure::Local;
        QCOMPARE(failure.heading(),
            QStringLiteral("far cannot be reached: Sonde cannot send the request"));
        failure.http->outcome.failure = wire::HttpOutcome::Failure::Resolve;
        QCOMPARE(failure.heading(),
            QStringLiteral("far cannot be reached: its host name was not found"));
    }

    // A server that publishes nothing of OAuth: an Authorize button could only fail again.
    void asksForATokenWhereNoLoginIsOffered()
    {
        widgets::FailurePage page;
        session::Failure failure;
        failure.endpoint = wire::HttpTarget();
        failure.endpoint.target()->url = QUrl(QStringLiteral("https://example.org/mcp"));
        failure.error = {.domain = Domain::Authorization,
            .code = 401,
            .sentence = QStringLiteral("It requires authorization.")};
        failure.http = wire::HttpFailure();
        failure.http->error = failure.error;
        failure.http->status = 401;
        failure.http->body = Bytes::copyOf("Missing bearer token");
        page.setFailure(failure);
        QVERIFY(!page.authorizeButton().isHidden());
        QVERIFY(!failure.likelyCause());
        failure.http->loginNotOffered = true;
        page.setFailure(failure);
        QVERIFY(page.authorizeButton().isHidden());
        const auto cause = page.failure().likelyCause();
        QVERIFY(cause);
        QVERIFY2(
            cause->sentence.contains(QStringLiteral("Authorization")), qPrintable(cause->sentence));
        QVERIFY(page.httpEvidence().response().contains(QStringLiteral("Missing bearer token")));
        QVERIFY(page.failure().report().contains(QStringLiteral("Missing bearer token")));
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_MAIN(TstFailurePage)
#include "tst_failurepage.moc"
