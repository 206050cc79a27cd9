// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/theme/firstsize.h"

#include <QApplication>
#include <QScreen>
#include <QStyle>
#include <QTest>
#include <QWidget>

using namespace sonde;

// Where a new window is placed, with the frame that a window manager draws around it later.
class TestFirstSize : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensWithItsTitleOnTheScreen();
    void fitsTheScreenThatItOpensOn();
};

// Its parent is small and in the corner of the screen.
void TestFirstSize::opensWithItsTitleOnTheScreen()
{
    const QRect room = QGuiApplication::primaryScreen()->availableGeometry();
    QWidget main;
    main.setGeometry(QRect(room.topLeft(), room.size() / 4));
    main.show();
    QWidget window(&main, Qt::Window);
    look::setFirstSize(&window, room.size() / 2);
    window.show();
    const int title = window.style()->pixelMetric(QStyle::PM_TitleBarHeight);
    QVERIFY(title > 0);
    QVERIFY2(window.geometry().top() >= room.top() + title,
        qPrintable(QString::number(window.geometry().top())));
    QVERIFY(window.geometry().left() > room.left());
    QCOMPARE(window.size(), room.size() / 2);
}

// It was made when its parent was on a larger screen.
void TestFirstSize::fitsTheScreenThatItOpensOn()
{
    const QRect room = QGuiApplication::primaryScreen()->availableGeometry();
    QWidget main;
    main.setGeometry(QRect(room.topLeft(), room.size() / 4));
    main.show();
    QWidget window(&main, Qt::Window);
    look::setFirstSize(&window, room.size() / 2);
    window.resize(room.size() * 2);
    window.show();
    QVERIFY2(room.contains(window.geometry()),
        qPrintable(QStringLiteral("%1 × %2").arg(window.width()).arg(window.height())));
}

QTEST_MAIN(TestFirstSize)
#include "tst_firstsize.moc"
