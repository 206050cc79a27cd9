// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/program/programwindow.h"
#include "app/settings/settingscommands.h"
#include "app/window/actions.h"
#include "look/style/sondestyle.h"
#include "look/theme/textsize.h"
#include "support/openedwindow.h"
#include "widgets/kit/frame/settingspages.h"
#include "widgets/settings/settingswindow.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::tests;

// That every control of the settings is named, is seen whole, and is reached by the keyboard.
class TestSettingsReach : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void cleanup();
    void namesEveryControl();
    void fitsIntoItsSmallestSize_data();
    void fitsIntoItsSmallestSize();
    void theKeyboardReachesEveryControl();

private:
    static constexpr int kPages = 4;
    widgets::SettingsWindow &window() { return *m_shown->window().settings().window(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<app::Workspace> m_workspace;
    std::unique_ptr<app::ProgramWindow> m_shown;
};

void TestSettingsReach::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_workspace = std::make_unique<app::Workspace>(app::Workspace::Places{m_folder->path(), {}});
    m_workspace->load();
    m_shown = std::make_unique<app::ProgramWindow>(*m_workspace);
    m_shown->window().show();
    m_shown->window().settings().open();
}

void TestSettingsReach::cleanup()
{
    m_shown.reset();
    m_workspace.reset();
    look::setTextSize(look::kDesktopTextSize);
}

void TestSettingsReach::namesEveryControl()
{
    for (int page = 0; page < kPages; ++page) {
        window().pages().showPage(page);
        const auto controls = window().pages().area(page)->widget()->findChildren<QWidget *>();
        for (const QWidget *control : controls) {
            if (!control->isVisible() || !(control->focusPolicy() & Qt::TabFocus)
                || control->objectName().startsWith(u"qt_"_s))
                continue;
            const auto *button = qobject_cast<const QAbstractButton *>(control);
            QVERIFY2(button || !control->accessibleName().isEmpty(),
                qPrintable(control->objectName() + u' '
                    + QString::fromLatin1(control->metaObject()->className())));
        }
        for (const auto *label : window().pages().area(page)->findChildren<QLabel *>()) {
            if (label->buddy() && !qobject_cast<const QLabel *>(label->buddy())
                && !qobject_cast<const QPushButton *>(label->buddy()))
                QVERIFY2(label->text().contains(u'&'), qPrintable(label->text()));
        }
    }
}

void TestSettingsReach::fitsIntoItsSmallestSize_data()
{
    QTest::addColumn<int>("textSize");
    for (const int size : {75, 100, 200})
        QTest::addRow("%d percent", size) << size;
}

// No part of a page is cut at the side.
void TestSettingsReach::fitsIntoItsSmallestSize()
{
    QFETCH(int, textSize);
    if (textSize != look::textSize()) {
        const QSignalSpy replaced(m_shown.get(), &app::ProgramWindow::replaced);
        for (QAction *action : m_shown->window().actions().textSize->actions()) {
            if (action->data().toInt() == textSize)
                action->trigger();
        }
        QTRY_COMPARE(replaced.size(), 1);
    }
    window().resize(window().minimumSizeHint().expandedTo(window().minimumSize()));
    for (int page = 0; page < kPages; ++page) {
        window().pages().showPage(page);
        QCoreApplication::processEvents();
        QScrollArea *area = window().pages().area(page);
        QVERIFY2(area->widget()->minimumSizeHint().width() <= area->viewport()->width(),
            qPrintable(u"page %1 needs %2 of %3"_s.arg(page)
                           .arg(area->widget()->minimumSizeHint().width())
                           .arg(area->viewport()->width())));
    }
}

void TestSettingsReach::theKeyboardReachesEveryControl()
{
    window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window()));
    for (int page = 0; page < kPages; ++page) {
        window().pages().list().setFocus();
        window().pages().list().setCurrentRow(page);
        QSet<const QWidget *> reached;
        for (int i = 0; i < 60; ++i) {
            QTest::keyClick(window().focusWidget(), Qt::Key_Tab);
            reached.insert(window().focusWidget());
        }
        QVERIFY(reached.contains(window().findChild<QLineEdit *>(u"settingsSearch"_s)));
        const auto controls = window().pages().area(page)->widget()->findChildren<QWidget *>();
        for (const QWidget *one : controls) {
            const bool isControl = qobject_cast<const QAbstractButton *>(one)
                || qobject_cast<const QComboBox *>(one)
                || qobject_cast<const QAbstractSpinBox *>(one)
                || qobject_cast<const QAbstractItemView *>(one);
            if (isControl && one->isVisible() && one->isEnabled()
                && (one->focusPolicy() & Qt::TabFocus))
                QVERIFY2(reached.contains(one),
                    qPrintable(u"%1 of page %2"_s.arg(one->objectName()).arg(page)));
        }
    }
}

QTEST_MAIN(TestSettingsReach)
#include "tst_settingsreach.moc"
