// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/filter/filter.h"
#include "trace/filter/filtercompare.h"
#include "json/document.h"

#include <QTest>

using namespace sonde::trace;
using namespace Qt::StringLiterals;

class FilterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatMakesSense_data();
    void readsWhatMakesSense();
    void saysWhereAndWhyAFilterIsWrong_data();
    void saysWhereAndWhyAFilterIsWrong();
    void letsEverythingThroughWithoutAText();
    void knowsWhetherBytesAreNeeded_data();
    void knowsWhetherBytesAreNeeded();
    void bindsNotBeforeAndBeforeOr();
    void readsUnits_data();
    void readsUnits();
    void comparesNumbersExactly_data();
    void comparesNumbersExactly();
    void hasLimits_data();
    void hasLimits();
};

namespace {

Filter compiled(const QString &text)
{
    const auto filter = Filter::compile(text);
    const auto *error = std::get_if<FilterError>(&filter);
    if (error)
        qWarning() << text << error->sentence;
    return error ? Filter() : std::get<Filter>(filter);
}

FilterError errorOf(const QString &text)
{
    const auto filter = Filter::compile(text);
    const auto *error = std::get_if<FilterError>(&filter);
    return error ? *error : FilterError{u"none"_s, -1, -1};
}

QString repeated(const char *text, int times)
{
    return QString::fromUtf8(text).repeated(times);
}

} // namespace

void FilterTest::readsWhatMakesSense_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"method == \"tools/call\"", "method == tools/call", "METHOD",
             "kind == request and not (dir == sent or size > 2MB)", "a b c", "cache in memory",
             "id == 7 || id in (1, \"s-1\", 'x')", "duration >= 50ms && status != ok",
             "params.arguments.city == \"Reykjavík\"", "result.content[0].text contains \"°C\"",
             "result.content[*].text matches \"^\\d+$\"", "params[\"odd name\"] exists",
             "$.answer.status == 404", "error.code == -32602", "error.message contains \"no\"",
             "error exists", "status == 404", "status >= 400", "level >= warning",
             "time > 12:05:02.771", "time < 2026-11-20T12:05", "not not ping", "!ping", "!!ping",
             "problem exists and level exists", "method in (ping)", "\"and\"", "text contains '\"'",
             "server==demo", "uri contains 'file:///a?b=c'"})
        QTest::newRow(text) << QString::fromUtf8(text);
}

void FilterTest::readsWhatMakesSense()
{
    QFETCH(QString, text);
    QVERIFY(!compiled(text).isEmpty());
}

void FilterTest::saysWhereAndWhyAFilterIsWrong_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("place"); // of the wrong part
    QTest::addColumn<QString>("sentence"); // what it contains
    const auto row = [](const char *text, const char *place, const char *sentence) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(place)
                            << QString::fromUtf8(sentence);
    };
    row("methd == ping", "methd", "is not a field");
    row("method = ping", "=", "Write “==”");
    row("method ==", "", "Expected a value");
    row("== ping", "==", "Expected a field to the left of ==");
    row("method == \"ping", "\"ping", "is not closed");
    row("\"method\" == ping", "\"method\"", "without quotation marks");
    row("(method == ping", "(", "is not closed");
    row("method == ping)", ")", "has no opening one");
    row("method == ping kind == request", "kind", "Expected “and” or “or”");
    row("method == ping and", "", "Expected a condition");
    row("and method == ping", "and", "Expected a condition");
    row("method > ping", ">", "cannot be compared with >");
    row("duration > 50", "50", "its unit");
    row("duration > 50parsec", "50parsec", "ns, µs, ms");
    row("size > big", "big", "number of bytes");
    row("kind == reqest", "reqest", "request, response");
    row("status == fine", "fine", "404");
    row("level > loud", "loud", "emergency");
    row("number == x", "x", "integer");
    row("time > noon", "noon", "time of day");
    row("time > 2026-13-45", "2026-13-45", "date");
    row("method in ping", "ping", "a list");
    row("method in (ping", "", "is not closed");
    row("method in (ping pong)", "pong", "comma");
    row("method in ()", ")", "Expected a value");
    row("text matches \"a(\"", "\"a(\"", "regular expression");
    row("params..x == 1", ".x", "Expected a name");
    row("params.x[a] == 1", "[a]", "inside the brackets");
    row("params.x[0]y == 1", "y", "Expected a dot");
    row("params.x[0 == 1", "[0", "is not closed");
    row("text contains \"\\u12\"", "\\u12\"", "four hexadecimal");
    row("method == and", "and", "Expected a value");
    row("kind contains r", "contains", "cannot be compared");
    row("bytes matches a", "matches", "cannot be compared");
    row("bytes contains abc", "abc", "hexadecimal");
    row("bytes contains \"+1\"", "\"+1\"", "hexadecimal");
    row("bytes == \"\"", "\"\"", "hexadecimal");
}

