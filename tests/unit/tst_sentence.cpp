// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/lifecycle.h"
#include "rpc/sentence.h"

#include <QCoreApplication>
#include <QScopeGuard>
#include <QTest>
#include <QTranslator>

using namespace Qt::StringLiterals;
using namespace sonde::rpc;

namespace {

constexpr const char *kContext = "sonde::test";
constexpr const char *kText = "The server refused %1 (%2).";

// Turns the values around, as a language may.
class TurnedTranslator final : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *words, const char *, int) const override
    {
        if (QLatin1String(context) != QLatin1String(kContext))
            return {};
        if (QLatin1String(words) == QLatin1String(kText))
            return u"%2: abgelehnt, %1"_s;
        return QString(u'[' + QString::fromUtf8(words) + u']');
    }
};

Sentence refused()
{
    return {kContext, kText, {u"“a %2 b”"_s, u"404"_s}};
}

} // namespace

// A sentence that is recorded once, and shown in the language of the program that shows it.
class TestSentence : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isRecordedInEnglish();
    void isShownInTheLanguageOfTheProgram();
    void hasSentencesInIt();
    void ofAnOlderRecordingStaysAsItIs();
    void withBrokenDataIsEnglish_data();
    void withBrokenDataIsEnglish();
    void isShownInItsLine();
    void readsWordsOfSeveralLines();
    void isBoundedHoweverOftenAValueStandsInIt();
};

void TestSentence::isRecordedInEnglish()
{
    TurnedTranslator turned;
    QVERIFY(QCoreApplication::installTranslator(&turned));
    const auto restore = qScopeGuard([&] { QCoreApplication::removeTranslator(&turned); });
    const QString recorded = refused().recordedText();
    QCOMPARE(recorded.section(u'\n', 0, 0), u"The server refused “a %2 b” (404)."_s);
    QCOMPARE(recorded.section(u'\n', 1),
        uR"([{"in":"sonde::test","text":"The server refused %1 (%2).",)"
        uR"("values":[[{"text":"“a %2 b”"}],[{"text":"404"}]]}])"_s);
}

void TestSentence::isShownInTheLanguageOfTheProgram()
{
    const Sentence read = Sentence::read(refused().recordedText());
    QVERIFY(read == refused());
    QCOMPARE(read.shown(), u"The server refused “a %2 b” (404)."_s);
    TurnedTranslator turned;
    QVERIFY(QCoreApplication::installTranslator(&turned));
    const auto restore = qScopeGuard([&] { QCoreApplication::removeTranslator(&turned); });
    QCOMPARE(read.shown(), u"404: abgelehnt, “a %2 b”"_s);
}

void TestSentence::hasSentencesInIt()
{
    Sentence sentence(kContext, "Not %1.", {Sentence(kContext, "the response")});
    sentence += u" "_s;
    sentence += Sentence(kContext, "Why: no reason.");
    const Sentence read = Sentence::read(sentence.recordedText());
    QVERIFY(read == sentence);
    QCOMPARE(read.shown(), u"Not the response. Why: no reason."_s);
    TurnedTranslator turned;
    QVERIFY(QCoreApplication::installTranslator(&turned));
    const auto restore = qScopeGuard([&] { QCoreApplication::removeTranslator(&turned); });
    QCOMPARE(read.shown(), u"[Not [the response].] [Why: no reason.]"_s);
}

void TestSentence::ofAnOlderRecordingStaysAsItIs()
{
    const QString old = u"サーバーを開始できません: %1"_s;
    QCOMPARE(Sentence::read(old).shown(), old);
    QCOMPARE(Sentence(old).recordedText(), old); // words have no data
    QVERIFY(Sentence::read({}).isEmpty());
}

void TestSentence::withBrokenDataIsEnglish_data()
{
    QTest::addColumn<QString>("data");
    QTest::newRow("cut off") << uR"([{"in":"sonde::test","text":"The ser)"_s;
    QTest::newRow("cut off after its beginning") << u"[{"_s;
    QTest::newRow("cut off before its beginning") << u"["_s;
    QTest::newRow("no text") << uR"([{"in":"sonde::test"}])"_s;
    QTest::newRow("no sentence as a value") << uR"([{"text":"%1","values":[7]}])"_s;
    QTest::newRow("many parts") << QString(
        u"[{\"text\":\"a\"}" + u",{\"text\":\"a\"}"_s.repeated(Sentence::kMaxParts) + u']');
    const QString begin = uR"([{"text":"%1","values":[)"_s;
    QTest::newRow("deep") << QString(begin.repeated(Sentence::kMaxDepth + 1) + uR"([{"text":"a"}])"
        + u"]}]"_s.repeated(Sentence::kMaxDepth + 1));
}

void TestSentence::withBrokenDataIsEnglish()
{
    QFETCH(QString, data);
    QCOMPARE(Sentence::read(QString(u"In English.\n" + data)).shown(), u"In English."_s);
}

void TestSentence::readsWordsOfSeveralLines()
{
    for (const QString &words : {u"a\n[{\"text\":\"b\"}]"_s, u"a\n["_s, u"a\nb"_s})
        QCOMPARE(Sentence::read(Sentence(words).recordedText()).shown(), words);
    QCOMPARE(Sentence(u"a [b"_s).recordedText(), u"a [b"_s);
}

// Each level multiplies what the next one shows: a line of 4 kB would fill the memory.
void TestSentence::isBoundedHoweverOftenAValueStandsInIt()
{
    const QString begin = u"[{\"text\":\"" + u"%1"_s.repeated(350) + u"\",\"values\":["_s;
    const QString data = begin.repeated(Sentence::kMaxDepth) + u"[{\"text\":\"aaaa\"}]"_s
        + u"]}]"_s.repeated(Sentence::kMaxDepth);
    const QString shown = Sentence::read(QString(u"In English.\n" + data)).shown();
    QCOMPARE(shown.size(), Sentence::kMaxShown);
    QVERIFY(shown.startsWith(u"aaaa"));
}

void TestSentence::isShownInItsLine()
{
    TurnedTranslator turned;
    QVERIFY(QCoreApplication::installTranslator(&turned));
    const auto restore = qScopeGuard([&] { QCoreApplication::removeTranslator(&turned); });
    const QString detail = refused().recordedText();
    const auto shown = [&detail](const char *what) {
        const QString line(QLatin1String(what) + u'\t' + detail);
        return Sentence::shownLine(line.toStdString());
    };
    for (const char *what : {lifecycle::kStartFailed, lifecycle::kMessageRefused})
        QCOMPARE(shown(what), QString(QLatin1String(what) + u"\t404: abgelehnt, “a %2 b”"));
    QCOMPARE(shown(lifecycle::kMessageChanged), // what was sent in place of a message
        QString(QLatin1String(lifecycle::kMessageChanged) + u'\t' + detail));
    QCOMPARE(Sentence::shownLine(lifecycle::kStartFailed), u"start failed"_s);
    QCOMPARE(Sentence::shownLine("start failed: by hand"), u"start failed: by hand"_s);
}

QTEST_GUILESS_MAIN(TestSentence)
#include "tst_sentence.moc"
