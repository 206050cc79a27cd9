// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "look/controls/colorlabel.h"
#include "look/style/sondestyle.h"
#include "support/buttons.h"
#include "support/openedwindow.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/tools/toolspanel.h"

#include <QAction>
#include <QFile>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;

// A list of which a page does not come, in the window.
class TstBrokenLists : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }
    void showsThePagesThatCameAndAsksForTheRest_data();
    void showsThePagesThatCameAndAsksForTheRest();
    void keepsAWholeListWhenItCannotBeAskedForAgain_data();
    void keepsAWholeListWhenItCannotBeAskedForAgain();
    void asksForNoPageThatComesAgain_data();
    void asksForNoPageThatComesAgain();

private:
    void mend() const;
    void breakAgain() const { QVERIFY(QFile::remove(m_folder->filePath(kMended))); }

    const QString kMended = QStringLiteral("mended");
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

// A server of the shell: four pages of each list with an item on each, but the third one comes only
// when there is the file that it is started with. Behind the last one comes what its second
// argument says. It knows no templates.
constexpr char kServer[] =
    "while read -r line; do\n"
    "  id=$(printf '%s' \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
    "  say() { printf '{\"jsonrpc\":\"2.0\",\"id\":%s,%s}\\n' \"$id\" \"$1\"; }\n"
    "  case \"$line\" in\n"
    "  *'\"initialize\"'*) say '\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":"
    "{\"tools\":{},\"resources\":{},\"prompts\":{}},\"serverInfo\":{\"name\":\"s\",\"version\":"
    "\"1\"}}'; continue;;\n"
    "  *tools/list*) what=tools;;\n"
    "  *resources/list*) what=resources;;\n"
    "  *prompts/list*) what=prompts;;\n"
    "  *'\"id\"'*) say '\"error\":{\"code\":-32601,\"message\":\"unknown\"}'; continue;;\n"
    "  *) continue;;\n"
    "  esac\n"
    "  case \"$line\" in\n"
    "  *'\"cursor\":\"p2\"'*) n=2;;\n"
    "  *'\"cursor\":\"p3\"'*) n=3;;\n"
    "  *'\"cursor\":\"p4\"'*) n=4;;\n"
    "  *) n=1;;\n"
    "  esac\n"
    "  next=\",\\\"nextCursor\\\":\\\"p$((n+1))\\\"\"\n"
    "  if [ $n = 4 ]; then next=$1; fi\n"
    "  if [ $n = 3 ] && ! [ -e \"$0\" ]; then\n"
    "    say '\"error\":{\"code\":-32603,\"message\":\"the shelf is bare\"}'\n"
    "  else\n"
    "    say "
    "\"\\\"result\\\":{\\\"$what\\\":[{\\\"name\\\":\\\"item_$n\\\",\\\"uri\\\":\\\"a:$n\\\","
    "\\\"inputSchema\\\":{\\\"type\\\":\\\"object\\\"}}]$next}\"\n"
    "  fi\n"
    "done\n";

struct Listed : Opened {
    Listed(const QTemporaryDir &folder, const QString &mended, const QString &what,
        const QString &behind = {})
        : Opened(folder.path())
        , panel(panelOf(what))
    {
        config::Profile server = profile(QStringLiteral("shelf"), QStringLiteral("sh"),
            {QStringLiteral("-c"), QString::fromLatin1(kServer), folder.filePath(mended), behind});
        server.era = config::EraMode::Legacy;
        connectTo(server);
        window.showPanel(panel);
    }

    widgets::CatalogPanel &panelOf(const QString &what)
    {
        if (what == QLatin1String("tools"))
            return window.tools();
        if (what == QLatin1String("prompts"))
            return window.prompts();
        return window.resources();
    }

    // What stands below the list in the colour of a warning.
    QString trouble() const
    {
        for (const auto *label : panel.findChildren<look::ColorLabel *>()) {
            if (label->isVisible() && label->tone() == models::ColorRole::Warn)
                return label->text();
        }
        return {};
    }

    QPushButton *next() const { return visibleButton(panel, QStringLiteral("nextPage")); }

    void reload() { panel.reload(); }

    widgets::CatalogPanel &panel;
};

void lists()
{
    QTest::addColumn<QString>("what");
    for (const char *what : {"tools", "resources", "prompts"})
        QTest::newRow(what) << QString::fromLatin1(what);
}

} // namespace

void TstBrokenLists::mend() const
{
    QFile file(m_folder->filePath(kMended));
    QVERIFY(file.open(QIODevice::WriteOnly));
}

void TstBrokenLists::showsThePagesThatCameAndAsksForTheRest_data()
{
    lists();
}

void TstBrokenLists::showsThePagesThatCameAndAsksForTheRest()
{
    QFETCH(QString, what);
    Listed at(*m_folder, kMended, what);
    QTRY_COMPARE_WITH_TIMEOUT(at.panel.count(), 2, kPatienceMs);
    const QString text =
        QStringLiteral("Incomplete list: page 3 could not be loaded. the shelf is bare");
    QTRY_COMPARE(at.trouble(), text);
    QVERIFY(at.next());
    tests::press(at.next()); // it is as bare as before
    QTRY_COMPARE_WITH_TIMEOUT(at.trouble(), text, kPatienceMs);
    QTRY_VERIFY(at.next());
    QCOMPARE(at.panel.count(), 2);
    mend();
    tests::press(at.next());
    QTRY_COMPARE_WITH_TIMEOUT(at.panel.count(), 4, kPatienceMs);
    QTRY_COMPARE(at.trouble(), QString());
    QVERIFY(!at.next());
}

void TstBrokenLists::keepsAWholeListWhenItCannotBeAskedForAgain_data()
{
    lists();
}

void TstBrokenLists::keepsAWholeListWhenItCannotBeAskedForAgain()
{
    QFETCH(QString, what);
    mend();
    Listed at(*m_folder, kMended, what);
    QTRY_COMPARE_WITH_TIMEOUT(at.panel.count(), 4, kPatienceMs);
    QCOMPARE(at.trouble(), QString());
    breakAgain();
    at.reload();
    QTRY_COMPARE_WITH_TIMEOUT(at.trouble(), QStringLiteral("the shelf is bare"), kPatienceMs);
    QCOMPARE(at.panel.count(), 4);
    QVERIFY(!at.next());
    mend();
    at.reload();
    QTRY_COMPARE_WITH_TIMEOUT(at.trouble(), QString(), kPatienceMs);
    QCOMPARE(at.panel.count(), 4);
}

void TstBrokenLists::asksForNoPageThatComesAgain_data()
{
    lists();
}

void TstBrokenLists::asksForNoPageThatComesAgain()
{
    QFETCH(QString, what);
    mend();
    Listed at(*m_folder, kMended, what, QStringLiteral(R"(,"nextCursor":"p2")"));
    QTRY_COMPARE_WITH_TIMEOUT(at.panel.count(), 4, kPatienceMs);
    QVERIFY2(at.trouble().contains(QLatin1String("second time")), qPrintable(at.trouble()));
    QVERIFY(!at.next());
}

QTEST_MAIN(TstBrokenLists)
#include "tst_brokenlists.moc"
