// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/reviews/reviews.h"
#include "app/window/actions.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "support/buttons.h"
#include "support/openedwindow.h"
#include "widgets/review/requestspanel.h"
#include "widgets/servers/servereditor.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QScreen>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;

// Messages about one server, and where windows open.
class TstServerNotice : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void cleanup();

    void standsByItsServer();
    void canBeClosed();
    void goesWithItsServer();
    void leadsToTheSettings();
    void opensWindowsOverTheirParent();
    void saysThatRulesCannotBeUsed();

private:
    look::InlineMessage &notice()
    {
        return *m_opened->window.findChild<look::InlineMessage *>(QStringLiteral("secretsNotice"));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
};

void TstServerNotice::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_opened = std::make_unique<Opened>(m_folder->path());
    for (const char *name : {"one", "other"})
        m_opened->workspace.addForThisRun(
            profile(QString::fromLatin1(name), QStringLiteral("cat"), {}));
    m_opened->workspace.setCurrent(QStringLiteral("one"));
    Q_EMIT m_opened->workspace.secretsLost(
        QStringLiteral("API_KEY of one is lost."), QStringLiteral("one"));
    QVERIFY(notice().isVisible());
}

void TstServerNotice::cleanup()
{
    m_opened.reset();
    m_folder.reset();
}

void TstServerNotice::standsByItsServer()
{
    m_opened->workspace.setCurrent(QStringLiteral("other"));
    QVERIFY(!notice().isVisible());
    m_opened->workspace.setCurrent(QStringLiteral("one"));
    QVERIFY(notice().isVisible());
    QCOMPARE(notice().sentence(), QStringLiteral("API_KEY of one is lost."));
}

void TstServerNotice::canBeClosed()
{
    notice().findChild<QAbstractButton *>(QStringLiteral("closeMessage"))->click();
    QVERIFY(!notice().isVisible());
    m_opened->workspace.setCurrent(QStringLiteral("other"));
    m_opened->workspace.setCurrent(QStringLiteral("one"));
    QVERIFY(!notice().isVisible());
}

void TstServerNotice::goesWithItsServer()
{
    app::Workspace &workspace = m_opened->workspace;
    QVERIFY(workspace.remove(QStringLiteral("one")));
    QVERIFY(!notice().isVisible());
    workspace.addForThisRun(profile(QStringLiteral("one"), QStringLiteral("cat"), {}));
    workspace.setCurrent(QStringLiteral("one"));
    QVERIFY(!notice().isVisible());
}

void TstServerNotice::leadsToTheSettings()
{
    messageButton(m_opened->window, QStringLiteral("secretsNotice"))->click();
    QVERIFY(!notice().isVisible());
    QTRY_VERIFY(m_opened->window.findChild<widgets::ServerEditor *>());
}

void TstServerNotice::opensWindowsOverTheirParent()
{
    const QRect screen = m_opened->window.screen()->availableGeometry();
    m_opened->window.resize(500, 400);
    m_opened->window.move(screen.center() - QPoint(250, 200));
    const app::Actions &actions = m_opened->window.actions();
    for (QAction *action : {actions.newServer, actions.statistics, actions.settings}) {
        action->trigger();
        QTRY_VERIFY(QApplication::topLevelWidgets().size() > 1);
        for (const QWidget *window : QApplication::topLevelWidgets()) {
            if (!window->isVisible() || window == &m_opened->window
                || window->windowType() == Qt::Popup)
                continue;
            QVERIFY2(screen.contains(window->geometry().topLeft()), qPrintable(action->text()));
            QVERIFY2(window->geometry().intersects(m_opened->window.geometry()),
                qPrintable(action->text()));
            QVERIFY(window->geometry().bottom() <= screen.bottom());
        }
    }
}

// A list that was changed by hand: in the panel at once, and when the server is connected.
void TstServerNotice::saysThatRulesCannotBeUsed()
{
    const look::InlineMessage &unusable = m_opened->window.reviews().panel()->notice();
    QVERIFY(unusable.isHidden());
    config::Profile server = demo(QStringLiteral("misruled"));
    server.offers.respondByRules = true;
    server.offers.rules = "[{\"ask\":true},{\"when\":\"a ==\",\"decline\":true}]";
    m_opened->workspace.addForThisRun(server);
    QVERIFY(!unusable.isHidden());
    for (const char *part :
        {"misruled", "servers.json", "rule 2 (/1)", "other rules respond", "server settings"})
        QVERIFY2(
            unusable.sentence().contains(QLatin1String(part)), qPrintable(unusable.sentence()));
    QSignalSpy told(&m_opened->workspace, &app::Workspace::rulesUnusable);
    m_opened->workspace.connectTo(QStringLiteral("misruled"));
    QCOMPARE(told.count(), 1);
    QCOMPARE(told.front().front().toString(), unusable.sentence());
}

QTEST_MAIN(TstServerNotice)
#include "tst_servernotice.moc"
