// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/painting/iconengine.h"
#include "look/style/sondestyle.h"
#include "widgets/kit/button/buttonrow.h"

#include <QPushButton>
#include <QTest>

using namespace sonde;
using widgets::ButtonRow;

class TestButtonRow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void showsIconsWhereWordsDoNotFit();
    void takesAnotherTextWhileItIsNarrow();
    void leavesRoomWhenOneIsHidden();

private:
    // Whether each of them is wholly in the row, and says what it does.
    bool isWhole() const;

    std::unique_ptr<ButtonRow> m_row;
    QPushButton *m_first = nullptr;
    QPushButton *m_second = nullptr;
    QPushButton *m_last = nullptr;
};

void TestButtonRow::init()
{
    m_row = std::make_unique<ButtonRow>();
    for (QPushButton **button : {&m_first, &m_second, &m_last}) {
        *button = new QPushButton(look::icon("copy"), QStringLiteral("A button with &words"));
        m_row->add(*button);
    }
    m_row->resize(900, 30);
    m_row->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_row.get()));
}

bool TestButtonRow::isWhole() const
{
    QCoreApplication::processEvents();
    for (const QPushButton *button : {m_first, m_second, m_last}) {
        if (button->isHidden())
            continue;
        if (button->geometry().right() >= m_row->width() || button->accessibleName().isEmpty()
            || button->width() < button->fontMetrics().horizontalAdvance(button->text()))
            return false;
    }
    return true;
}

void TestButtonRow::showsIconsWhereWordsDoNotFit()
{
    QVERIFY(isWhole());
    QVERIFY(!m_last->text().isEmpty());
    const int whole = m_first->width();
    m_row->resize(2 * whole + 80, 30);
    QVERIFY(isWhole());
    QCOMPARE(m_last->text(), QString());
    QCOMPARE(m_last->accessibleName(), QStringLiteral("A button with words"));
    QVERIFY(!m_first->text().isEmpty());
    m_row->resize(whole, 30);
    QVERIFY(isWhole());
    QCOMPARE(m_second->text(), QString());
    m_row->resize(900, 30);
    QVERIFY(isWhole());
    QCOMPARE(m_last->text(), QStringLiteral("A button with &words"));
}

void TestButtonRow::takesAnotherTextWhileItIsNarrow()
{
    m_row->resize(2 * m_first->width() + 80, 30);
    QVERIFY(isWhole());
    m_last->setText(QStringLiteral("Other"));
    QVERIFY(isWhole());
    QCOMPARE(m_last->accessibleName(), QStringLiteral("Other"));
    m_row->resize(900, 30);
    QVERIFY(isWhole());
    QCOMPARE(m_last->text(), QStringLiteral("Other"));
}

void TestButtonRow::leavesRoomWhenOneIsHidden()
{
    m_row->resize(2 * m_first->width() + 80, 30);
    QVERIFY(isWhole());
    m_first->hide();
    QVERIFY(isWhole());
    QVERIFY(!m_last->text().isEmpty());
}

QTEST_MAIN(TestButtonRow)
#include "tst_buttonrow.moc"
