// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/found/systemdvariables.h"

#include <QTest>

using namespace sonde;
using namespace Qt::StringLiterals;

// What systemd says of the variables of a user's programs.
class TestSystemdVariables : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAValue_data();
    void readsAValue();
};

void TestSystemdVariables::readsAValue_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("a plain one") << "PATH=/usr/bin:/bin"_ba
                                 << "/usr/bin:/bin"_ba;
    QTest::newRow("blank") << "PATH=$'/home/a b/bin:/bin'"_ba
                           << "/home/a b/bin:/bin"_ba;
    QTest::newRow("quotation marks") << R"(PATH=$'it\'s "here"')"_ba
                                     << R"(it's "here")"_ba;
    QTest::newRow("backslash") << R"(PATH=$'a\\nb')"_ba
                               << R"(a\nb)"_ba;
    QTest::newRow("control characters") << R"(PATH=$'\a\b\e\f\n\r\t\v\001')"_ba
                                        << "\a\b\x1b\f\n\r\t\v\001"_ba;
    QTest::newRow("octal digits, then a digit") << R"(PATH=$'\0011\178')"_ba
                                                << "\0011\0178"_ba;
    QTest::newRow("bytes of UTF-8") << R"(PATH=$'\303\244 /bin')"_ba
                                    << "\303\244 /bin"_ba;
    QTest::newRow("a mark inside") << "PATH=a$'b'"_ba
                                   << "a$'b'"_ba;
    QTest::newRow("ends early") << R"(PATH=$'a\)"_ba
                                << R"(a\)"_ba;
    QTest::newRow("ends in a code") << R"(PATH=$'a\1)"_ba
                                    << "a\1"_ba;
    QTest::newRow("empty") << "PATH="_ba << QByteArray();
    QTest::newRow("another variable") << "PATHEXT=a"_ba << QByteArray();
}

void TestSystemdVariables::readsAValue()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, value);
    QCOMPARE(hosts::systemdValue("HOME=/home/a\n" + line + "\nLANG=C\n", "PATH"), value);
}

QTEST_GUILESS_MAIN(TestSystemdVariables)
#include "tst_systemdvariables.moc"
