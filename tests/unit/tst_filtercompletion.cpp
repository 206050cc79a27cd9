// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/filter/filter.h"
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
    void saysWhatIsMissingAtTheEnd_data();
    void saysWhatIsMissingAtTheEnd();
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

void FilterCompletionTest::saysWhatIsMissingAtTheEnd_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("missing"); // a part of the sentence; empty: it is finished
    const auto row = [](const char *text, const char *missing) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(missing);
    };
    row("", "");
    row("dur", ""); // plain words are searched
    row("cache dur", "");
    row("method == ping and du", "duration");
    row("method == ping and not du", "duration");
    row("method == ping and not (kind == request or du)", ""); // the word is no longer the last one
    row("method == ping and du ", ""); // the word is finished
    row("method == ping and \"du\"", "");
    row("method == ping and cache", "");
    row("method == ping and duration", "comparison is missing after “duration”");
    row("method == ping and duration ", "comparison is missing after “duration”");
    row("method == ping and params.x", "comparison is missing after “params.x”");
    row("method == ping and duration > 5ms", "");
    row("method == tools", "\"tools/call\", \"tools/list\"");
    row("method == tools/call", "");
    row("method == \"tools\"", "");
    row("method == TOOLS/CALL", "");
    row("method == ping a", ""); // what follows, the parser refuses
    row("method == ping and (du", "");
    row("kind == re", "");
    row("method in (ping, tools", ""); // an open list is no filter
}

void FilterCompletionTest::saysWhatIsMissingAtTheEnd()
{
    QFETCH(QString, text);
    QFETCH(QString, missing);
    const auto compiled = Filter::compile(text);
    const auto error =
        std::holds_alternative<Filter>(compiled) ? unfinishedEnd(text, vocabulary()) : std::nullopt;
    QCOMPARE(error.has_value(), !missing.isEmpty());
    if (error)
        QVERIFY2(error->sentence.contains(missing), qPrintable(error->sentence));
}

QTEST_APPLESS_MAIN(FilterCompletionTest)
#include "tst_filtercompletion.moc"
