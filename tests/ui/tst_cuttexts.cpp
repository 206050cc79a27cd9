// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/program/programwindow.h"
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "app/workspace/workspace.h"
#include "look/style/sondestyle.h"
#include "look/theme/textsize.h"
#include "support/cuttexts.h"
#include "support/openedwindow.h"
#include "widgets/catalog/catalogpanel.h"
#include "widgets/catalog/itempane.h"
#include "widgets/tools/toolspanel.h"

#include <QAction>
#include <QActionGroup>
#include <QDialog>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::tests;

// In the smallest window, in each language, with the usual and the largest text.
class TestCutTexts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void cleanup();
    void panelsCutNoText_data();
    void panelsCutNoText();
    void whatSendsStaysInSight_data();
    void whatSendsStaysInSight();
    void windowsCutNoText_data();
    void windowsCutNoText();

private:
    void arrange();
    app::MainWindow &window() { return m_shown->window(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<app::Workspace> m_workspace;
    std::unique_ptr<app::ProgramWindow> m_shown;
};

namespace {

void choose(const QActionGroup &group, const QVariant &data)
{
    for (QAction *action : group.actions()) {
        if (action->data() == data)
            action->trigger();
    }
    QCoreApplication::processEvents(); // the choice is queued
}

void eachLanguageAndSize()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("percent");
    for (const char *language : {"en", "ja", "zh_CN"}) {
        for (const int percent : {look::kDesktopTextSize, look::textSizes().constLast()})
            QTest::addRow("%s, %d %%", language, percent)
                << QString::fromLatin1(language) << percent;
    }
}

// After everything that layouts put off.
void settle()
{
    for (int round = 0; round < 5; ++round) {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
}

} // namespace

void TestCutTexts::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_workspace = std::make_unique<app::Workspace>(app::Workspace::Places{m_folder->path(), {}});
    m_workspace->load();
    m_shown = std::make_unique<app::ProgramWindow>(*m_workspace);
    window().show();
}

void TestCutTexts::cleanup()
{
    choose(*window().actions().language, u"en"_s);
    choose(*window().actions().textSize, look::kDesktopTextSize);
    m_shown.reset();
    m_workspace.reset();
}

void TestCutTexts::arrange()
{
    QFETCH(QString, language);
    QFETCH(int, percent);
    choose(*window().actions().language, language);
    choose(*window().actions().textSize, percent);
    QCOMPARE(look::textSize(), percent);
    m_workspace->connectTo(m_workspace->addForThisRun(demo()));
    m_workspace->setCurrent(u"demo"_s);
    QTRY_VERIFY_WITH_TIMEOUT(window().tools().count() > 0, kPatienceMs);
    window().resize(window().minimumSize());
}

void TestCutTexts::panelsCutNoText_data()
{
    eachLanguageAndSize();
}

void TestCutTexts::panelsCutNoText()
{
    arrange();
    QStringList found;
    for (widgets::Panel *panel : window().tabs().findChildren<widgets::Panel *>()) {
        if (!window().tabs().isTabVisible(window().tabs().indexOf(panel)))
            continue;
        window().showPanel(*panel);
        settle();
        for (const QString &cut : cutTexts(window()))
            found << QLatin1String(panel->tab().name) + u": "_s + cut;
    }
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

void TestCutTexts::whatSendsStaysInSight_data()
{
    eachLanguageAndSize();
}

// Call, Read and Get, whatever is above them.
void TestCutTexts::whatSendsStaysInSight()
{
    arrange();
    int seen = 0;
    for (auto *panel : window().tabs().findChildren<widgets::CatalogPanel *>()) {
        window().showPanel(*panel);
        settle();
        for (const QPushButton *button : panel->itemPane().findChildren<QPushButton *>()) {
            if (!button->isDefault() || !button->isVisible())
                continue;
            QCOMPARE(button->visibleRegion().boundingRect(), button->rect());
            ++seen;
        }
    }
    QCOMPARE(seen, 3);
}

void TestCutTexts::windowsCutNoText_data()
{
    eachLanguageAndSize();
}

void TestCutTexts::windowsCutNoText()
{
    arrange();
    const app::Actions &actions = window().actions();
    QStringList found;
    for (QAction *opens : {actions.newServer, actions.statistics, actions.settings}) {
        opens->trigger();
        settle();
        for (QWidget *other : QApplication::topLevelWidgets()) {
            if (!other->isVisible() || other == &window() || other->windowType() == Qt::Popup)
                continue;
            other->resize(other->minimumSizeHint().expandedTo(other->minimumSize()));
            settle();
            for (const QString &cut : cutTexts(*other))
                found << QString::fromLatin1(other->metaObject()->className()) + u": "_s + cut;
            other->close();
        }
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

QTEST_MAIN(TestCutTexts)
#include "tst_cuttexts.moc"
