// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/call/callmemory.h"
#include "json/document.h"

#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;

// What was typed for a tool, across starts.
class TstCallMemory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsNothingOfSecrets_data();
    void keepsNothingOfSecrets();
};

void TstCallMemory::keepsNothingOfSecrets_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<bool>("isKept");
    QTest::newRow("plain") << QByteArray(R"({"properties":{"pin":{"type":"string"}}})") << true;
    QTest::newRow("a password") << QByteArray(
        R"({"properties":{"pin":{"type":"string","format":"password"}}})")
                                << false;
    QTest::newRow("write only, below")
        << QByteArray(R"({"properties":{"a":{"properties":{"pin":{"writeOnly":true}}}}})") << false;
    QTest::newRow("not write only")
        << QByteArray(R"({"properties":{"pin":{"writeOnly":false,"format":"date"}}})") << true;
    QTest::newRow("of another tool") << QByteArray(R"({"type":"object"})") << true;
}

void TstCallMemory::keepsNothingOfSecrets()
{
    QFETCH(QByteArray, schema);
    QFETCH(bool, isKept);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("settings.ini"));
    QSettings settings(path, QSettings::IniFormat);
    session::CallMemory memory(&settings);
    // The schema stands between those of other tools.
    const QByteArray list = R"([{"format":"password"},)" + schema + R"(,{"writeOnly":true}])";
    const auto document = json::Document::parse(Bytes::fromByteArray(list));
    const json::Value own = document.root().at(1);
    const QString server = QStringLiteral("demo");
    const QString tool = QStringLiteral("log in");
    memory.remember(server, tool, own, R"({"pin":"1234"})");
    settings.sync();
    QCOMPARE(memory.recall(server, tool, own).has_value(), isKept);
    QFile file(path);
    const bool holds = file.open(QIODevice::ReadOnly) && file.readAll().contains("1234");
    QCOMPARE(holds, isKept);
}

QTEST_GUILESS_MAIN(TstCallMemory)
#include "tst_callmemory.moc"
