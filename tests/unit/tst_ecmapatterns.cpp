// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/regex.h"
#include "base/regexsyntax.h"
#include "support/places.h"
#include "json/document.h"

#include <QFile>
#include <QTest>

using namespace sonde;

// Patterns of schemas, against what Node.js made of them: tests/data/regexes, where measure.mjs
// measures again.
class TestEcmaPatterns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void refusesWhatJavaScriptRefuses_data() { rows(); }
    void refusesWhatJavaScriptRefuses();
    void matchesWhatJavaScriptMatches_data() { rows(); }
    void matchesWhatJavaScriptMatches();

private:
    void rows();
    json::Document m_table;
};

void TestEcmaPatterns::initTestCase()
{
    QFile file(sonde::test::sourcePath("tests/data/regexes/patterns.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_table = json::Document::parse(Bytes::fromByteArray(file.readAll()));
    QVERIFY(m_table.isValid());
    QVERIFY(m_table.root()["patterns"].count() > 300);
}

void TestEcmaPatterns::rows()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("matches"); // null: JavaScript refuses the pattern
    for (const json::Value row : m_table.root()["patterns"]) {
        const auto pattern = QByteArray::fromStdString(row["pattern"].text());
        QTest::addRow("%s", pattern.constData())
            << pattern
            << (row["matches"] ? QByteArray::fromStdString(row["matches"].text()) : QByteArray());
    }
}

void TestEcmaPatterns::refusesWhatJavaScriptRefuses()
{
    QFETCH(const QByteArray, pattern);
    QFETCH(const QByteArray, matches);
    const auto fault = regexFault(pattern.toStdString(), RegexGrammar::Unicode);
    QVERIFY2(
        fault.has_value() == matches.isNull(), fault ? qPrintable(fault->sentence) : "no fault");
    const auto made = Regex::compileForeign(pattern.toStdString());
    QVERIFY2(made.ok() == !matches.isNull(), made ? "made" : qPrintable(made.error().sentence));
}

void TestEcmaPatterns::matchesWhatJavaScriptMatches()
{
    QFETCH(const QByteArray, pattern);
    QFETCH(const QByteArray, matches);
    if (matches.isNull())
        return;
    const auto made = Regex::compileForeign(pattern.toStdString());
    QVERIFY(made);
    qsizetype at = 0;
    for (const json::Value text : m_table.root()["texts"]) {
        const Regex::Match match = made->find(text.text());
        QVERIFY(match != Regex::Match::TooComplex);
        const bool isExpected = matches[at++] == '1';
        if (match != Regex::Match::Unknown) // only a newer PCRE2 can run it
            QVERIFY2((match == Regex::Match::Yes) == isExpected, text.text().c_str());
        else
            QVERIFY2(pattern.contains("(?<=") || pattern.contains("(?<!") || pattern.contains("(?<")
                    || pattern.contains("\\p"),
                pattern.constData());
    }
}

QTEST_GUILESS_MAIN(TestEcmaPatterns)
#include "tst_ecmapatterns.moc"
