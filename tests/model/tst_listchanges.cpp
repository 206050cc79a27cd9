// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/listchanges.h"
#include "support/listing.h"

#include <QTest>

using namespace sonde;
using namespace sonde::models;
using tests::listingOf;

class TstListChanges : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatBecameOfAList_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QStringList>("changes");
        const auto row = [](const char *name, const char *before, const char *after,
                             const QStringList &changes) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(after) << changes;
        };
        row("nothing", "[]", "[]", {});
        row("the same", R"([{"name":"a"}])", R"([{"name":"a"}])", {});
        row("white space", R"([{"name":"a","x":[1,2]}])", R"([{ "name" : "a",
            "x": [ 1, 2 ] }])",
            {});
        row("order", R"([{"name":"a"},{"name":"b"}])", R"([{"name":"b"},{"name":"a"}])", {});
        row("added", R"([{"name":"a"}])", R"([{"name":"b"},{"name":"a"}])", {QStringLiteral("+b")});
        row("removed", R"([{"name":"a"},{"name":"b"}])", R"([{"name":"b"}])",
            {QStringLiteral("-a")});
        row("altered", R"([{"name":"a","x":1}])", R"([{"name":"a","x":1.0}])",
            {QStringLiteral("~a")});
        row("white space in a string", R"([{"name":"a","x":"b c"}])", R"([{"name":"a","x":"bc"}])",
            {QStringLiteral("~a")});
        row("one of two of a name", R"([{"name":"a","x":1},{"name":"a","x":2}])",
            R"([{"name":"a","x":1},{"name":"a","x":3}])", {QStringLiteral("~a")});
        row("a second of a name", R"([{"name":"a"}])", R"([{"name":"a"},{"name":"a"}])",
            {QStringLiteral("+a")});
        row("without a name", R"([1])", R"([{"name":"a"},2])",
            {QStringLiteral("+a"), QStringLiteral("~item 2")});
    }

    void saysWhatBecameOfAList()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QStringList, changes);
        const auto found = ListChanges::between(
            listingOf(before.toStdString()), listingOf(after.toStdString()), "name");
        QStringList seen;
        for (const ListChanges::Change &change : found.changes()) {
            const bool added = change.kind == ListChanges::Kind::Added;
            const bool removed = change.kind == ListChanges::Kind::Removed;
            seen += (added ? u'+' : removed ? u'-' : u'~') + change.name;
            QCOMPARE(change.before.page != nullptr, !added);
            QCOMPARE(change.after.page != nullptr, !removed);
        }
        QCOMPARE(seen, changes);
        QCOMPARE(found.isEmpty(), changes.isEmpty());
    }

    void sumsUp()
    {
        const auto found =
            ListChanges::between(listingOf(R"([{"uri":"a","x":1},{"uri":"b"},{"uri":"c"}])"),
                listingOf(R"([{"uri":"a","x":2},{"uri":"d"}])"), "uri");
        QCOMPARE(found.summary(), QStringLiteral("1 added, 2 removed, 1 altered"));
        ListChanges more = found;
        more.append(found);
        QCOMPARE(more.summary(), QStringLiteral("2 added, 4 removed, 2 altered"));
        QVERIFY(ListChanges().summary().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TstListChanges)
#include "tst_listchanges.moc"
