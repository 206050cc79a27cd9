// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/help/helpplace.h"
#include "app/window/toolbar.h"
#include "hosts/entries/tapsplice.h"
#include "hosts/found/foundfiles.h"
#include "look/controls/inlinemessage.h"
#include "models/hosts/tapplacemodel.h"
#include "support/hosthome.h"
#include "support/tappedhosts.h"
#include "widgets/hosts/removetapdialog.h"
#include "widgets/hosts/tapplanpane.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/overview/serverpage.h"

#include <QToolButton>

using namespace sonde;
using namespace sonde::tests;
using test::HostHome;
using widgets::RemoveTapDialog;

// A tap in the list of servers is removed from the configuration of its host.
class TstRemoveTap : public QObject, private TappedHosts {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void isOfferedForATapOnly();
    void standsInTheToolBar();
    void isNotOfferedForAnAgentsSession();
    void removesItFromTheFileOfTheHost();
    void findsTheFileOfTheProject();
    void asksWhichOneOfSeveral();
    void saysWhyItCannot();
    void aRefusalStaysUntilTheNextStep();
    void hasHelpOfItsOwn();

private:
    void tapEntry(const char *host, const char *file, const QString &name) const;
    QAction &action() const { return *window().actions().removeTap; }
    QToolButton *inToolBar() const;
    RemoveTapDialog *dialog() const { return window().findChild<RemoveTapDialog *>(); }

    std::unique_ptr<HostHome> m_home;
};

void TstRemoveTap::init()
{
    m_home = std::make_unique<HostHome>();
    open();
}

void TstRemoveTap::cleanup()
{
    close();
    m_home.reset();
}

// As the window of the hosts does it.
void TstRemoveTap::tapEntry(const char *host, const char *file, const QString &name) const
{
    const auto found = hosts::readFoundFile(
        *hosts::findHost(QString::fromLatin1(host)), hosts::Scope::User, m_home->path(file));
    for (const hosts::HostEntry &entry : found.document.entries()) {
        if (entry.name != name || !entry.project.isEmpty())
            continue;
        const auto tapped = hosts::addTap(
            *found.host, found.document, entry, {u"/usr/bin/sonde-cli"_s, name, u"/tmp/s/"_s});
        QVERIFY(tapped);
        m_home->write(file, tapped->toByteArray());
        return;
    }
    QFAIL("no such entry");
}

void TstRemoveTap::isOfferedForATapOnly()
{
    QVERIFY(!action().isEnabled());
    const auto cursor = host(u"weather"_s, "Cursor");
    choose(u"Cursor → weather"_s);
    QVERIFY(action().isEnabled());
    window().showPanel(window().overview());
    QVERIFY(holds([&] { return window().overview().serverPage(); }));
    QPushButton &inOverview = window().overview().serverPage()->removeTapButton();
    QVERIFY(holds([&] { return inOverview.isVisible(); }));
    inOverview.click();
    QVERIFY(dialog());
}

QToolButton *TstRemoveTap::inToolBar() const
{
    for (auto *button : window().findChild<app::ToolBar *>()->findChildren<QToolButton *>()) {
        if (button->defaultAction() == &action())
            return button;
    }
    return nullptr;
}

void TstRemoveTap::standsInTheToolBar()
{
    QToolButton *const button = inToolBar();
    QVERIFY(button);
    QVERIFY(!button->isVisible());
    const auto cursor = host(u"weather"_s, "Cursor");
    choose(u"Cursor → weather"_s);
    QVERIFY(holds([&] { return button->isVisible(); }));
    QCOMPARE(button->text(), u"Remove tap…"_s);
    QCOMPARE(button->accessibleName(), u"Remove tap from its host…"_s);
    QVERIFY(!action().shortcut().isEmpty());
    QCOMPARE(button->focusPolicy(), Qt::TabFocus);
    button->click();
    QVERIFY(dialog());
    QVERIFY(dialog()->sentence().contains(u"tap"_s));
    dialog()->reject();

    m_opened->connectTo(demo());
    QVERIFY(holds([&] { return !button->isVisible(); }));
}

