// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/program/programwindow.h"
#include "app/settings/settingscommands.h"
#include "app/window/actions.h"
#include "app/window/commandpalette.h"
#include "config/profile.h"
#include "look/controls/colorlabel.h"
#include "look/style/sondestyle.h"
#include "look/theme/metrics.h"
#include "look/theme/motion.h"
#include "look/theme/textsize.h"
#include "look/theme/theme.h"
#include "models/settings/settings.h"
#include "support/openedwindow.h"
#include "widgets/kit/frame/helpwindow.h"
#include "widgets/kit/frame/settingspages.h"
#include "widgets/servers/servereditor.h"
#include "widgets/settings/settingswindow.h"

#include <QAction>
#include <QActionGroup>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::tests;
using widgets::SettingsWindow;

// The settings of the program: each from the window and from the menu, at once, and after a
// restart.
class TestSettingsWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void cleanup();
    void opensByKeyMenuAndPalette();
    void aChoiceActsAtOnce_data();
    void aChoiceActsAtOnce();
    void aSwitchActsAtOnce_data();
    void aSwitchActsAtOnce();
    void keepsWhatWasChosen();
    void reducedMotionStopsWhatTurns();
    void aTextSizeOpensTheWindowAgain();
    void aLanguageOpensTheWindowAgain();
    void newServersGetTheTimeouts();
    void keepsRecordingsAsLongAsSaid();
    void saysWhereSecretsAre();
    void restoresTheDefaultsOfAPage();
    void findsSettings();
    void helpsWithThePageInFront();

private:
    void open();
    void restart(); // the program, with the same settings
    app::Actions &actions() { return m_shown->window().actions(); }
    SettingsWindow &window() { return *m_shown->window().settings().window(); }
    models::Settings settings() { return models::Settings(&m_workspace->settings()); }
    template <class T>
    T *control(const char *name)
    {
        return window().findChild<T *>(QLatin1String(name));
    }
    QAction *actionOf(const QActionGroup *group, const QVariant &data);
    void choose(const char *box, int index);
    void restoreDefaultsOf(int page);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<app::Workspace> m_workspace;
    std::unique_ptr<app::ProgramWindow> m_shown;
};

namespace {

enum Page { Appearance, Connections, Storage, Shortcuts, PageCount };

} // namespace

void TestSettingsWindow::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    restart();
    open();
}

void TestSettingsWindow::cleanup()
{
    m_shown.reset();
    m_workspace.reset();
    look::setTextSize(look::kDesktopTextSize);
    look::setMotionReduced(false);
    look::setDensity(look::Density::Compact);
    look::CurrentTheme::instance().setChoice(look::ThemeChoice::System);
}

void TestSettingsWindow::restart()
{
    m_shown.reset();
    m_workspace.reset();
    m_workspace = std::make_unique<app::Workspace>(app::Workspace::Places{m_folder->path(), {}});
    m_workspace->load();
    m_shown = std::make_unique<app::ProgramWindow>(*m_workspace);
    m_shown->window().show();
}

void TestSettingsWindow::open()
{
    actions().settings->trigger();
    QVERIFY(m_shown->window().settings().window());
}

QAction *TestSettingsWindow::actionOf(const QActionGroup *group, const QVariant &data)
{
    for (QAction *action : group->actions()) {
        if (action->data() == data)
            return action;
    }
    return nullptr;
}

// As the user does: with the keyboard, on the closed box.
void TestSettingsWindow::choose(const char *box, int index)
{
    auto *combo = control<QComboBox>(box);
    QVERIFY(combo);
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Home);
    QCoreApplication::processEvents(); // the choice of a language or text size is queued
    for (int i = 0; i < index; ++i) {
        combo = control<QComboBox>(box); // of the window that was opened again
        QTest::keyClick(combo, Qt::Key_Down);
        QCoreApplication::processEvents();
    }
}

void TestSettingsWindow::restoreDefaultsOf(int page)
{
    window().pages().showPage(page);
    for (auto *button : window().findChildren<QPushButton *>()) {
        const bool restores = button->objectName() == u"restoreDefaults"_s
            || button->objectName() == u"resetShortcuts"_s;
        if (restores && button->isVisible())
            return button->click();
    }
    QFAIL("no button");
}

