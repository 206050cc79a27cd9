// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/detectioncache.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::config;

namespace {

Profile command(const QString &program, const QStringList &arguments = {})
{
    Profile profile;
    profile.program = program;
    profile.arguments = arguments;
    return profile;
}

Profile url(const QString &text)
{
    Profile profile;
    profile.reachByUrl();
    profile.http()->url = text;
    return profile;
}

Detection detection(const QString &sentence, qint64 seconds = 0)
{
    return {QStringLiteral("modern"), QStringLiteral("2026-07-28"), {}, sentence,
        QDateTime::fromSecsSinceEpoch(1'800'000'000 + seconds, Qt::UTC)};
}

} // namespace

class TestDetectionCache : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void startsEmptyWithoutAFile();
    void remembersAcrossRuns();
    void keepsOneDetectionForAServer();
    void tellsServersApart();
    void writesNoArgumentIntoTheFile();
    void writesForTheOwnerOnly();
    void keepsTheNewest();
    void ignoresAWrongFileAndSaysSo_data();
    void ignoresAWrongFileAndSaysSo();
    void leavesOutEntriesThatAreNotWhole();
    void cutsALongSentence();
    void saysWhyItCannotSave();

private:
    QString path() const { return m_folder->filePath(QStringLiteral("cache/verdicts.json")); }
    QByteArray content() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray &bytes)
    {
        QVERIFY(QDir().mkpath(QFileInfo(path()).path()));
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestDetectionCache::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestDetectionCache::startsEmptyWithoutAFile()
{
    DetectionCache cache(path());
    QVERIFY(cache.load());
    QVERIFY(!cache.find(command(QStringLiteral("p"))));
    QVERIFY(!cache.forget(command(QStringLiteral("p"))));
}

void TestDetectionCache::remembersAcrossRuns()
{
    const Profile profile = url(QStringLiteral("https://a.example/mcp"));
    Detection found{QStringLiteral("legacy"), QStringLiteral("2025-11-25"), QStringLiteral("sse"),
        QStringLiteral("The probe was answered 400 with “-32022”."),
        QDateTime(QDate(2026, 8, 1), QTime(12, 30, 5, 250), Qt::OffsetFromUTC, 7200)};
    DetectionCache cache(path());
    cache.remember(profile, found);
    cache.remember(command(QStringLiteral("p")), detection(QStringLiteral("x")));
    QVERIFY(cache.save());

    DetectionCache again(path());
    QVERIFY(again.load());
    QCOMPARE(again.size(), std::size_t(2));
    const Detection *read = again.find(profile);
    QVERIFY(read);
    QCOMPARE(read->era, found.era);
    QCOMPARE(read->revision, found.revision);
    QCOMPARE(read->transport, found.transport);
    QCOMPARE(read->sentence, found.sentence);
    QCOMPARE(read->foundAt, found.foundAt);
    QVERIFY(content().contains("\"2026-08-01T10:30:05.250Z\""));
    QVERIFY(again.forget(profile));
    QVERIFY(!again.find(profile));
    QCOMPARE(again.size(), std::size_t(1));
    again.clear();
    QCOMPARE(again.size(), std::size_t(0));
}

void TestDetectionCache::keepsOneDetectionForAServer()
{
    DetectionCache cache(path());
    const Profile profile = command(QStringLiteral("p"));
    cache.remember(profile, detection(QStringLiteral("first"), 5));
    cache.remember(profile, detection(QStringLiteral("second"), 3)); // a clock that was set back
    QCOMPARE(cache.size(), std::size_t(1));
    QCOMPARE(cache.find(profile)->sentence, QStringLiteral("second"));
}

void TestDetectionCache::tellsServersApart()
{
    const auto same = [](const Profile &a, const Profile &b) {
        return a.cacheKey() == b.cacheKey();
    };
    const auto u = [](const char *text) { return url(QString::fromLatin1(text)); };
    const Profile plain = command(QStringLiteral("p"), {QStringLiteral("a b")});
    Profile other = plain;
    other.name = QStringLiteral("another");
    other.environment.emplace_back(QStringLiteral("A"), Secret(QStringLiteral("b")));
    other.idleTimeout = std::chrono::milliseconds(1);
    QVERIFY(same(plain, other));
    other.workingDirectory = QStringLiteral("/w");
    QVERIFY(!same(plain, other));
    QVERIFY(!same(plain, command(QStringLiteral("p"), {QStringLiteral("a"), QStringLiteral("b")})));
    QVERIFY(
        !same(command(QStringLiteral("pa")), command(QStringLiteral("p"), {QStringLiteral("a")})));
    QVERIFY(!same(plain, command(QStringLiteral("p"))));

    QVERIFY(same(u("https://A.example:443/mcp?x=1"), u("https://a.example/mcp")));
    QVERIFY(same(u("http://a:80"), u("http://a/")));
    QVERIFY(!same(u("https://a/mcp"), u("http://a/mcp")));
    QVERIFY(!same(u("https://a/mcp"), u("https://a:8443/mcp")));
    QVERIFY(!same(u("https://a/mcp"), u("https://a/mcp/")));
    QVERIFY(!same(u("https://a/mcp"), u("https://b/mcp")));
    Profile socket = u("http://a/");
    socket.http()->unixSocket = QStringLiteral("/run/s");
    QVERIFY(!same(socket, u("http://a/")));

    DetectionCache cache(path());
    for (const Profile &nothing : {Profile(), u(""), u("nonsense")}) {
        QVERIFY(nothing.cacheKey().isEmpty());
        cache.remember(nothing, detection(QStringLiteral("x")));
        QVERIFY(!cache.find(nothing));
    }
}

void TestDetectionCache::writesNoArgumentIntoTheFile()
{
    DetectionCache cache(path());
    cache.remember(command(QStringLiteral("prog"), {QStringLiteral("--token=hush")}),
        detection(QStringLiteral("x")));
    cache.remember(
        url(QStringLiteral("https://hush:hush@a/mcp?key=hush")), detection(QStringLiteral("y")));
    QVERIFY(cache.save());
    QCOMPARE(cache.size(), std::size_t(2));
    QVERIFY(!content().contains("hush"));
}

void TestDetectionCache::writesForTheOwnerOnly()
{
    write("{}");
    QVERIFY(QFile::setPermissions(path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther));
    QVERIFY(DetectionCache(path()).save());
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther
        | QFile::WriteOther | QFile::ExeOther;
    QVERIFY(!(QFile::permissions(path()) & others));
}

void TestDetectionCache::keepsTheNewest()
{
    DetectionCache cache(path());
    const auto server = [](int i) { return command(QStringLiteral("p%1").arg(i)); };
    const int count = static_cast<int>(kMaxDetections) + 20;
    for (int i = 0; i < count; ++i)
        cache.remember(server(i), detection(QString::number(i), i));
    cache.remember(server(9999), detection(QStringLiteral("old"), -1));
    QCOMPARE(cache.size(), kMaxDetections);
    QVERIFY(!cache.find(server(19)));
    QVERIFY(cache.find(server(20)));
    QVERIFY(cache.find(server(count - 1)));
    QVERIFY(!cache.find(server(9999)));
    QVERIFY(cache.save());
    DetectionCache again(path());
    QVERIFY(again.load());
    QCOMPARE(again.size(), kMaxDetections);
}

void TestDetectionCache::ignoresAWrongFileAndSaysSo_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const QByteArray &text, const char *says) {
        QTest::newRow(name) << text << QString::fromUtf8(says);
    };
    row("empty", "", "is not valid JSON");
    row("half", "{\"version\":1,\"verdicts\":[", "is not valid JSON");
    row("deep", QByteArray(1000, '['), "is not valid JSON");
    row("no object", "[]", "has no array “verdicts”");
    row("no detections", "{\"version\":1}", "has no array “verdicts”");
    row("no array", "{\"version\":1,\"verdicts\":{}}", "has no array “verdicts”");
    row("newer", "{\"version\":2,\"verdicts\":[]}", "not written by this version");
    row("large", QByteArray((8 << 20) + 1, ' '), "larger");
}