// It appears among the taps, but no entry of a host has a tap of it.
void TstRemoveTap::isNotOfferedForAnAgentsSession()
{
    TapProcess agent(m_folder->path(),
        {u"mcp"_s, u"--allow-command"_s, u"*"_s, u"--record"_s, m_folder->path()});
    QVERIFY(agent.opens("Acme"));
    agent.send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"connect",)"
               R"("arguments":{"command":")"
        + test::kDemo.toUtf8() + R"("}}})");
    QVERIFY(agent.receives(idOf(1)));
    const QString name = u"Acme → sonde-cli mcp"_s;
    QVERIFY(holds([&] { return taps().find(name) != nullptr; }));
    choose(name);
    window().showPanel(window().overview());
    QVERIFY(holds([&] { return window().overview().serverPage(); }));
    QVERIFY(!action().isEnabled());
    QVERIFY(window().overview().serverPage()->removeTapButton().isHidden());
    QVERIFY(!inToolBar()->isVisible());

    // Beside it, the tap of a host has it.
    const auto cursor = host(u"weather"_s, "Cursor");
    choose(u"Cursor → weather"_s);
    QVERIFY(holds([&] { return inToolBar()->isVisible(); }));
    QVERIFY(!window().overview().serverPage()->removeTapButton().isHidden());
    choose(name);
    QVERIFY(holds([&] { return !inToolBar()->isVisible(); }));
    QVERIFY(window().overview().serverPage()->removeTapButton().isHidden());
}

void TstRemoveTap::removesItFromTheFileOfTheHost()
{
    tapEntry("cursor", HostHome::kCursor, u"weather"_s);
    const QByteArray tapped = m_home->read(HostHome::kCursor);
    QVERIFY(tapped.contains("sonde-cli"));
    const auto cursor = host(u"weather"_s, "Cursor");
    choose(u"Cursor → weather"_s);
    action().trigger();
    QVERIFY(dialog());
    QVERIFY(holds([&] { return dialog()->removeButton().isEnabled(); }));
    // It says what is changed, and has changed nothing yet.
    QVERIFY(dialog()->sentence().contains(u"“weather”"_s));
    QVERIFY(dialog()->sentence().contains(u".cursor/mcp.json"_s));
    QVERIFY(dialog()->choice().isHidden());
    QVERIFY(dialog()->plan().places().rowCount() > 0);
    QCOMPARE(m_home->read(HostHome::kCursor), tapped);
    QString said;
    connect(dialog(), &RemoveTapDialog::succeeded, this,
        [&said](const QString &sentence) { said = sentence; });
    dialog()->removeButton().click();
    QVERIFY(holds([&] { return !said.isEmpty(); }));
    QVERIFY(said.contains(u"Restart Cursor"_s));
    QCOMPARE(m_home->read(HostHome::kCursor), QByteArray(HostHome::kCursorText));
    QVERIFY(holds([&] { return !dialog(); }));
}

// Of the project in which the host started the tap; the window was opened elsewhere.
void TstRemoveTap::findsTheFileOfTheProject()
{
    constexpr const char *kFile = "src/atlas/.cursor/mcp.json";
    m_home->write(kFile, HostHome::kCursorText);
    tapEntry("cursor", kFile, u"weather"_s);
    QVERIFY(QDir::setCurrent(m_home->path("src/atlas")));
    const auto cursor = host(u"weather"_s, "Cursor");
    QVERIFY(QDir::setCurrent(m_home->path("src")));
    choose(u"Cursor → weather"_s);
    action().trigger();
    QVERIFY(dialog());
    QVERIFY(holds([&] { return dialog()->removeButton().isEnabled(); }));
    QVERIFY(dialog()->sentence().contains(u"atlas/.cursor/mcp.json"_s));
    dialog()->removeButton().click();
    QVERIFY(holds([&] { return !dialog(); }));
    QCOMPARE(m_home->read(kFile), QByteArray(HostHome::kCursorText));
}