void TestSettingsWindow::opensByKeyMenuAndPalette()
{
    window().close();
    QTRY_VERIFY(!m_shown->window().settings().window());
    app::MainWindow &main = m_shown->window();
    main.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&main));
    QTest::keyClick(&main, Qt::Key_Comma, Qt::ControlModifier);
    QVERIFY(main.settings().window());
    QVERIFY(!window().isModal());
    const SettingsWindow *first = &window();
    actions().settings->trigger(); // the same window
    QCOMPARE(&window(), first);
    QCOMPARE(main.findChildren<SettingsWindow *>().size(), 1);
    QTest::keyClick(&window(), Qt::Key_Escape);
    QTRY_VERIFY(!main.settings().window());
    actions().goToAnything->trigger();
    auto *field = main.palette().findChild<QLineEdit *>();
    field->setText(u"settings"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(main.settings().window());
}

void TestSettingsWindow::aChoiceActsAtOnce_data()
{
    QTest::addColumn<int>("theme");
    QTest::newRow("light") << int(look::ThemeChoice::Light);
    QTest::newRow("dark") << int(look::ThemeChoice::Dark);
}

void TestSettingsWindow::aChoiceActsAtOnce()
{
    QFETCH(int, theme);
    choose("themeChoice", theme);
    QCOMPARE(int(look::CurrentTheme::instance().choice()), theme);
    QCOMPARE(settings().theme(), theme);
    QVERIFY(actionOf(actions().theme, theme)->isChecked());
    // From the menu.
    actionOf(actions().theme, int(look::ThemeChoice::System))->trigger();
    QCOMPARE(control<QComboBox>("themeChoice")->currentIndex(), 0);
}

void TestSettingsWindow::aSwitchActsAtOnce_data()
{
    QTest::addColumn<QByteArray>("box");
    QTest::addColumn<QByteArray>("action");
    QTest::newRow("rows") << QByteArray("comfortableSwitch") << QByteArray("comfortable");
    QTest::newRow("motion") << QByteArray("motionSwitch") << QByteArray("reducedMotion");
}

void TestSettingsWindow::aSwitchActsAtOnce()
{
    QFETCH(QByteArray, box);
    QFETCH(QByteArray, action);
    auto *check = control<QCheckBox>(box.constData());
    auto *entry = m_shown->window().findChild<QAction *>(QLatin1String(action));
    QVERIFY(check && entry);
    const auto applies = [&] {
        return action == "comfortable" ? look::density() == look::Density::Comfortable
                                       : look::isMotionReduced();
    };
    const auto isStored = [&] {
        return action == "comfortable" ? settings().comfortableRows() : settings().reducedMotion();
    };
    QTest::keyClick(check, Qt::Key_Space);
    QVERIFY(check->isChecked() && entry->isChecked() && applies() && isStored());
    entry->trigger();
    QVERIFY(!check->isChecked() && !entry->isChecked() && !applies() && !isStored());
}

void TestSettingsWindow::keepsWhatWasChosen()
{
    choose("themeChoice", int(look::ThemeChoice::Dark));
    control<QCheckBox>("comfortableSwitch")->click();
    control<QCheckBox>("motionSwitch")->click();
    control<QSpinBox>("keepDays")->setValue(7);
    control<QDoubleSpinBox>("usualIdleTimeout")->setValue(2.5);
    restart();
    open();
    QCOMPARE(settings().theme(), int(look::ThemeChoice::Dark));
    QVERIFY(control<QCheckBox>("comfortableSwitch")->isChecked());
    QVERIFY(control<QCheckBox>("motionSwitch")->isChecked());
    QVERIFY(look::isMotionReduced());
    QCOMPARE(control<QSpinBox>("keepDays")->value(), 7);
    QCOMPARE(control<QDoubleSpinBox>("usualIdleTimeout")->value(), 2.5);
}

void TestSettingsWindow::reducedMotionStopsWhatTurns()
{
    const auto duration = [] {
        return QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration);
    };
    QVERIFY(duration() > 0);
    const int blinking = QApplication::cursorFlashTime();
    QVERIFY(blinking > 0);
    actions().reducedMotion->trigger();
    QCOMPARE(duration(), 0);
    QCOMPARE(QApplication::cursorFlashTime(), 0);
    actions().reducedMotion->trigger();
    QVERIFY(duration() > 0);
    QCOMPARE(QApplication::cursorFlashTime(), blinking);
}

