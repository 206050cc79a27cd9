// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/style/sondestyle.h"
#include "models/findings/acceptedfindings.h"
#include "models/findings/findinglist.h"
#include "models/findings/findingtree.h"
#include "session/call/savedcallstore.h"
#include "support/toolserver.h"
#include "widgets/findings/excerptview.h"
#include "widgets/findings/findingcard.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/findings/findingsview.h"
#include "widgets/findings/wronghere.h"
#include "widgets/trace/tracepanel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <memory>

using namespace sonde;
using namespace sonde::tests;
using widgets::ExcerptView;

namespace {

config::Profile titled(const QString &name, const QString &title)
{
    return toolServer(name,
        QStringLiteral(
            R"({"name":"t","title":%1,"description":"Adds.","inputSchema":{"type":"object"}})")
            .arg(title));
}

} // namespace

class TstWrongHere : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void showsTheMessageOfTheCurrentServer();
    void copiesBothExcerpts();
    void isReachedByTheKeyboard();
    void showsNothingWithoutAFinding();
    void staysAcceptedUnderAnotherName();

private:
    widgets::FindingsView &view() { return m_opened->window.findings().view(); }
    bool select(const QString &server);
    ExcerptView *excerpt(const char *name)
    {
        return view().card().wrongHere().findChild<ExcerptView *>(QLatin1String(name));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Opened> m_opened;
};

void TstWrongHere::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY(m_folder.isValid());
    m_opened = std::make_unique<Opened>(m_folder.path());
    m_opened->window.resize(1280, 800);
    m_opened->connectTo(titled(QStringLiteral("seven"), QStringLiteral("7")));
    m_opened->connectTo(titled(QStringLiteral("eight"), QStringLiteral("8.0")));
    m_opened->connectTo(titled(QStringLiteral("fine"), QStringLiteral("\"T\"")));
}

// The finding about the title.
bool TstWrongHere::select(const QString &server)
{
    m_opened->workspace.setCurrent(server);
    const auto place = [this] {
        const auto &tree = view().model();
        for (int row = 0; row < tree.rowCount(); ++row) {
            if (tree.index(row, 0).data(models::FindingTree::RuleRole).toString()
                == QLatin1String("schema.Tool"))
                return tree.index(0, 0, tree.index(row, 0));
        }
        return QModelIndex();
    };
    if (!QTest::qWaitFor([&] { return place().isValid(); }, kPatienceMs))
        return false;
    m_opened->window.showPanel(m_opened->window.findings());
    view().tree().expandAll();
    view().tree().setCurrentIndex(place());
    return QTest::qWaitFor([this] { return view().card().isVisible(); }, kPatienceMs);
}

void TstWrongHere::showsTheMessageOfTheCurrentServer()
{
    for (const char *number : {"7", "8.0", "7"}) {
        QVERIFY(select(QLatin1String(number[0] == '7' ? "seven" : "eight")));
        QVERIFY(excerpt("wrong") && excerpt("wrong")->isVisible());
        const QString member = QStringLiteral("\"title\": %1,\n");
        QVERIFY(excerpt("wrong")->toPlainText().contains(member.arg(QLatin1String(number))));
        QVERIFY(excerpt("instead") && excerpt("instead")->isVisible());
        QVERIFY(excerpt("instead")->toPlainText().contains(
            member.arg(u'"' + QLatin1String(number) + u'"')));
    }
}

void TstWrongHere::copiesBothExcerpts()
{
    QVERIFY(select(QStringLiteral("eight")));
    view().card().copyButton().click();
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY(text.contains(QStringLiteral("- **Server:** eight")));
    QVERIFY(text.contains(QStringLiteral("      \"title\": 8.0,\n")));
    QVERIFY(text.contains(QStringLiteral("      \"title\": \"8.0\",\n")));
}

void TstWrongHere::isReachedByTheKeyboard()
{
    QVERIFY(select(QStringLiteral("seven")));
    for (const char *name : {"wrong", "instead"}) {
        QVERIFY(excerpt(name)->focusPolicy() & Qt::TabFocus);
        QVERIFY(excerpt(name)->tabChangesFocus());
        QVERIFY(!excerpt(name)->accessibleName().isEmpty());
    }
}

void TstWrongHere::showsNothingWithoutAFinding()
{
    QVERIFY(select(QStringLiteral("seven")));
    m_opened->workspace.setCurrent(QStringLiteral("fine"));
    QVERIFY(!excerpt("wrong"));
    QVERIFY(!view().card().wrongHere().isVisible());
}

// Of two servers with the same finding, one is renamed.
void TstWrongHere::staysAcceptedUnderAnotherName()
{
    QVERIFY(select(QStringLiteral("seven")));
    const auto &list = m_opened->window.trace().document().findings();
    const findings::Identity identity = list.identityOf(*view().card().finding());
    models::AcceptedFindings &accepted = m_opened->workspace.acceptedFindings();
    QVERIFY(accepted.accept(QStringLiteral("seven"), {identity, QStringLiteral("known"), {}}));
    session::SavedCallStore calls(&m_opened->workspace.settings());
    calls.setServer(QStringLiteral("seven"));
    QVERIFY(calls.save(QStringLiteral("mine"), QStringLiteral("any"), {}));
    QVERIFY(m_opened->workspace.save(
        QStringLiteral("seven"), titled(QStringLiteral("renamed"), QStringLiteral("7"))));
    QVERIFY(accepted.find(QStringLiteral("renamed"), identity));
    QVERIFY(!accepted.find(QStringLiteral("seven"), identity));
    QVERIFY(!accepted.find(QStringLiteral("eight"), identity));
    calls.setServer(QStringLiteral("renamed"));
    QVERIFY(calls.find(QStringLiteral("mine")));
}

QTEST_MAIN(TstWrongHere)
#include "tst_wronghere.moc"
