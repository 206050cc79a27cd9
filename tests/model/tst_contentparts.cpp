// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/base/contenttype.h"
#include "content/media/audioreader.h"
#include "content/text/base64text.h"
#include "content/text/decodedtext.h"
#include "look/painting/safesvg.h"
#include "support/contentsamples.h"

#include <QTest>

using namespace sonde;
using namespace sonde::content;
using namespace sonde::look;
using namespace Qt::StringLiterals;

class TestContentParts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theFirstBytesTellTheType();
    void base64IsReadStrictlyAndWhatIsOddIsSaid();
    void whatIsNoBase64SaysWhere();
    void lineEndsAndEncodingsAreTold();
    void utf16IsConverted();
    void bytesThatAreNotUtf8AreCounted();
    void anSvgLosesScriptsAndReferences();
    void anSvgKeepsItsOwnParts();
    void anSvgThatDrawsItselfIsRefused();
    void anSvgThatMultipliesIsRefused();
    void anSvgWithEntitiesIsNotExpanded();
    void aWavTellsItsLengthAndWave();
    void aWavThatIsCutOffSaysSo();
    void anyBeginningOfAWavIsRead();
};

namespace {

Bytes bytesOf(std::string_view text)
{
    return Bytes::copyOf(text);
}

} // namespace

void TestContentParts::theFirstBytesTellTheType()
{
    const QByteArray png = samples::png({4, 4});
    QCOMPARE(sniffedType({png.data(), std::size_t(png.size())}), u"image/png"_s);
    const QByteArray wav = samples::wav(10);
    QCOMPARE(sniffedType({wav.data(), std::size_t(wav.size())}), u"audio/wav"_s);
    QCOMPARE(sniffedType("%PDF-1.7\n"), u"application/pdf"_s);
    QCOMPARE(sniffedType("\n<svg xmlns=''/>"), u"image/svg+xml"_s);
    QCOMPARE(sniffedType("BMW is no bitmap"), QString());
    QCOMPARE(sniffedType("MM. is no picture"), QString());
    QCOMPARE(sniffedType("hello"), QString());
    QCOMPARE(sniffedType(""), QString());
    QVERIFY(looksLikeText("a\tb\r\n\x1b[0m"));
    QVERIFY(!looksLikeText(std::string_view("a\0b", 3)));
}

void TestContentParts::base64IsReadStrictlyAndWhatIsOddIsSaid()
{
    const Base64Text strict = readBase64(bytesOf("+/8="));
    QCOMPARE(strict.bytes.view(), std::string_view("\xfb\xff"));
    QVERIFY(strict.note.isEmpty());
    for (const char *odd : {"-_8=", "+/\n8=", "+/8"}) {
        const Base64Text read = readBase64(bytesOf(odd));
        QCOMPARE(read.bytes.view(), std::string_view("\xfb\xff"));
        QVERIFY2(!read.note.isEmpty(), odd);
    }
    QVERIFY(readBase64({}).problem.isEmpty());
}

void TestContentParts::whatIsNoBase64SaysWhere()
{
    const Base64Text read = readBase64(bytesOf("AAAA*AAA"));
    QVERIFY(read.bytes.isEmpty());
    QVERIFY2(read.problem.contains(u"4"_s), qPrintable(read.problem));
    QVERIFY(!readBase64(bytesOf("AAAAA")).problem.isEmpty());
}

void TestContentParts::lineEndsAndEncodingsAreTold()
{
    QCOMPARE(decodeText(bytesOf("a\nb\n"), {}).lineEnds(), u"LF"_s);
    QCOMPARE(decodeText(bytesOf("a\r\nb\r\n"), {}).lineEnds(), u"CRLF"_s);
    QCOMPARE(decodeText(bytesOf("a"), {}).lineEnds(), QString());
    const DecodedText mixed = decodeText(bytesOf("a\nb\r\nc\rd"), {});
    QCOMPARE(mixed.lf, 1);
    QCOMPARE(mixed.crLf, 1);
    QCOMPARE(mixed.cr, 1);
    QCOMPARE(mixed.lines, 4);
    QCOMPARE(decodeText(bytesOf("\xEF\xBB\xBFx"), {}).utf8.view(), std::string_view("x"));
    QVERIFY(decodeText(bytesOf("\xEF\xBB\xBFx"), {}).encoding.contains(u"BOM"_s));
    QVERIFY(!decodeText(bytesOf("x"), u"klingon"_s).note.isEmpty());
    QCOMPARE(decodeText(bytesOf("\xE9"), u"iso-8859-1"_s).utf8.view(), std::string_view("é"));
    QCOMPARE(charsetOf(u"text/plain; charset=\"UTF-16\""_s), u"UTF-16"_s);
    QCOMPARE(bareType(u"Text/Plain ; charset=x"_s), u"text/plain"_s);
}

void TestContentParts::utf16IsConverted()
{
    const DecodedText text = decodeText(bytesOf({"\xFF\xFE\x41\x00\x0A\x00", 6}), {});
    QCOMPARE(text.utf8.view(), std::string_view("A\n"));
    QVERIFY(text.encoding.startsWith(u"UTF-16 LE"_s));
}

void TestContentParts::bytesThatAreNotUtf8AreCounted()
{
    const DecodedText text = decodeText(bytesOf("0123456789\xff, \xc3\xad and \xc3"), {});
    QCOMPARE(text.invalid, 2);
    QVERIFY(!text.note.isEmpty());
    QCOMPARE(text.utf8.size(), 21U); // they are still there
}

