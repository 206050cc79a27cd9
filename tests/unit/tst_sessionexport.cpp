// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/sessionexport.h"
#include "support/tracefeed.h"
#include "support/wholeexport.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <utility>

using namespace sonde;
using namespace Qt::StringLiterals;

// The session file that an agent's export makes of the messages.
class TestSessionExport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void makesASessionOfTheMessages();
    void saysWhatToDoWithTooManyMessages();

private:
    QTemporaryDir m_folder;
    std::unique_ptr<trace::SessionStore> m_store;
    trace::ExportSet m_set;
};

void TestSessionExport::init()
{
    const QString file = m_folder.filePath(u"all.sonde"_s);
    m_set = {};
    m_store.reset();
    QFile::remove(file);
    {
        trace::Recorder recorder;
        QVERIFY(recorder.open(file).ok());
        tests::TraceFeed feed(recorder);
        for (int i = 0; i < 1200; ++i)
            feed.sent(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        QVERIFY(recorder.flush().ok());
    }
    auto store = trace::SessionStore::open(file);
    QVERIFY(store.ok());
    m_store = std::move(store).value();
    auto set = tests::wholeSession(*m_store);
    QVERIFY(set.ok());
    m_set = std::move(set).value();
    m_set.whole = nullptr;
}

void TestSessionExport::makesASessionOfTheMessages()
{
    const QString path = m_folder.filePath(u"made.sonde"_s);
    const Result<void> done = agent::exportSession(m_set, path);
    QVERIFY2(done.ok(), done.ok() ? "" : qPrintable(done.error().sentence));
    const auto made = trace::SessionStore::open(path);
    QVERIFY(made.ok());
    QCOMPARE((*made)->messageCount(), m_store->messageCount());
}

void TestSessionExport::saysWhatToDoWithTooManyMessages()
{
    const QString path = m_folder.filePath(u"large.sonde"_s);
    const Result<void> done = agent::exportSession(m_set, path, 10'000);
    QVERIFY(!done.ok());
    for (const char16_t *part : {u"large.sonde", u"1,200", u"10,000 bytes", u"filter", u".jsonl"})
        QVERIFY2(
            done.error().sentence.contains(QStringView(part)), qPrintable(done.error().sentence));
    QVERIFY(!QFile::exists(path));
}

QTEST_GUILESS_MAIN(TestSessionExport)
#include "tst_sessionexport.moc"
