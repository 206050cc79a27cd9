// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/tappedhosts.h"

using namespace sonde;
using namespace sonde::tests;

// The buttons that decide on a held message.
class TstHeldDecisions : public QObject, private TappedHosts {
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void staysInSightInALowWindow_data();
    void staysInSightInALowWindow();
    void goesWithTheMessage();
};

void TstHeldDecisions::staysInSightInALowWindow_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1280 × 820") << QSize(1280, 820);
    QTest::newRow("lower than the panel") << QSize(1280, 560);
}

void TstHeldDecisions::staysInSightInALowWindow()
{
    QFETCH(const QSize, size);
    const auto claude = host(u"weather"_s, "Claude Code");
    window().resize(size);
    holdCallsOf({kWeather});
    int id = 100;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    type("not JSON"); // a sentence above the buttons takes room as well
    QVERIFY(holds([&] { return button(u"sendChanged"_s).isVisible(); }));
    held().sendChanged();
    QVERIFY(holds([&] { return !held().question().isEmpty(); }));
    for (const QString &name :
        {u"dropHeld"_s, u"delayHeld"_s, u"respondHeld"_s, u"sendAsItWas"_s, u"sendChanged"_s}) {
        const QPushButton &one = button(name);
        QVERIFY2(holds([&] { return one.visibleRegion().boundingRect() == one.rect(); }),
            qPrintable(name));
    }
}

void TstHeldDecisions::goesWithTheMessage()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    holdCallsOf({kWeather});
    QVERIFY(held().isVisible());
    QVERIFY(!button(u"sendAsItWas"_s).isVisible()); // nothing is held
    int id = 100;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    QVERIFY(holds([&] { return button(u"sendAsItWas"_s).isVisible(); }));
    button(u"sendAsItWas"_s).setFocus();
    button(u"sendAsItWas"_s).click();
    QVERIFY(holds([&] { return !button(u"sendAsItWas"_s).isVisible(); }));
    QVERIFY(holds([&] { return panel().table().hasFocus(); }));
}

QTEST_MAIN(TstHeldDecisions)
#include "tst_helddecisions.moc"