void FilterTest::saysWhereAndWhyAFilterIsWrong()
{
    QFETCH(QString, text);
    QFETCH(QString, place);
    QFETCH(QString, sentence);
    const FilterError error = errorOf(text);
    QVERIFY2(error.sentence.contains(sentence), qPrintable(error.sentence));
    QCOMPARE(text.mid(error.at, error.length), place);
    QVERIFY(error.at >= 0 && error.at + error.length <= text.size());
}

void FilterTest::letsEverythingThroughWithoutAText()
{
    QVERIFY(std::holds_alternative<Filter>(Filter::compile(u"  "_s)));
    QVERIFY(compiled(u"  "_s).isEmpty());
    QCOMPARE(compiled(u" ping "_s).text(), u"ping"_s);
}

void FilterTest::knowsWhetherBytesAreNeeded_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("reads");
    QTest::newRow("row") << u"method == ping and duration > 1s"_s << false;
    QTest::newRow("text") << u"method == ping and text contains a"_s << true;
    QTest::newRow("path") << u"not params.x exists"_s << true;
    QTest::newRow("level") << u"level == info"_s << true;
    QTest::newRow("words") << u"echo"_s << true;
}

void FilterTest::knowsWhetherBytesAreNeeded()
{
    QFETCH(QString, text);
    QFETCH(bool, reads);
    QCOMPARE(compiled(text).readsText(), reads);
}

void FilterTest::bindsNotBeforeAndBeforeOr()
{
    const Filter filter = compiled(u"number == 1 or not number == 2 and number == 3"_s);
    const auto &nodes = filter.nodes();
    const FilterNode &whole = nodes.back();
    QCOMPARE(whole.kind, FilterNode::Kind::Or);
    QCOMPARE(nodes[whole.first].kind, FilterNode::Kind::Compare);
    QCOMPARE(nodes[whole.second].kind, FilterNode::Kind::And);
    QCOMPARE(nodes[nodes[whole.second].first].kind, FilterNode::Kind::Not);
}

