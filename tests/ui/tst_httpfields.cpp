// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/style/sondestyle.h"
#include "widgets/servers/servereditor.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTest>

using namespace sonde;

// The fields about a URL, as narrow as the editor can be.
class TestHttpFields : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void showsWhereTheProxyIs();
    void saysThatAUrlIsConnectedAgain();
};

void TestHttpFields::showsWhereTheProxyIs()
{
    config::Profile profile;
    profile.name = QStringLiteral("behind");
    profile.reachByUrl();
    profile.http()->url = QStringLiteral("https://example.org/mcp");
    profile.http()->proxy = config::ProxyMode::Given;
    profile.http()->proxyUrl = QStringLiteral("http://me:pw@proxy.a-long-name.example.org:8080");
    widgets::ServerEditor editor(profile, {});
    editor.resize(editor.minimumSizeHint());
    editor.show();
    editor.lead(config::ProfileField::Proxy);
    auto *const url = editor.findChild<QLineEdit *>(QStringLiteral("proxyUrl"));
    auto *const password = editor.findChild<QLineEdit *>(QStringLiteral("proxyPassword"));
    auto *const proxy = editor.findChild<QComboBox *>(QStringLiteral("proxy"));
    QVERIFY(url && password && proxy);
    QCOMPARE(url->text(), QStringLiteral("http://me@proxy.a-long-name.example.org:8080"));
    QCOMPARE(url->cursorPosition(), 0); // so its beginning is shown
    QVERIFY(password->isVisible());
    QVERIFY(password->y() > url->y()); // and the whole width is for each
    const int some = url->fontMetrics().horizontalAdvance(QStringLiteral("http://me@proxy"));
    QVERIFY2(url->width() > some, qPrintable(QString::number(url->width())));
    // Without a proxy of its own, a server needs no password for one.
    proxy->setCurrentIndex(0);
    QVERIFY(!password->isVisible());
    QVERIFY(!url->isEnabled());
}

// Nothing is restarted there.
void TestHttpFields::saysThatAUrlIsConnectedAgain()
{
    config::Profile profile;
    profile.name = QStringLiteral("remote");
    profile.reachByUrl().url = QStringLiteral("https://example.org/mcp");
    widgets::ServerEditor editor(profile, {});
    const auto *const both = editor.findChild<QPushButton *>(QStringLiteral("saveAndConnect"));
    QVERIFY(both);
    QCOMPARE(both->text(), QStringLiteral("Save and connect"));
    editor.setConnected(true);
    QCOMPARE(both->text(), QStringLiteral("Save and reconnect"));
    editor.findChild<QRadioButton *>(QStringLiteral("byCommand"))->setChecked(true);
    QVERIFY(!editor.profile().http());
    QCOMPARE(both->text(), QStringLiteral("Save and restart"));
}

QTEST_MAIN(TestHttpFields)
#include "tst_httpfields.moc"
