// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/theme/theme.h"
#include "widgets/tap/waitbar.h"

#include <QAccessible>
#include <QImage>
#include <QTest>

using namespace sonde;
using look::CurrentTheme;
using look::ThemeChoice;
using std::chrono::seconds;
using widgets::WaitBar;

// The bar over a held message that fills until the other side gives up.
class TstWaitBar : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isHiddenUntilTheLimitIsKnown();
    void fillsInTheColoursOfTheLook_data();
    void fillsInTheColoursOfTheLook();
    void tellsItsValueToAScreenReader();
};

void TstWaitBar::isHiddenUntilTheLimitIsKnown()
{
    WaitBar bar;
    bar.setWait(seconds(7), seconds(0));
    QVERIFY(bar.isHidden());
    bar.setWait(seconds(7), seconds(60));
    QVERIFY(!bar.isHidden());
    bar.setWait(seconds(7), seconds(0));
    QVERIFY(bar.isHidden());
}

void TstWaitBar::fillsInTheColoursOfTheLook_data()
{
    QTest::addColumn<ThemeChoice>("theme");
    QTest::newRow("light") << ThemeChoice::Light;
    QTest::newRow("dark") << ThemeChoice::Dark;
}

void TstWaitBar::fillsInTheColoursOfTheLook()
{
    QFETCH(const ThemeChoice, theme);
    CurrentTheme::instance().setChoice(theme);
    WaitBar bar;
    const auto colorAt = [&bar](int percent) {
        const QImage image = bar.grab().toImage();
        return image.pixelColor(image.width() * percent / 100, image.height() / 2);
    };
    const look::Theme &colors = look::theme();
    bar.setWait(seconds(30), seconds(60));
    QCOMPARE(colorAt(25), colors.warn);
    QCOMPARE(colorAt(75), colors.base);
    bar.setWait(seconds(60), seconds(60));
    QCOMPARE(colorAt(25), colors.error);
    QCOMPARE(colorAt(75), colors.error);
    CurrentTheme::instance().setChoice(ThemeChoice::Light);
}

void TstWaitBar::tellsItsValueToAScreenReader()
{
    WaitBar bar;
    bar.setWait(seconds(90), seconds(60)); // not over the end
    QAccessibleInterface *const spoken = QAccessible::queryAccessibleInterface(&bar);
    QVERIFY(spoken);
    QVERIFY(!spoken->text(QAccessible::Name).isEmpty());
    QVERIFY(spoken->valueInterface());
    QCOMPARE(spoken->valueInterface()->currentValue().toInt(), 60);
    QCOMPARE(spoken->valueInterface()->maximumValue().toInt(), 60);
    bar.setWait(seconds(7), seconds(60));
    QCOMPARE(spoken->valueInterface()->currentValue().toInt(), 7);
    QCOMPARE(spoken->text(QAccessible::Description), QStringLiteral("0:07 of about 1:00"));
}

QTEST_MAIN(TstWaitBar)
#include "tst_waitbar.moc"
