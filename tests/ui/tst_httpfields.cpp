// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/sondestyle.h"
#include "widgets/servers/servereditor.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QTest>

using namespace sonde;

// The fields about a URL, as narrow as the editor can be.
class TestHttpFields : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void showsWhereTheProxyIs();
};

void TestHttpFields::showsWhereTheProxyIs()
{
    config::Profile profile;
    profile.name = QStringLiteral("behind");
    profile.http = config::HttpSettings();
    profile.http->url = QStringLiteral("https://example.org/mcp");
    profile.http->proxy = config::ProxyMode::Given;
    profile.http->proxyUrl = QStringLiteral("http://me:pw@proxy.a-long-name.example.org:8080");
    widgets::ServerEditor editor(profile, {});
    editor.resize(editor.minimumSizeHint());
    editor.show();
    const auto child = [&editor](const QString &name) {
        for (QLineEdit *one : editor.findChildren<QLineEdit *>()) {
            if (one->accessibleName() == name)
                return one;
        }
        return static_cast<QLineEdit *>(nullptr);
    };
    QLineEdit *const url = child(QStringLiteral("Proxy URL"));
    QLineEdit *const password = child(QStringLiteral("Proxy password"));
    QVERIFY(url && password);
    QCOMPARE(url->text(), QStringLiteral("http://me@proxy.a-long-name.example.org:8080"));
    QCOMPARE(url->cursorPosition(), 0); // so its beginning is shown
    QVERIFY(password->isVisible());
    QVERIFY(password->y() > url->y()); // and the whole width is for each
    const int some = url->fontMetrics().horizontalAdvance(QStringLiteral("http://me@proxy"));
    QVERIFY2(url->width() > some, qPrintable(QString::number(url->width())));
    // Who goes another way is not asked for a password.
    for (QComboBox *box : editor.findChildren<QComboBox *>()) {
        if (box->accessibleName() == QLatin1String("Proxy"))
            box->setCurrentIndex(0);
    }
    QVERIFY(!password->isVisible());
    QVERIFY(!url->isEnabled());
}

QTEST_MAIN(TestHttpFields)
#include "tst_httpfields.moc"
