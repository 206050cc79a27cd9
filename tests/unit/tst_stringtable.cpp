// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/utf8.h"
#include "trace/record/stringtable.h"

#include <QTest>

using namespace sonde;
using namespace sonde::trace;

class StringTableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsEachTextOnce();
    void keepsWhatItKeptBefore_data();
    void keepsWhatItKeptBefore();
    void cutsBetweenCharacters_data();
    void cutsBetweenCharacters();
};

void StringTableTest::keepsEachTextOnce()
{
    StringTable table;
    QCOMPARE(table.intern({}, StringTable::Use::Name), 0U);
    const auto ping = table.intern("ping", StringTable::Use::Name);
    QVERIFY(ping != 0);
    QCOMPARE(table.intern("ping", StringTable::Use::Varied), ping);
    QCOMPARE(table.text(ping), std::string_view("ping"));
    const auto broken = table.intern("a\xff", StringTable::Use::Name);
    QCOMPARE(table.intern("a\xff", StringTable::Use::Name), broken);
    QCOMPARE(table.text(broken), std::string_view("a\xef\xbf\xbd"));
    QCOMPARE(table.count(), broken + 1);
}

void StringTableTest::keepsWhatItKeptBefore_data()
{
    QTest::addColumn<std::string>("given");
    QTest::addColumn<std::size_t>("size");
    const auto times = [](int count, std::string_view part) {
        std::string text;
        for (int i = 0; i < count; ++i)
            text += part;
        return text;
    };
    QTest::newRow("a bad byte that makes it too long")
        << times(199, "a") + "\xff" << std::size_t(199);
    QTest::newRow("only bad bytes") << times(300, "\xff") << std::size_t(198);
    QTest::newRow("only insides of characters") << times(300, "\x80") << std::size_t(198);
    QTest::newRow("a character across the end") << times(199, "a") + "ü" << std::size_t(199);
    QTest::newRow("a character up to the end") << times(198, "a") + "üb" << std::size_t(200);
    QTest::newRow("a broken one at the end") << times(198, "a") + "\xc3" << std::size_t(198);
    QTest::newRow("a byte order mark") << std::string("\xef\xbb\xbf") << std::size_t(0);
    QTest::newRow("half of a pair") << std::string("\xed\xa0\x80") << std::size_t(9);
    QTest::newRow("no characters") << std::string(4, '\0') << std::size_t(4);
}

// As it is read from a session file, and written to the next.
void StringTableTest::keepsWhatItKeptBefore()
{
    QFETCH(const std::string, given);
    QFETCH(const std::size_t, size);
    StringTable table;
    const auto number = table.intern(given, StringTable::Use::Name);
    const auto text = table.text(number);
    QCOMPARE(text.size(), size);
    QCOMPARE(
        QString::fromUtf8(text.data(), qsizetype(text.size())).toStdString(), std::string(text));
    QCOMPARE(table.intern(text, StringTable::Use::Name), number);
}

void StringTableTest::cutsBetweenCharacters_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::size_t>("limit");
    QTest::addColumn<std::size_t>("size");
    QTest::newRow("fits") << std::string("aü") << std::size_t(3) << std::size_t(3);
    QTest::newRow("inside of two bytes") << std::string("aü") << std::size_t(2) << std::size_t(1);
    QTest::newRow("inside of four bytes") << std::string("😀b") << std::size_t(3) << std::size_t(0);
    QTest::newRow("behind four bytes") << std::string("😀b") << std::size_t(4) << std::size_t(4);
    QTest::newRow("nothing") << std::string("a") << std::size_t(0) << std::size_t(0);
    QTest::newRow("no UTF-8") << std::string(9, '\x80') << std::size_t(6) << std::size_t(6);
}

void StringTableTest::cutsBetweenCharacters()
{
    QFETCH(const std::string, text);
    QFETCH(const std::size_t, limit);
    QFETCH(const std::size_t, size);
    QCOMPARE(cutUtf8(text, limit), std::string_view(text).substr(0, size));
}

QTEST_GUILESS_MAIN(StringTableTest)
#include "tst_stringtable.moc"
