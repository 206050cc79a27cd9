// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/headervalue.h"

#include <QTest>

using namespace sonde::wire;

class TestHeaderValue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void encodesOnlyWhatAHeaderCannotCarry_data();
    void encodesOnlyWhatAHeaderCannotCarry();
    void encodesControlCharacters();
    void refusesWhatOnlyLooksEncoded();
    void decodesWhatWasNotEncodedAsItIs();
};

void TestHeaderValue::encodesOnlyWhatAHeaderCannotCarry_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("header");
    const auto row = [](const QByteArray &value, const QByteArray &header) {
        QTest::addRow("%s", value.toHex(' ').constData()) << value << header;
    };
    row("", "");
    row("us-west1", "us-west1");
    row("with inner  blanks", "with inner  blanks");
    row("~!\"#=?", "~!\"#=?");
    row("Hello, \xe4\xb8\x96\xe7\x95\x8c", "=?base64?SGVsbG8sIOS4lueVjA==?=");
    row(" padded ", "=?base64?IHBhZGRlZCA=?=");
    row(" a", "=?base64?IGE=?=");
    row("a ", "=?base64?YSA=?=");
    row(" ", "=?base64?IA==?=");
    row("line1\nline2", "=?base64?bGluZTEKbGluZTI=?=");
    row("a\tb", "=?base64?YQli?=");
    row("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=");
    row("=?base64?\?=", "=?base64?PT9iYXNlNjQ/Pz0=?=");
    row("=?BASE64?YQ==?=", "=?BASE64?YQ==?=");
    row("=?base64?YQ==", "=?base64?YQ==");
    row("=?base64?=", "=?base64?=");
}

void TestHeaderValue::encodesOnlyWhatAHeaderCannotCarry()
{
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, header);
    QCOMPARE(encodeHeaderValue(value.toStdString()), header);
    QCOMPARE(decodeHeaderValue(header), std::optional(value));
}

void TestHeaderValue::encodesControlCharacters()
{
    for (int c = 0; c < 256; ++c) {
        const std::string text{'a', static_cast<char>(c), 'b'};
        const bool plain = c >= 0x20 && c < 0x7f;
        QCOMPARE(encodeHeaderValue(text).startsWith("=?base64?"), !plain);
    }
}

void TestHeaderValue::refusesWhatOnlyLooksEncoded()
{
    for (const char *value :
        {"=?base64?YQ?=", "=?base64?YQ=?=", "=?base64?Y Q==?=", "=?base64?*?=", "=?base64?/w==?=",
            "=?base64?YQ===?=", "=?base64?YR==?=", "=?base64?YQ==?=?=", "=?base64?-_==?="})
        QVERIFY2(!decodeHeaderValue(value), value);
}

void TestHeaderValue::decodesWhatWasNotEncodedAsItIs()
{
    QCOMPARE(decodeHeaderValue("\xff"), std::optional<QByteArray>("\xff"));
    QCOMPARE(decodeHeaderValue("=?base64?"), std::optional<QByteArray>("=?base64?"));
    QCOMPARE(decodeHeaderValue("=?base64?\?="), std::optional<QByteArray>(""));
}

QTEST_GUILESS_MAIN(TestHeaderValue)
#include "tst_headervalue.moc"
