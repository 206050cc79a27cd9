// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/regex.h"
#include "base/regexsyntax.h"

#include <QTest>

using namespace sonde;

// Which patterns ECMA-262 allows, with the flag u and without it, and what PCRE2 makes of them.
class TestRegexSyntax : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isAllowedWithTheFlagAndWithout_data();
    void isAllowedWithTheFlagAndWithout();
    void saysWhatIsWrongAndWhere_data();
    void saysWhatIsWrongAndWhere();
    void survivesEveryPieceOfAPattern();
    void nestingIsBounded();
    void whatCannotRunIsUnknown();
    void readsSetsInClassesAsEcmaDoes_data();
    void readsSetsInClassesAsEcmaDoes();
};

void TestRegexSyntax::isAllowedWithTheFlagAndWithout_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<bool>("unicode");
    QTest::addColumn<bool>("legacy");
    const auto row = [](const char *pattern, bool unicode, bool legacy) {
        QTest::newRow(pattern) << QByteArray(pattern) << unicode << legacy;
    };
    for (const char *both : {"", "|", "a|b|", "^a$", "a*?b+?c??", "a{2}", "a{2,}", "a{2,3}?",
             "a{0,007}", "(a)(?:b)(?=c)(?!d)(?<=e)(?<!f)", "(?<year>\\d{4})\\k<year>",
             "\\k<b>(?<b>c)", "(a)\\1", "\\1(a)", "\\0", "\\cA\\cz", "\\x41\\u0041", "[]", "[^]",
             "[a-z\\d_-]", "[\\b]", "[-a]", "[a-]", "[[]", "[(]",
             "\\/\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|", "\\bword\\B", "(?i:a)(?m-s:b)",
             ".*(?<=\\.(?:png|jpeg))$", "\xc3\xa9+", "[\xc3\xa0-\xc3\xbf]", "(?<\xc3\xa9>a)",
             "(a|(b|c))*", "[\\u0041-\\u005a]", "[\\x41-\\x5a]", "[\\cA-\\cZ]", "[\\t-\\r]"})
        row(both, true, true);
    for (const char *unicode : {"\\u{1f600}", "[\\ud83d\\ude00-\\ud83d\\ude4f]", "\\p{L}{2}"})
        row(unicode, true,
            QByteArray(unicode).startsWith("\\p") || QByteArray(unicode).startsWith("\\u{"));
    for (const char *legacy : {"\\:", "\\-", "\\#", "\\Z", "\\a", "\\_", "{", "}", "]", "a{",
             "a{,3}", "a{1", "a{b}", "{,3}", "\\8", "\\1", "\\00", "\\01", "[\\1]", "\\x4", "\\u12",
             "\\u{110000}", "\\c", "\\c1", "\\k", "\\k<a>", "[\\w-.]", "[.-\\w]", "[\\d-z]",
             "(?=a)*", "(?!a){2}", "\\p", "\\p{", "[\\B]", "[\\k]"})
        row(legacy, false, true);
    for (const char *none :
        {"(", ")", "a)", "(a", "(?", "(?a)", "(?P<a>b)", "(?>a)", "(?i)a", "(?#c)", "(?<>a)",
            "(?<1>a)", "(?<a", "(?<a b>c)", "[", "[a", "[^", "[z-a]", "[b-\\x61]", "*", "+a", "?",
            "a**", "a+*", "{2}", "a{2}{3}", "^*", "$+", "\\b?", "(?<=a)*", "(?<!a){2}", "a{3,2}",
            "a|*", "(*)", "\\", "a\\", "(?<a>b)\\k<c>", "(?<a>b)\\k", "(?:a", "(?=a", "(?<=a"})
        row(none, false, false);
}

void TestRegexSyntax::isAllowedWithTheFlagAndWithout()
{
    QFETCH(const QByteArray, pattern);
    QFETCH(const bool, unicode);
    QFETCH(const bool, legacy);
    QCOMPARE(!regexFault(pattern.toStdString(), RegexGrammar::Unicode), unicode);
    QCOMPARE(!regexFault(pattern.toStdString(), RegexGrammar::Legacy), legacy);
}

