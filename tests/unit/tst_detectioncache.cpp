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
    profile.http.emplace();
    profile.http->url = text;
    return profile;
}

Verdict verdict(const QString &sentence, qint64 seconds = 0)
{
    return {QStringLiteral("modern"), QStringLiteral("2026-07-28"), {}, sentence,
        QDateTime::fromSecsSinceEpoch(1'800'000'000 + seconds, Qt::UTC)};
}

} // namespace

class TestVerdictCache : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void startsEmptyWithoutAFile();
    void remembersAcrossRuns();
    void keepsOneVerdictForAServer();
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

void TestVerdictCache::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestVerdictCache::startsEmptyWithoutAFile()
{
    VerdictCache cache(path());
    QVERIFY(cache.load());
    QVERIFY(!cache.find(command(QStringLiteral("p"))));
    QVERIFY(!cache.forget(command(QStringLiteral("p"))));
}

void TestVerdictCache::remembersAcrossRuns()
{
    const Profile profile = url(QStringLiteral("https://a.example/mcp"));
    Verdict found{QStringLiteral("legacy"), QStringLiteral("2025-11-25"), QStringLiteral("sse"),
        QStringLiteral("The probe was answered 400 with “-32022”."),
        QDateTime(QDate(2026, 8, 1), QTime(12, 30, 5, 250), Qt::OffsetFromUTC, 7200)};
    VerdictCache cache(path());
    cache.remember(profile, found);
    cache.remember(command(QStringLiteral("p")), verdict(QStringLiteral("x")));
    QVERIFY(cache.save());

    VerdictCache again(path());
    QVERIFY(again.load());
    QCOMPARE(again.size(), std::size_t(2));
    const Verdict *read = again.find(profile);
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

void TestVerdictCache::keepsOneVerdictForAServer()
{
    VerdictCache cache(path());
    const Profile profile = command(QStringLiteral("p"));
    cache.remember(profile, verdict(QStringLiteral("first"), 5));
    cache.remember(profile, verdict(QStringLiteral("second"), 3)); // a clock that was set back
    QCOMPARE(cache.size(), std::size_t(1));
    QCOMPARE(cache.find(profile)->sentence, QStringLiteral("second"));
}

void TestVerdictCache::tellsServersApart()
{
    const auto same = [](const Profile &a, const Profile &b) {
        return VerdictCache::keyOf(a) == VerdictCache::keyOf(b);
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
    socket.http->unixSocket = QStringLiteral("/run/s");
    QVERIFY(!same(socket, u("http://a/")));

    VerdictCache cache(path());
    for (const Profile &nothing : {Profile(), u(""), u("nonsense")}) {
        QVERIFY(VerdictCache::keyOf(nothing).isEmpty());
        cache.remember(nothing, verdict(QStringLiteral("x")));
        QVERIFY(!cache.find(nothing));
    }
}

void TestVerdictCache::writesNoArgumentIntoTheFile()
{
    VerdictCache cache(path());
    cache.remember(command(QStringLiteral("prog"), {QStringLiteral("--token=hush")}),
        verdict(QStringLiteral("x")));
    cache.remember(
        url(QStringLiteral("https://hush:hush@a/mcp?key=hush")), verdict(QStringLiteral("y")));
    QVERIFY(cache.save());
    QCOMPARE(cache.size(), std::size_t(2));
    QVERIFY(!content().contains("hush"));
}

void TestVerdictCache::writesForTheOwnerOnly()
{
    write("{}");
    QVERIFY(QFile::setPermissions(path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther));
    QVERIFY(VerdictCache(path()).save());
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther
        | QFile::WriteOther | QFile::ExeOther;
    QVERIFY(!(QFile::permissions(path()) & others));
}

void TestVerdictCache::keepsTheNewest()
{
    VerdictCache cache(path());
    const auto server = [](int i) { return command(QStringLiteral("p%1").arg(i)); };
    const int count = static_cast<int>(kMaxVerdicts) + 20;
    for (int i = 0; i < count; ++i)
        cache.remember(server(i), verdict(QString::number(i), i));
    cache.remember(server(9999), verdict(QStringLiteral("old"), -1));
    QCOMPARE(cache.size(), kMaxVerdicts);
    QVERIFY(!cache.find(server(19)));
    QVERIFY(cache.find(server(20)));
    QVERIFY(cache.find(server(count - 1)));
    QVERIFY(!cache.find(server(9999)));
    QVERIFY(cache.save());
    VerdictCache again(path());
    QVERIFY(again.load());
    QCOMPARE(again.size(), kMaxVerdicts);
}

void TestVerdictCache::ignoresAWrongFileAndSaysSo_data()
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
    row("no verdicts", "{\"version\":1}", "has no array “verdicts”");
    row("no array", "{\"version\":1,\"verdicts\":{}}", "has no array “verdicts”");
    row("newer", "{\"version\":2,\"verdicts\":[]}", "not written by this version");
    row("large", QByteArray((8 << 20) + 1, ' '), "larger");
}

void TestVerdictCache::ignoresAWrongFileAndSaysSo()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    write(text);
    VerdictCache cache(path());
    cache.remember(command(QStringLiteral("p")), verdict(QStringLiteral("x")));
    const auto loaded = cache.load();
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().domain, Domain::Config);
    QVERIFY2(loaded.error().sentence.contains(says), qPrintable(loaded.error().sentence));
    QCOMPARE(cache.size(), std::size_t(0));
    QVERIFY(cache.save());
    QVERIFY(cache.load());
}

void TestVerdictCache::leavesOutEntriesThatAreNotWhole()
{
    const QByteArray good =
        R"({"server":"https://a/","era":"modern","sentence":"s","foundAt":"2026-08-01T10:00:00Z"})";
    QByteArrayList entries{"1", "null", "{}", good};
    for (const auto &[from, to] : {std::pair("modern", ""), std::pair("2026-08-01", "yesterday"),
             std::pair("https://a/", ""), std::pair("\"modern\"", "7")})
        entries += QByteArray(good).replace(from, to);
    entries += QByteArray(good).replace("modern", QByteArray(101, 'm'));
    write("{\"version\":1,\"later\":[],\"verdicts\":[" + entries.join(',') + "]}");
    VerdictCache cache(path());
    QVERIFY(cache.load());
    QCOMPARE(cache.size(), std::size_t(1));
    QVERIFY(cache.find(url(QStringLiteral("https://a"))));
}

void TestVerdictCache::cutsALongSentence()
{
    VerdictCache cache(path());
    const Profile profile = command(QStringLiteral("p"));
    cache.remember(profile, verdict(QString(100'000, u's')));
    QCOMPARE(cache.find(profile)->sentence.size(), kMaxVerdictSentence);
}

void TestVerdictCache::saysWhyItCannotSave()
{
    QFile file(m_folder->filePath(QStringLiteral("cache")));
    QVERIFY(file.open(QIODevice::WriteOnly)); // where the folder should be
    const auto saved = VerdictCache(path()).save();
    QVERIFY(!saved);
    QVERIFY(saved.error().sentence.contains(path()));
}

QTEST_GUILESS_MAIN(TestVerdictCache)
#include "tst_detectioncache.moc"
