// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/colorlabel.h"
#include "look/style/sondestyle.h"
#include "models/accept/hostissuemodel.h"
#include "models/accept/hosttoolmodel.h"
#include "session/catalog/toolstore.h"
#include "support/openedwindow.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/findings/findingsview.h"
#include "widgets/findings/hostpage.h"
#include "widgets/kit/table/plaintable.h"

#include <QComboBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace sonde;
using namespace sonde::tests;
using namespace Qt::StringLiterals;

// The page of Findings that shows the tools as a host sees them.
class TestHostPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void showsTheToolsOfTheServer();
    void saysWhatWouldFillIt();

private:
    QTemporaryDir m_folder;
};

void TestHostPage::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY(m_folder.isValid());
}

void TestHostPage::showsTheToolsOfTheServer()
{
    Opened opened(m_folder.path());
    opened.window.resize(1280, 800);
    opened.connectTo(demo());
    QTRY_COMPARE(opened.state(u"demo"_s), mcp::ClientState::Ready);
    widgets::FindingsPanel &panel = opened.window.findings();
    opened.window.showPanel(panel);
    panel.view().hostsButton().click();
    widgets::HostPage &page = panel.view().hosts();
    QTRY_VERIFY(page.isVisible());
    QTRY_VERIFY(page.toolModel().rowCount() > 3);
    page.hosts().setCurrentIndex(page.hosts().findData(u"codex"_s));
    QTRY_VERIFY(page.toolModel().at(0).seen.startsWith(u"mcp__"_s));
    QVERIFY(page.summary().text().contains(u"tools reach the model"_s));
    page.hosts().setCurrentIndex(page.hosts().findData(u"claude-desktop"_s));
    QTRY_COMPARE(page.issueModel().rowCount(), 0);
    QVERIFY(page.detail().text().contains(u"No source says"_s));
    page.hosts().setCurrentIndex(page.hosts().findData(u"cursor"_s));
    QTRY_COMPARE(page.toolModel().at(0).seen, QString());
}

void TestHostPage::saysWhatWouldFillIt()
{
    widgets::HostPage page;
    page.show();
    QCOMPARE(page.toolModel().rowCount(), 0);
    QVERIFY(page.summary().text().contains(u"appear here"_s));
    QVERIFY(page.hosts().count() >= 18);
}

QTEST_MAIN(TestHostPage)
#include "tst_hostpage.moc"