void FilterTest::readsUnits_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("number");
    QTest::newRow("ns") << u"duration > 5ns"_s << qint64(5);
    QTest::newRow("micro sign") << u"duration > 5µs"_s << qint64(5'000);
    QTest::newRow("us") << u"duration > 1.5us"_s << qint64(1'500);
    QTest::newRow("ms") << u"duration > 41.306ms"_s << qint64(41'306'000);
    QTest::newRow("s") << u"duration > 2s"_s << qint64(2'000'000'000);
    QTest::newRow("min") << u"duration > 2min"_s << qint64(120'000'000'000);
    QTest::newRow("h") << u"duration > 1h"_s << qint64(3'600'000'000'000);
    QTest::newRow("bytes") << u"size > 200"_s << qint64(200);
    QTest::newRow("B") << u"size > 200B"_s << qint64(200);
    QTest::newRow("kB") << u"size > 2kB"_s << qint64(2'000);
    QTest::newRow("MB") << u"size > 2MB"_s << qint64(2'000'000);
    QTest::newRow("MiB") << u"size > 2MiB"_s << qint64(2'097'152);
    QTest::newRow("clock") << u"time > 12:05:02.771640"_s << qint64(43'502'771'640'000);
    QTest::newRow("minute") << u"time > 00:01"_s << qint64(60'000'000'000);
}

void FilterTest::readsUnits()
{
    QFETCH(QString, text);
    QFETCH(qint64, number);
    const Filter filter = compiled(text);
    QVERIFY(!filter.isEmpty());
    QCOMPARE(qint64(filter.nodes().back().values.front().number), number);
}

void FilterTest::comparesNumbersExactly_data()
{
    QTest::addColumn<QByteArray>("a");
    QTest::addColumn<QByteArray>("b");
    QTest::addColumn<int>("order");
    const auto row = [](const char *a, const char *b, int order) {
        QTest::addRow("%s and %s", a, b) << QByteArray(a) << QByteArray(b) << order;
    };
    row("9007199254740993", "9007199254740992", 1);
    row("18446744073709551616", "18446744073709551617", -1);
    row("-5", "3", -1);
    row("-5", "-50", 1);
    row("0", "-0", 0);
    row("1.0", "1", 0);
    row("1e2", "99", 1);
    row("2.5", "2.25", 1);
    row("0.1", "0.10", 0);
    row("0.1", "0.10000000000000000001", -1);
    row("1e400", "1e401", -1);
    row("-1e400", "-1e401", 1);
    row("1e400", "10e399", 0);
    row("1e-400", "0", 1);
    row("1e400", "9007199254740993", 1);
}

void FilterTest::comparesNumbersExactly()
{
    QFETCH(QByteArray, a);
    QFETCH(QByteArray, b);
    QFETCH(int, order);
    // Both ways round: one as a message has it, the other as the filter has it.
    const auto fits = [](const QByteArray &value, const QString &op, const QByteArray &with) {
        const Filter filter = compiled(u"result.x "_s % op % u' ' % QString::fromLatin1(with));
        const auto document = sonde::json::Document::parse(value.toStdString());
        return !filter.isEmpty() && compareJson(filter.nodes().back(), nullptr, document.root());
    };
    for (const auto &[value, with, sign] : {std::tuple(a, b, order), std::tuple(b, a, -order)}) {
        QCOMPARE(fits(value, u"<"_s, with), sign < 0);
        QCOMPARE(fits(value, u"<="_s, with), sign <= 0);
        QCOMPARE(fits(value, u"=="_s, with), sign == 0);
        QCOMPARE(fits(value, u"!="_s, with), sign != 0);
        QCOMPARE(fits(value, u">="_s, with), sign >= 0);
        QCOMPARE(fits(value, u">"_s, with), sign > 0);
        QCOMPARE(fits(value, u"in"_s, "(\"x\", " + with + ')'), sign == 0);
    }
}

void FilterTest::hasLimits_data()
{
    QTest::addColumn<QString>("fits");
    QTest::addColumn<QString>("isTooMuch");
    QTest::newRow("length") << repeated("x", FilterTokens::kMaxText)
                            << repeated("x", FilterTokens::kMaxText + 1);
    QTest::newRow("parentheses") << QString(repeated("(", 63) + u'x' + repeated(")", 63))
                                 << QString(repeated("(", 64) + u'x' + repeated(")", 64));
    QTest::newRow("nots") << QString(repeated("!", 63) + u'x') << QString(repeated("!", 64) + u'x');
    QTest::newRow("conditions") << QString(u"x"_s + repeated("||x", 255))
                                << QString(u"x"_s + repeated("||x", 256));
    QTest::newRow("values") << QString(u"id in (1"_s + repeated(",1", 999) + u')')
                            << QString(u"id in (1"_s + repeated(",1", 1000) + u')');
    QTest::newRow("steps") << QString(u"$"_s + repeated("[0]", 32) + u" exists"_s)
                           << QString(u"$"_s + repeated("[0]", 33) + u" exists"_s);
    QTest::newRow("pattern") << QString(u"text matches "_s + repeated("a", 1000))
                             << QString(u"text matches "_s + repeated("a", 1001));
}

void FilterTest::hasLimits()
{
    QFETCH(QString, fits);
    QFETCH(QString, isTooMuch);
    QVERIFY(!compiled(fits).isEmpty());
    QVERIFY(errorOf(isTooMuch).sentence.contains(u"at most"_s));
}

QTEST_APPLESS_MAIN(FilterTest)
#include "tst_filter.moc"