void TestSettingsWindow::aTextSizeOpensTheWindowAgain()
{
    const int usual = look::metrics().row;
    const QSignalSpy replaced(m_shown.get(), &app::ProgramWindow::replaced);
    window().resize(700, 500);
    control<QComboBox>("textSizeChoice")->setFocus();
    QTest::keyClick(control<QComboBox>("textSizeChoice"), Qt::Key_End);
    QTRY_COMPARE(replaced.size(), 1);
    QCOMPARE(look::textSize(), look::textSizes().constLast());
    QVERIFY(look::metrics().row > usual);
    QCOMPARE(settings().textSize(), look::textSizes().constLast());
    QVERIFY(actionOf(actions().textSize, look::textSizes().constLast())->isChecked());
    // The settings are where they were.
    QVERIFY(m_shown->window().settings().window());
    QVERIFY(window().isVisible());
    QCOMPARE(window().pages().current(), int(Appearance));
    QCOMPARE(window().focusWidget()->objectName(), u"textSizeChoice"_s);
    // From the menu.
    actionOf(actions().textSize, look::kDesktopTextSize)->trigger();
    QTRY_COMPARE(replaced.size(), 2);
    QCOMPARE(look::metrics().row, usual);
    QCOMPARE(control<QComboBox>("textSizeChoice")->currentIndex(),
        int(look::textSizes().indexOf(look::kDesktopTextSize)));
}

void TestSettingsWindow::aLanguageOpensTheWindowAgain()
{
    const QSignalSpy replaced(m_shown.get(), &app::ProgramWindow::replaced);
    auto *box = control<QComboBox>("languageChoice");
    const int japanese = box->findText(u"日本語"_s); // by its own name
    QVERIFY(japanese > 0);
    choose("languageChoice", japanese);
    QTRY_VERIFY(replaced.size() > 0);
    QCOMPARE(settings().language(), u"ja"_s);
    QCOMPARE(control<QComboBox>("languageChoice")->currentIndex(), japanese);
    QVERIFY(actionOf(actions().language, u"ja"_s)->isChecked());
    choose("languageChoice", 1);
    QTRY_COMPARE(settings().language(), u"en"_s);
}