void TestDetectionCache::ignoresAWrongFileAndSaysSo()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    write(text);
    DetectionCache cache(path());
    cache.remember(command(QStringLiteral("p")), detection(QStringLiteral("x")));
    const auto loaded = cache.load();
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().domain, Domain::Config);
    QVERIFY2(loaded.error().sentence.contains(says), qPrintable(loaded.error().sentence));
    QCOMPARE(cache.size(), std::size_t(0));
    QVERIFY(cache.save());
    QVERIFY(cache.load());
}

void TestDetectionCache::leavesOutEntriesThatAreNotWhole()
{
    const QByteArray good =
        R"({"server":"https://a/","era":"modern","sentence":"s","foundAt":"2026-08-01T10:00:00Z"})";
    QByteArrayList entries{"1", "null", "{}", good};
    for (const auto &[from, to] : {std::pair("modern", ""), std::pair("2026-08-01", "yesterday"),
             std::pair("https://a/", ""), std::pair("\"modern\"", "7")})
        entries += QByteArray(good).replace(from, to);
    entries += QByteArray(good).replace("modern", QByteArray(101, 'm'));
    write("{\"version\":1,\"later\":[],\"verdicts\":[" + entries.join(',') + "]}");
    DetectionCache cache(path());
    QVERIFY(cache.load());
    QCOMPARE(cache.size(), std::size_t(1));
    QVERIFY(cache.find(url(QStringLiteral("https://a"))));
}

void TestDetectionCache::cutsALongSentence()
{
    DetectionCache cache(path());
    const Profile profile = command(QStringLiteral("p"));
    cache.remember(profile, detection(QString(100'000, u's')));
    QCOMPARE(cache.find(profile)->sentence.size(), kMaxEvidence);
}

void TestDetectionCache::saysWhyItCannotSave()
{
    QFile file(m_folder->filePath(QStringLiteral("cache")));
    QVERIFY(file.open(QIODevice::WriteOnly)); // where the folder should be
    const auto saved = DetectionCache(path()).save();
    QVERIFY(!saved);
    QVERIFY(saved.error().sentence.contains(path()));
}

QTEST_GUILESS_MAIN(TestDetectionCache)
#include "tst_detectioncache.moc"