void TstRemoveTap::asksWhichOneOfSeveral()
{
    tapEntry("cursor", HostHome::kCursor, u"weather"_s);
    tapEntry("vscode", HostHome::kVsCode, u"weather"_s);
    const auto code = host(u"weather"_s, "Visual Studio Code");
    choose(u"Visual Studio Code → weather"_s);
    action().trigger();
    QVERIFY(holds([&] { return dialog()->removeButton().isEnabled(); }));
    QComboBox &choice = dialog()->choice();
    QVERIFY(choice.isVisible());
    QCOMPARE(choice.count(), 2);
    choice.setCurrentIndex(choice.findText(u"weather · VS Code"_s, Qt::MatchStartsWith));
    QVERIFY(holds([&] { return dialog()->removeButton().isEnabled(); }));
    QVERIFY(dialog()->sentence().contains(u"Code/User/mcp.json"_s));
    dialog()->removeButton().click();
    QVERIFY(holds([&] { return !dialog(); }));
    QCOMPARE(m_home->read(HostHome::kVsCode), QByteArray(HostHome::kVsCodeText));
    QVERIFY(m_home->read(HostHome::kCursor).contains("sonde-cli"));
}

void TstRemoveTap::saysWhyItCannot()
{
    const auto cursor = host(u"weather"_s, "Cursor");
    choose(u"Cursor → weather"_s);
    action().trigger();
    QVERIFY(holds([&] { return dialog()->sentence().contains(u"“weather”"_s); }));
    QVERIFY(!dialog()->removeButton().isEnabled());
    QVERIFY(dialog()->plan().isHidden());
    QVERIFY(dialog()->sentence().contains(u".gemini/settings.json"_s)); // which cannot be read

    models::SoughtTap http{u"weather"_s, u"Cursor"_s, u"http://127.0.0.1:4000/mcp"_s};
    QVERIFY(models::tappedEntries({}, http).empty());
    QVERIFY(models::whyNoEntry({}, http).contains(http.address));
}

// The files are read again after it, so that the change can be checked again.
void TstRemoveTap::aRefusalStaysUntilTheNextStep()
{
    tapEntry("cursor", HostHome::kCursor, u"weather"_s);
    tapEntry("vscode", HostHome::kVsCode, u"weather"_s);
    const auto cursor = host(u"weather"_s, "Cursor");
    choose(u"Cursor → weather"_s);
    action().trigger();
    QVERIFY(holds([&] { return dialog()->removeButton().isEnabled(); }));
    const auto *refusal =
        dialog()->findChild<look::InlineMessage *>(QString(), Qt::FindDirectChildrenOnly);
    QVERIFY(refusal && refusal->isHidden());
    int planned = 0; // while it is shown
    const QObject here; // until the end of this function
    connect(&dialog()->plan().places(), &QAbstractItemModel::modelReset, &here,
        [&] { planned += refusal->isHidden() ? 0 : 1; });
    m_home->write(HostHome::kCursor, m_home->read(HostHome::kCursor).replace("metric", "imperial"));
    dialog()->removeButton().click();
    QVERIFY(holds([&] { return planned > 0; }));
    QVERIFY(!refusal->isHidden());
    QVERIFY(refusal->sentence().contains(u".cursor/mcp.json"_s));
    QComboBox &choice = dialog()->choice();
    choice.setCurrentIndex(choice.findText(u"weather · VS Code"_s, Qt::MatchStartsWith));
    QVERIFY(refusal->isHidden());
}

void TstRemoveTap::hasHelpOfItsOwn()
{
    const auto cursor = host(u"weather"_s, "Cursor");
    choose(u"Cursor → weather"_s);
    action().trigger();
    QVERIFY(dialog());
    QCOMPARE(app::helpPlaceOf(&dialog()->removeButton()),
        (widgets::HelpWindow::Place{u"command-line"_s, u"between-a-host-and-its-server"_s}));
}

QTEST_MAIN(TstRemoveTap)
#include "tst_removetap.moc"
