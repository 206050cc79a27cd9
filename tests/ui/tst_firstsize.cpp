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
    void init();
    void opensWithItsTitleOnTheScreen();
    void fitsTheScreenThatItOpensOn();

private:
    QRect m_room;
    QWidget m_main; // small, and in the corner of the screen
};

void TestFirstSize::init()
{
    m_room = QGuiApplication::primaryScreen()->availableGeometry();
    m_main.setGeometry(QRect(m_room.topLeft(), m_room.size() / 4));
    m_main.show();
}

void TestFirstSize::opensWithItsTitleOnTheScreen()
{
    QWidget window(&m_main, Qt::Window);
    look::setFirstSize(&window, m_room.size() / 2);
    window.show();
    const int title = window.style()->pixelMetric(QStyle::PM_TitleBarHeight);
    QVERIFY(title > 0);
    QVERIFY2(window.geometry().top() >= m_room.top() + title,
        qPrintable(QString::number(window.geometry().top())));
    QVERIFY(window.geometry().left() > m_room.left());
    QCOMPARE(window.size(), m_room.size() / 2);
}

// It was made when its parent was on a larger screen.
void TestFirstSize::fitsTheScreenThatItOpensOn()
{
    QWidget window(&m_main, Qt::Window);
    look::setFirstSize(&window, m_room.size() / 2);
    window.resize(m_room.size() * 2);
    window.show();
    QVERIFY2(m_room.contains(window.geometry()),
        qPrintable(QStringLiteral("%1 × %2").arg(window.width()).arg(window.height())));
}

QTEST_MAIN(TestFirstSize)
#include "tst_firstsize.moc"