void TestContentParts::anSvgLosesScriptsAndReferences()
{
    const SafeSvg safe = SafeSvg::from(
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
        "onload='alert(1)'><script>alert(2)</script>"
        "<image href='file:///etc/passwd'/><image xlink:href='http://127.0.0.1/x.png'/>"
        "<rect style='fill:url(http://127.0.0.1/y)'/><rect fill='url( \"file:///z\")'/>"
        "<style>@import 'http://127.0.0.1/s.css';</style>"
        "<foreignObject><iframe src='http://127.0.0.1'/></foreignObject></svg>");
    QVERIFY2(safe.problem.isEmpty(), qPrintable(safe.problem));
    for (const char *gone :
        {"alert", "127.0.0.1", "file:", "onload", "import", "iframe", "foreignObject"})
        QVERIFY2(!safe.text.contains(gone), safe.text.constData());
    QVERIFY(!safe.note.isEmpty());
}

void TestContentParts::anSvgKeepsItsOwnParts()
{
    const SafeSvg safe = SafeSvg::from(
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>"
        "<defs><linearGradient id='g'/><path id='p' d='M0 0'/></defs>"
        "<style>.a { fill: red }</style><rect fill='url(#g)' class='a'/>"
        "<use xlink:href='#p'/><image xlink:href='data:image/png;base64,AA=='/></svg>");
    QVERIFY2(safe.problem.isEmpty(), qPrintable(safe.problem));
    for (const char *kept : {"url(#g)", "fill: red", "\"#p\"", "data:image/png"})
        QVERIFY2(safe.text.contains(kept), safe.text.constData());
    QVERIFY2(safe.note.isEmpty(), qPrintable(safe.note));
}

void TestContentParts::anSvgThatDrawsItselfIsRefused()
{
    QVERIFY(!SafeSvg::from("<svg><g id='a'><use href='#a'/></g></svg>").problem.isEmpty());
    QVERIFY(!SafeSvg::from("<svg><g>").problem.isEmpty());
    QVERIFY(!SafeSvg::from("").problem.isEmpty());
    std::string deep = "<svg>";
    for (int i = 0; i < SafeSvg::kMaxDepth + 1; ++i)
        deep += "<g>";
    QVERIFY(!SafeSvg::from(deep).problem.isEmpty());
}

void TestContentParts::anSvgThatMultipliesIsRefused()
{
    std::string svg = "<svg><g id='n0'><rect/></g>";
    for (int i = 1; i < 12; ++i) {
        svg += "<g id='n" + std::to_string(i) + "'>";
        for (int k = 0; k < 10; ++k)
            svg += "<use href='#n" + std::to_string(i - 1) + "'/>";
        svg += "</g>";
    }
    QVERIFY(!SafeSvg::from(svg + "</svg>").problem.isEmpty());
}

void TestContentParts::anSvgWithEntitiesIsNotExpanded()
{
    std::string svg = "<!DOCTYPE svg [<!ENTITY a0 'xxxxxxxxxx'>";
    for (int i = 1; i < 12; ++i) {
        svg += "<!ENTITY a" + std::to_string(i) + " '";
        for (int k = 0; k < 10; ++k)
            svg += "&a" + std::to_string(i - 1) + ";";
        svg += "'>";
    }
    const SafeSvg safe = SafeSvg::from(svg + "]><svg><text>&a11;</text></svg>");
    QVERIFY(!safe.problem.isEmpty() || safe.text.size() < 100'000);
    const SafeSvg outside = SafeSvg::from("<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"
                                          "<svg><text>&x;</text></svg>");
    QVERIFY(!outside.text.contains("root:"));
}

void TestContentParts::aWavTellsItsLengthAndWave()
{
    const QByteArray wav = samples::wav(8000);
    const AudioFacts facts = audioFacts(Bytes::fromByteArray(wav), u"audio/wav"_s);
    QCOMPARE(facts.hertz, 8000);
    QCOMPARE(facts.channels, 1);
    QCOMPARE(facts.bits, 16);
    QCOMPARE(facts.seconds.value_or(0), 1.0);
    QCOMPARE(facts.wave.size(), AudioFacts::kPeaks);
    QVERIFY(facts.note.isEmpty());
    QVERIFY(facts.text().contains(u"8,000 Hz"_s));
}

void TestContentParts::aWavThatIsCutOffSaysSo()
{
    const QByteArray wav = samples::wav(8000).left(44 + 8000);
    const AudioFacts facts = audioFacts(Bytes::fromByteArray(wav), u"audio/wav"_s);
    QVERIFY(!facts.note.isEmpty());
    QCOMPARE(facts.seconds.value_or(0), 0.5);
    QVERIFY(!facts.wave.isEmpty());
}

void TestContentParts::anyBeginningOfAWavIsRead()
{
    const QByteArray wav = samples::wav(20);
    for (int length = 0; length < wav.size(); ++length) {
        const Bytes cut = Bytes::fromByteArray(wav.left(length));
        for (const char *type : {"audio/wav", "audio/flac", "audio/ogg", "audio/mpeg"}) {
            const AudioFacts facts = audioFacts(cut, QString::fromLatin1(type));
            QVERIFY(!facts.format.isEmpty());
        }
        QVERIFY(!audioFacts(cut, u"audio/wav"_s).note.isEmpty());
    }
}

QTEST_GUILESS_MAIN(TestContentParts)

#include "tst_contentparts.moc"
