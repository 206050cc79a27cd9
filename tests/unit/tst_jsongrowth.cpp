// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/growth.h"
#include "json/document.h"

#include <QTest>

using namespace sonde;

// How the time of the parser grows with its text, for the shapes of text that tempt a parser to
// start again: deep, unclosed, with a mistake at the very end.
class TestJsonGrowth : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void staysLinear_data();
    void staysLinear();
};

void TestJsonGrowth::staysLinear_data()
{
    QTest::addColumn<QByteArray>("begin");
    QTest::addColumn<QByteArray>("part"); // repeated
    QTest::addColumn<QByteArray>("end");
    const auto row = [](const char *name, const char *begin, const char *part, const char *end) {
        QTest::newRow(name) << QByteArray(begin) << QByteArray(part) << QByteArray(end);
    };
    row("open arrays", "", "[", "");
    row("open objects", "", "{\"\":", "");
    row("open objects in arrays", "", "[{\"\":", "");
    row("long string", "\"", "abcdefgh", "\"");
    row("string of escapes", "\"", "\\u00e4\\n", "\"");
    row("string without an end", "\"", "abcdefgh", "");
    row("long number", "1", "23456789", "");
    row("long exponent", "1e", "23456789", "");
    row("blank lines before a mistake", "", " \n", "x");
    row("many values", "[0", ",{\"a\":\"b\"}", "]");
    row("many values before a mistake", "[0", ",{\"a\":\"b\"}\n", ",]");
    row("equal names", "{\"a\":0", ",\"a\":0", "}");
}

// 10 times as much text: 10 when linear, 100 when quadratic.
void TestJsonGrowth::staysLinear()
{
    QFETCH(QByteArray, begin);
    QFETCH(QByteArray, part);
    QFETCH(QByteArray, end);
    const auto parsing = [&](int parts) {
        const Bytes text = Bytes::fromByteArray(begin + part.repeated(parts) + end);
        return [text] { json::Document::parse(text, {std::size_t(1) << 24, 1U << 24}); };
    };
    const double growth = test::growth(parsing(20'000), parsing(200'000));
    QVERIFY2(growth < 40, qPrintable(QString::number(growth)));
}

QTEST_GUILESS_MAIN(TestJsonGrowth)
#include "tst_jsongrowth.moc"
