// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/style/sondestyle.h"
#include "widgets/kit/table/wrappedhead.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

using namespace sonde;
using widgets::WrappedHead;

class TestWrappedHead : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void staysOneRowWhileThereIsRoom();
    void partsAtTheEndGoBelow();
    void leavesOutWhatIsHidden();
    void tabKeyKeepsItsOrder();

private:
    QRect place(const QWidget *widget) const { return widget->geometry(); }
    int width(int parts) const; // that so many of them need
    void setWidth(int width);

    std::unique_ptr<QWidget> m_window;
    WrappedHead *m_head = nullptr;
    QPushButton *m_first = nullptr;
    QPushButton *m_second = nullptr;
    QLineEdit *m_search = nullptr;
};

void TestWrappedHead::init()
{
    m_window = std::make_unique<QWidget>();
    m_head = new WrappedHead(m_window.get());
    m_first = new QPushButton(QStringLiteral("The first button"));
    m_second = new QPushButton(QStringLiteral("The second button"));
    m_search = new QLineEdit;
    for (QWidget *widget : std::initializer_list<QWidget *>{m_first, m_second, m_search}) {
        widget->setFixedWidth(200);
        m_head->addPart()->addWidget(widget);
    }
    m_search->setMaximumWidth(QWIDGETSIZE_MAX);
    m_head->resize(width(3), 200);
    m_window->resize(m_head->size());
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

int TestWrappedHead::width(int parts) const
{
    return parts * 200 + 50;
}

void TestWrappedHead::setWidth(int width)
{
    m_head->resize(width, 200);
    QCoreApplication::processEvents();
}

void TestWrappedHead::staysOneRowWhileThereIsRoom()
{
    QCOMPARE(place(m_second).center().y(), place(m_first).center().y());
    QVERIFY(qAbs(place(m_search).center().y() - place(m_first).center().y()) <= 1);
    QVERIFY(place(m_second).left() > place(m_first).right());
    QVERIFY(place(m_search).left() > place(m_second).right());
    QCOMPARE(place(m_search).right(), m_head->rect().right()); // what grows takes what is left
}

void TestWrappedHead::partsAtTheEndGoBelow()
{
    const int oneRow = m_head->minimumSizeHint().height();
    QVERIFY(m_head->minimumSizeHint().width() < width(2));
    setWidth(width(2));
    QCOMPARE(place(m_second).top(), place(m_first).top());
    QVERIFY(place(m_search).top() > place(m_first).bottom());
    QCOMPARE(place(m_search).left(), 0);
    QVERIFY(m_head->minimumSizeHint().height() > oneRow);
    setWidth(width(1));
    QVERIFY(place(m_second).top() > place(m_first).bottom());
    QVERIFY(place(m_search).top() > place(m_second).bottom());
    QCOMPARE(place(m_second).left(), place(m_first).left());
    setWidth(width(3));
    QCOMPARE(m_head->minimumSizeHint().height(), oneRow);
    QVERIFY(place(m_search).left() > place(m_second).right());
}

void TestWrappedHead::leavesOutWhatIsHidden()
{
    setWidth(width(2));
    QVERIFY(place(m_search).top() > place(m_first).bottom());
    m_second->hide();
    QTRY_VERIFY(place(m_search).top() <= place(m_first).bottom());
    m_second->show();
    QTRY_VERIFY(place(m_search).top() > place(m_first).bottom());
}

void TestWrappedHead::tabKeyKeepsItsOrder()
{
    setWidth(width(1));
    m_first->setFocus();
    QTest::keyClick(m_first, Qt::Key_Tab);
    QTRY_COMPARE(QApplication::focusWidget(), m_second);
    QTest::keyClick(m_second, Qt::Key_Tab);
    QTRY_COMPARE(QApplication::focusWidget(), m_search);
}

QTEST_MAIN(TestWrappedHead)
#include "tst_wrappedhead.moc"
