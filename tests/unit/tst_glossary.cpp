// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/places.h"
#include "support/translatedmessages.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;
using sonde::test::Message;
using sonde::test::messagesOf;

namespace {

using Use = QPair<QString, QString>; // a term and the source text that has it

struct Term {
    QString english;
    QString translation;
    QRegularExpression pattern;
};

QJsonArray listIn(const char *file, const QString &name)
{
    QFile data(sonde::test::sourcePath("tests/data/translations/") + QLatin1String(file));
    return data.open(QIODevice::ReadOnly)
        ? QJsonDocument::fromJson(data.readAll()).object().value(name).toArray()
        : QJsonArray();
}

// A word of a sentence, in singular or plural: no part of a path, an option or a name in code.
QRegularExpression patternOf(const QString &english)
{
    const QString words = english.endsWith(u'y')
        ? QString(QRegularExpression::escape(english.chopped(1)) + u"(?:y|ies)"_s)
        : QString(QRegularExpression::escape(english) + u"(?:e?s)?"_s);
    return QRegularExpression(u"(?<![\\w/.\\-`:$])"_s + words + u"(?![\\w/\\-`=]|[.:]\\S)"_s,
        QRegularExpression::CaseInsensitiveOption);
}

// The longest first, so that a resource template is no resource.
std::vector<Term> termsIn(const QString &language)
{
    std::vector<Term> terms;
    for (const QJsonValue &entry : listIn("glossary.json", u"terms"_s)) {
        const QString english = entry[u"en"_s].toString();
        terms.push_back({english, entry[language].toString(), patternOf(english)});
    }
    std::stable_sort(terms.begin(), terms.end(), [](const Term &one, const Term &other) {
        return one.english.size() > other.english.size();
    });
    return terms;
}

// A word in capitals stands for what is typed in its place.
bool hasTerm(const QString &text, const Term &term)
{
    auto matches = term.pattern.globalMatch(text);
    while (matches.hasNext()) {
        const QString found = matches.next().captured();
        if (found != found.toUpper())
            return true;
    }
    return false;
}

QStringList missedTerms(const Message &message, const std::vector<Term> &terms)
{
    static const QRegularExpression quoted(u"`[^`]*`|\u201c[^\u201d]*\u201d|&"_s);
    QString text = message.source;
    text.remove(quoted);
    const QString translation = message.translations.join(u'\n').remove(u'&');
    QStringList missed;
    for (const Term &term : terms) {
        if (hasTerm(text, term) && !translation.contains(term.translation))
            missed += term.english;
        text.replace(term.pattern, u" "_s);
    }
    return missed;
}

} // namespace

// One word for one thing, in every language: tests/data/translations/glossary.json has the words,
// glossary-exceptions.json the texts in which a word means something else.
class TestGlossary : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void translationsUseTheWordsOfTheGlossary_data();
    void translationsUseTheWordsOfTheGlossary();
    void eachExceptionIsNeeded();
    void findsWordsAndNoPartsOfNames();

private:
    QSet<Use> m_exceptions;
};

void TestGlossary::initTestCase()
{
    for (const QJsonValue &entry : listIn("glossary-exceptions.json", u"exceptions"_s)) {
        const QString term = entry[u"term"_s].toString();
        QVERIFY2(!entry[u"reason"_s].toString().isEmpty(), qPrintable(term));
        for (const QJsonValue &source : entry[u"sources"_s].toArray())
            m_exceptions.insert({term, source.toString()});
    }
    QVERIFY(!m_exceptions.isEmpty());
}

void TestGlossary::translationsUseTheWordsOfTheGlossary_data()
{
    QTest::addColumn<QString>("language");
    for (const char *language : {"ja", "zh_CN"})
        QTest::newRow(language) << QString::fromLatin1(language);
}

void TestGlossary::translationsUseTheWordsOfTheGlossary()
{
    QFETCH(const QString, language);
    const std::vector<Term> terms = termsIn(language);
    QVERIFY(terms.size() > 40);
    for (const Term &term : terms)
        QVERIFY2(!term.translation.isEmpty(), qPrintable(term.english));
    QStringList wrong;
    for (const Message &message : messagesOf(language)) {
        for (const QString &term : missedTerms(message, terms)) {
            if (!m_exceptions.contains({term, message.source}))
                wrong +=
                    term + u": "_s + message.source + u" → "_s + message.translations.join(u'/');
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestGlossary::eachExceptionIsNeeded()
{
    QSet<Use> unused = m_exceptions;
    for (const char *language : {"ja", "zh_CN"}) {
        const std::vector<Term> terms = termsIn(QLatin1String(language));
        for (const Message &message : messagesOf(QLatin1String(language))) {
            for (const QString &term : missedTerms(message, terms))
                unused.remove({term, message.source});
        }
    }
    QStringList lines;
    for (const Use &use : unused)
        lines += use.first + u": "_s + use.second;
    QVERIFY2(lines.isEmpty(), qPrintable(lines.join(u'\n')));
}

void TestGlossary::findsWordsAndNoPartsOfNames()
{
    const Term tool{u"tool"_s, u"T"_s, patternOf(u"tool"_s)};
    const Term capability{u"capability"_s, u"C"_s, patternOf(u"capability"_s)};
    const Term batch{u"batch"_s, u"B"_s, patternOf(u"batch"_s)};
    QVERIFY(hasTerm(u"Select a tool."_s, tool));
    QVERIFY(hasTerm(u"Tools: 3"_s, tool));
    QVERIFY(hasTerm(u"2 batches"_s, batch));
    QVERIFY(hasTerm(u"its capabilities"_s, capability));
    for (const auto &text :
        {u"tools/call"_s, u"--tools"_s, u"TOOL"_s, u"tools.name"_s, u"toolbar"_s})
        QVERIFY2(!hasTerm(text, tool), qPrintable(text));
    const std::vector<Term> terms{
        {u"resource template"_s, u"RT"_s, patternOf(u"resource template"_s)},
        {u"resource"_s, u"R-"_s, patternOf(u"resource"_s)}};
    QCOMPARE(missedTerms({{}, u"a resource template"_s, {u"RT"_s}}, terms), QStringList());
    QCOMPARE(missedTerms({{}, u"a resource"_s, {u"RT"_s}}, terms), QStringList{u"resource"_s});
    QCOMPARE(missedTerms({{}, u"the command `resource`"_s, {u"x"_s}}, terms), QStringList());
}

QTEST_GUILESS_MAIN(TestGlossary)
#include "tst_glossary.moc"
