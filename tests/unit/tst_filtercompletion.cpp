// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/filter/filtercompletion.h"

#include <QTest>

using namespace sonde::trace;
using namespace Qt::StringLiterals;

class FilterCompletionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void offersWhatMayStandThere_data();
    void offersWhatMayStandThere();
    void quotesValues();
};

namespace {

FilterVocabulary vocabulary()
{
    return {{FilterField::Method, {u"tools/call"_s, u"tools/list"_s, u"ping"_s}},
        {FilterField::Server, {u"the \"demo\""_s}}};
}

} // namespace

void FilterCompletionTest::offersWhatMayStandThere_data()
{
    QTest::addColumn<QString>("text"); // the cursor stands at its end
    QTest::addColumn<QString>("replaced");
    QTest::addColumn<QString>("first");
    QTest::addColumn<bool>("more");
    const auto row = [](const char *text, const char *replaced, const char *first, bool more) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(replaced)
                            << QString::fromUtf8(first) << more;
    };
    row("", "", "number", true);
    row("met", "met", "method", false);
    row("du", "du", "duration", false);
    row("method ", "", "==", true);
    row("method c", "c", "contains", false);
    row("kind ", "", "==", true);
    row("kind ==", "", "request", true);
    row("kind == re", "re", "request", true);
    row("level >= w", "w", "warning", false);
    row("method == ", "", "\"tools/call\"", true);
    row("method == pi", "pi", "\"ping\"", false);
    row("method == \"tools/l", "\"tools/l", "\"tools/list\"", false);
    row("method in (", "", "\"tools/call\"", true);
    row("method in (ping, ", "", "\"tools/call\"", true);
    row("method == ping ", "", "and", true);
    row("method == ping a", "a", "and", false);
    row("method exists ", "", "and", true);
    row("method == ping and ki", "ki", "kind", false);
    row("(ki", "ki", "kind", false);
    row("not ki", "ki", "kind", false);
    row("params.x c", "c", "contains", false);
    row("'open", "'open", "", false);
}

void FilterCompletionTest::offersWhatMayStandThere()
{
    QFETCH(QString, text);
    QFETCH(QString, replaced);
    QFETCH(QString, first);
    QFETCH(bool, more);
    const auto completion = completeFilter(text, text.size(), vocabulary());
    QCOMPARE(completion.items.value(0), first);
    QCOMPARE(completion.items.size() > 1, more);
    QCOMPARE(text.mid(completion.from, completion.length), replaced);
}

void FilterCompletionTest::quotesValues()
{
    const QString text = u"server == "_s;
    const auto completion = completeFilter(text, text.size(), vocabulary());
    QCOMPARE(completion.items, QStringList(u"\"the \\\"demo\\\"\""_s));
}

QTEST_APPLESS_MAIN(FilterCompletionTest)
#include "tst_filtercompletion.moc"