void TestRegexSyntax::saysWhatIsWrongAndWhere_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<int>("at");
    QTest::newRow("group of Python")
        << QByteArray("^(?P<year>a)") << QStringLiteral("“(?P<” begins no group of ECMA-262.") << 1;
    QTest::newRow("no escape") << QByteArray("https\\:")
                               << QStringLiteral("“\\:” is no escape of ECMA-262.") << 5;
    QTest::newRow("set in a range")
        << QByteArray("[\\w-.]")
        << QStringLiteral("“\\w-.” is no range: a set of characters cannot be its end.") << 1;
    QTest::newRow("wrong order") << QByteArray("[z-a]")
                                 << QStringLiteral("The range “z-a” ends before it begins.") << 1;
    QTest::newRow("brace") << QByteArray("a{,3}") << QStringLiteral("“{” must be written as “\\{”.")
                           << 1;
    QTest::newRow("limits") << QByteArray("a{3,2}") << QStringLiteral("“3” is more than “2”.") << 1;
    QTest::newRow("nothing to repeat")
        << QByteArray("a**") << QStringLiteral("There is nothing that “*” could repeat.") << 2;
    QTest::newRow("place repeated")
        << QByteArray("a^*") << QStringLiteral("“*” cannot repeat “^”, which matches a place.")
        << 2;
    QTest::newRow("no group") << QByteArray("(a)\\2") << QStringLiteral("“\\2” leads to no group.")
                              << 3;
    QTest::newRow("no name") << QByteArray("(?<a>b)\\k<c>")
                             << QStringLiteral("“\\k<c>” leads to no group.") << 7;
    QTest::newRow("open group") << QByteArray("(a") << QStringLiteral("A group is not closed.")
                                << 2;
    QTest::newRow("no group open")
        << QByteArray("a)") << QStringLiteral("“)” closes no group.") << 1;
    QTest::newRow("open class") << QByteArray("a[b")
                                << QStringLiteral("A class of characters, “[…]”, is not closed.")
                                << 1;
    QTest::newRow("backslash") << QByteArray("a\\")
                               << QStringLiteral("The last backslash has nothing behind it.") << 1;
}

void TestRegexSyntax::saysWhatIsWrongAndWhere()
{
    QFETCH(const QByteArray, pattern);
    const auto fault = regexFault(pattern.toStdString(), RegexGrammar::Unicode);
    QVERIFY(fault);
    QTEST(fault->sentence, "sentence");
    QTEST(int(fault->at), "at");
}

// Whatever is read ends, at a place in the pattern.
void TestRegexSyntax::survivesEveryPieceOfAPattern()
{
    const std::string whole = "^(?<a>[\\w-\\u{1f600}\\ud83d\\ude00]{2,3}?|\\k<a>\\p{Lu}\\cA\\x41)(?"
                              "<!b)\xf0\x9f\x98\x80\\12$";
    for (std::size_t begin = 0; begin < whole.size(); ++begin) {
        for (std::size_t size = 0; size <= whole.size() - begin; ++size) {
            for (const auto grammar : {RegexGrammar::Unicode, RegexGrammar::Legacy}) {
                const auto fault = regexFault(whole.substr(begin, size), grammar);
                QVERIFY(!fault || (fault->at <= size && !fault->sentence.isEmpty()));
            }
        }
    }
}

void TestRegexSyntax::nestingIsBounded()
{
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '(') + 'a' + std::string(depth, ')');
    };
    QVERIFY(!regexFault(nested(200), RegexGrammar::Unicode));
    QVERIFY(regexFault(nested(201), RegexGrammar::Unicode));
    QVERIFY(regexFault(std::string(1'000'000, '('), RegexGrammar::Legacy));
}

// ECMA-262 allows it; whether PCRE2 can run it depends on its release.
void TestRegexSyntax::whatCannotRunIsUnknown()
{
    const std::string pattern = "(?<=a+)b";
    const auto made = Regex::compileForeign(pattern);
    QVERIFY(made);
    QCOMPARE(made->find("ab"), Regex::Match::Unknown);
    QVERIFY(!made->findFrom("ab", 0));
    QVERIFY(!Regex::compile(pattern));
    for (const char *broken : {"(a", "\\p{Nothing}", "[z-a]"})
        QVERIFY2(!Regex::compileForeign(broken), broken);
}

void TestRegexSyntax::readsSetsInClassesAsEcmaDoes_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("matches");
    const auto row = [](const char *pattern, const char *text, bool matches) {
        QTest::addRow("%s %s", pattern, text) << QByteArray(pattern) << QByteArray(text) << matches;
    };
    row("^[\\w-.]+$", "a-b.c", true);
    row("^[\\w-.]+$", "a b", false);
    row("^[.-\\d]+$", "1-.", true);
    row("^[.-\\d]+$", "/", false);
    row("^a{,3}$", "a{,3}", true);
    row("^a{,3}$", "aa", false);
    row("^a{2,3}$", "aa", true);
    row("^\\u{61}{2}$", "aa", true);
}

void TestRegexSyntax::readsSetsInClassesAsEcmaDoes()
{
    QFETCH(const QByteArray, pattern);
    QFETCH(const QByteArray, text);
    QFETCH(const bool, matches);
    const auto made = Regex::compile(pattern.toStdString());
    QVERIFY2(made, made ? "" : qPrintable(made.error().sentence));
    QCOMPARE(made->find(text.toStdString()), matches ? Regex::Match::Yes : Regex::Match::No);
}

QTEST_GUILESS_MAIN(TestRegexSyntax)
#include "tst_regexsyntax.moc"
