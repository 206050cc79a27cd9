// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/panels.h"
#include "look/sondestyle.h"
#include "support/openedwindow.h"
#include "widgets/form/schemaform.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"

#include <QDockWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;

class TstNarrowWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        look::installLook(*qApp);
        QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    // A narrow window is no wish: with the room, the list and the page come back.
    void forgetsTheNarrowWindow()
    {
        const auto dock = [](Opened &opened) {
            return opened.window.findChild<QDockWidget *>(QStringLiteral("servers"));
        };
        {
            Opened opened(m_folder->path());
            opened.connectTo(demo());
            QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
            opened.window.showPanel(opened.window.tools());
            opened.window.resize(1400, 800);
            QTRY_COMPARE(dock(opened)->width(), 196);
            widgets::CallPane &pane = opened.window.tools().callPane();
            pane.showForm(true);
            opened.window.resize(1000, 700);
            QTRY_VERIFY(pane.hasResult());
            opened.window.resizeDocks({dock(opened)}, {120}, Qt::Horizontal); // as when squeezed
            QTRY_VERIFY(dock(opened)->width() < 196);
            pane.tabs().setCurrentIndex(pane.tabs().count() - 1);
            QVERIFY(!pane.form().isVisible());
            opened.window.resize(1400, 800);
            QTRY_COMPARE(dock(opened)->width(), 196);
            QTRY_VERIFY(pane.form().isVisible());
            opened.window.resize(1000, 700);
            opened.window.resizeDocks({dock(opened)}, {120}, Qt::Horizontal);
            opened.window.close();
        }
        Opened again(m_folder->path());
        again.window.resize(1400, 800);
        QTRY_COMPARE(dock(again)->width(), 196);
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_MAIN(TstNarrowWindow)
#include "tst_narrowwindow.moc"