void TestSettingsWindow::newServersGetTheTimeouts()
{
    QVERIFY(m_workspace->save({}, demo(u"old"_s)).ok());
    control<QDoubleSpinBox>("usualHandshakeTimeout")->setValue(3);
    control<QDoubleSpinBox>("usualIdleTimeout")->setValue(4.5);
    control<QDoubleSpinBox>("usualTotalTimeout")->setValue(50);
    const auto timeoutsOfEditor = [this] {
        auto *editor = m_shown->window().findChild<widgets::ServerEditor *>();
        const config::Profile profile = editor ? editor->profile() : config::Profile();
        delete editor;
        return QList<qint64>{profile.handshakeTimeout.count(), profile.idleTimeout.count(),
            profile.totalTimeout.count()};
    };
    const QList<qint64> chosen{3000, 4500, 50'000};
    actions().newServer->trigger();
    QCOMPARE(timeoutsOfEditor(), chosen);
    QGuiApplication::clipboard()->setText(u"npx some-server"_s);
    actions().addFromClipboard->trigger();
    QCOMPARE(timeoutsOfEditor(), chosen);
    m_workspace->setCurrent(u"old"_s); // a server keeps its own
    actions().editServer->trigger();
    QCOMPARE(timeoutsOfEditor(), (QList<qint64>{10'000, 60'000, 300'000}));
}

void TestSettingsWindow::keepsRecordingsAsLongAsSaid()
{
    auto *days = control<QSpinBox>("keepDays");
    auto *size = control<QSpinBox>("keepSize");
    QCOMPARE(days->value(), 30);
    QCOMPARE(size->value(), 2048);
    QCOMPARE(settings().keepDays(30), 30);
    days->setFocus();
    days->selectAll();
    QTest::keyClicks(days, u"15"_s);
    QCOMPARE(settings().keepDays(30), 30); // not 1 on its way to 15
    QTest::keyClick(days, Qt::Key_Return);
    QCOMPARE(settings().keepDays(30), 15);
    size->setValue(100);
    QCOMPARE(settings().keepBytes(0), qint64(100) << 20);
    // What another program stored is shown within the bounds, and stays until it is changed.
    m_workspace->settings().setValue(u"sessions/keepBytes"_s, u"-7"_s);
    m_workspace->settings().setValue(u"sessions/keepDays"_s, u"99999999"_s);
    window().close();
    QTRY_VERIFY(!m_shown->window().settings().window());
    open();
    QCOMPARE(control<QSpinBox>("keepSize")->value(), control<QSpinBox>("keepSize")->minimum());
    QCOMPARE(control<QSpinBox>("keepDays")->value(), control<QSpinBox>("keepDays")->maximum());
    QCOMPARE(settings().keepDays(30), 99'999'999);
}

void TestSettingsWindow::saysWhereSecretsAre()
{
    auto *state = control<look::ColorLabel>("keychainState");
    const QString without = state->text(); // this workspace has none
    QVERIFY(!without.isEmpty());
    QCOMPARE(state->tone(), models::ColorRole::Warn);
    window().storage().setKeychain(false, u"Reason <b>1</b>"_s);
    QVERIFY(state->text().contains(u"Reason <b>1</b>"_s)); // as it is
    window().storage().setKeychain(true, {});
    QVERIFY(state->text() != without);
    QCOMPARE(state->tone(), models::ColorRole::Normal);
    disconnect(&window(), &SettingsWindow::openRequested, nullptr, nullptr); // no program opens
    const QSignalSpy opened(&window(), &SettingsWindow::openRequested);
    control<QPushButton>("openSessionsFolder")->click();
    control<QPushButton>("openSettingsFolder")->click();
    QCOMPARE(opened.size(), 2);
    QCOMPARE(opened[0][0].toString(), app::sessionsFolder(m_folder->path()));
    QCOMPARE(opened[1][0].toString(), app::configFolder(m_folder->path()));
}

void TestSettingsWindow::restoresTheDefaultsOfAPage()
{
    choose("themeChoice", int(look::ThemeChoice::Dark));
    control<QCheckBox>("comfortableSwitch")->click();
    control<QCheckBox>("motionSwitch")->click();
    control<QSpinBox>("keepDays")->setValue(7);
    control<QSpinBox>("keepSize")->setValue(70);
    control<QDoubleSpinBox>("usualIdleTimeout")->setValue(2.5);
    restoreDefaultsOf(Appearance);
    QCOMPARE(settings().theme(), int(look::ThemeChoice::System));
    QVERIFY(!settings().comfortableRows() && !settings().reducedMotion());
    QCOMPARE(settings().keepDays(30), 7); // of another page
    restoreDefaultsOf(Storage);
    QCOMPARE(settings().keepDays(0), 30);
    QCOMPARE(control<QSpinBox>("keepDays")->value(), 30);
    QCOMPARE(settings().keepBytes(0), qint64(2) << 30);
    restoreDefaultsOf(Connections);
    QCOMPARE(control<QDoubleSpinBox>("usualIdleTimeout")->value(), 60.0);
    using std::chrono::milliseconds;
    QCOMPARE(settings().timeouts({}, config::kMaxTimeout).idle.count(), 60'000);
}

void TestSettingsWindow::findsSettings()
{
    auto *field = control<QLineEdit>("settingsSearch");
    const auto listed = [this] {
        QList<int> pages;
        for (int page = 0; page < PageCount; ++page) {
            if (window().pages().isListed(page))
                pages << page;
        }
        return pages;
    };
    QTest::keyClick(&window(), Qt::Key_F, Qt::ControlModifier);
    field->setFocus();
    QTest::keyClicks(field, u"HANDSHAKE timeout"_s);
    QCOMPARE(listed(), QList<int>{Connections});
    QCOMPARE(window().pages().current(), int(Connections));
    QVERIFY(control<QDoubleSpinBox>("usualHandshakeTimeout")->isVisible());
    QVERIFY(control<QDoubleSpinBox>("usualTotalTimeout")->isHidden());
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(window().focusWidget()->objectName(), u"usualHandshakeTimeout"_s);
    field->setText(u"Ctrl+Shift+N"_s); // a shortcut
    QCOMPARE(listed(), QList<int>{Shortcuts});
    field->setText(u"nothing has this text"_s); // no dead end
    QCOMPARE(listed().size(), int(PageCount));
    field->clear();
    QCOMPARE(listed().size(), int(PageCount));
    QVERIFY(!control<QDoubleSpinBox>("usualTotalTimeout")->isHidden());
}

void TestSettingsWindow::helpsWithThePageInFront()
{
    for (const auto &[page, anchor] :
        {std::pair(Appearance, u"appearance"_s), {Connections, u"connections"_s},
            {Storage, u"storage"_s}, {Shortcuts, u"shortcuts"_s}}) {
        window().pages().showPage(page);
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        QTest::keyClick(&window(), Qt::Key_F1);
        const auto *help = m_shown->window().findChild<widgets::HelpWindow *>();
        QVERIFY(help);
        const widgets::HelpWindow::Place place{u"settings"_s, anchor};
        QCOMPARE(help->place().page, place.page);
        QCOMPARE(help->place().anchor, place.anchor);
    }
}

QTEST_MAIN(TestSettingsWindow)
#include "tst_settingswindow.moc"
