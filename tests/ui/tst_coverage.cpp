// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/panels.h"
#include "look/controls/colorlabel.h"
#include "look/style/sondestyle.h"
#include "models/findings/coveragemodel.h"
#include "models/findings/findinglist.h"
#include "models/findings/notseenmodel.h"
#include "support/openedwindow.h"
#include "widgets/activity/logspanel.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/findings/checkdialog.h"
#include "widgets/findings/coveragepage.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/findings/findingsview.h"
#include "widgets/findings/notseenview.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"

#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <memory>

using namespace sonde;
using namespace sonde::tests;

// The coverage of a connected server, and the way to what was not seen yet.
class TestCoverage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void preparesWhatWasNotSeen();

private:
    widgets::FindingsView &view() { return m_opened->window.findings().view(); }

    const QString kName = QStringLiteral("one");
    QTemporaryDir m_folder;
    std::unique_ptr<Opened> m_opened;
};

void TestCoverage::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY(m_folder.isValid());
    m_opened = std::make_unique<Opened>(m_folder.path());
    m_opened->window.resize(1280, 800);
    m_opened->connectTo(demo(kName));
    QVERIFY(QTest::qWaitFor(
        [this] {
            return m_opened->state(kName) == mcp::ClientState::Ready
                && m_opened->window.trace().document().findings().behind() == 0
                && !m_opened->window.trace().document().findings().exercises(kName).empty();
        },
        kPatienceMs));
}

void TestCoverage::preparesWhatWasNotSeen()
{
    app::MainWindow &window = m_opened->window;
    window.showPanel(window.findings());
    view().coverageButton().click();
    view().coverage().table().clearSelection();
    view().coverage().table().setCurrentIndex({});
    const models::NotSeenModel &model = view().coverage().notSeen();
    widgets::NotSeenView &steps = view().coverage().notSeenView();
    QVERIFY(!steps.prepareButton().isEnabled());
    const auto choose = [&](models::ExerciseStep step) {
        const QModelIndex group = model.indexOf(step);
        steps.tree().setCurrentIndex(group);
        return group.isValid();
    };
    QVERIFY(choose(models::ExerciseStep::CallTool));
    QCOMPARE(steps.sentence().text(), stepSentence(models::ExerciseStep::CallTool));
    steps.prepareButton().click();
    QCOMPARE(window.tabs().inFront(), &window.tools());
    // From the keyboard, on a requirement.
    window.showPanel(window.findings());
    QVERIFY(choose(models::ExerciseStep::GetPrompt));
    steps.tree().expand(steps.tree().currentIndex());
    steps.tree().setCurrentIndex(model.index(0, 0, steps.tree().currentIndex()));
    QTest::keyClick(&steps.tree(), Qt::Key_Return);
    QCOMPARE(window.tabs().inFront(), &window.prompts());
    window.showPanel(window.findings());
    QVERIFY(steps.tree().isExpanded(model.indexOf(models::ExerciseStep::GetPrompt)));
    QVERIFY(choose(models::ExerciseStep::ReceiveLogs));
    steps.prepareButton().click();
    QCOMPARE(window.tabs().inFront(), &window.logs());
    window.showPanel(window.findings());
    QVERIFY(choose(models::ExerciseStep::CheckServer));
    steps.prepareButton().click();
    auto *dialog = window.findChild<widgets::CheckDialog *>();
    QVERIFY(dialog && dialog->isVisible());
    dialog->close();
    for (const char *method : {"tools/call", "prompts/get", "logging/", "ping"})
        QVERIFY2(m_opened->sentBy(kName).filter(QLatin1String(method)).isEmpty(), method);
    // There is nobody to send to.
    window.findings().setServer(kName, nullptr);
    QVERIFY(!steps.prepareButton().isVisible());
    window.findings().setServer(kName, m_opened->workspace.client(kName));
    QVERIFY(steps.prepareButton().isVisible());
}

QTEST_MAIN(TestCoverage)
#include "tst_coverage.moc"
