// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "bundle/bundlestore.h"
#include "support/zipwriter.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::bundle;
using namespace Qt::StringLiterals;
using sonde::test::bundleManifest;
using sonde::test::ZipWriter;

// Unpacks bundles, also those that were made to write elsewhere.
class TestBundleStore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void unpacksABundle();
    void unpacksASignedBundle();
    void unpacksTheSameFileOnce();
    void repairsWhatIsNotWhole();
    void saysWhatItCannotOpen_data();
    void saysWhatItCannotOpen();
    void refusesHostileFiles_data();
    void refusesHostileFiles();
    void boundsWhatItUnpacks_data();
    void boundsWhatItUnpacks();
    void leavesNothingOfARefusedFile();
    void survivesDamage();
    void stops();
    void removesABundleWithItsLastServer();
    void removesWhatNobodyUses();
    void knowsItsFilesByTheirNames();
    void findsThePathInAPastedText_data();
    void findsThePathInAPastedText();

private:
    QString write(const ZipWriter &zip, const QString &name = u"w.mcpb"_s) const
    {
        const QString path = m_folder->filePath(name);
        return zip.write(path) ? path : QString();
    }
    QString store() const { return m_folder->filePath(u"bundles"_s); }
    QStringList storedNames() const
    {
        return QDir(store()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

ZipWriter weather()
{
    ZipWriter zip;
    zip.add("manifest.json", bundleManifest(R"({"command":"${__dirname}/server/run"})"));
    return zip;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(cannot be read)");
}

config::Profile serverIn(const QString &folder)
{
    config::Profile server;
    server.workingDirectory = folder;
    return server;
}

QString errorOf(const Result<Bundle> &bundle)
{
    return bundle ? QString() : bundle.error().sentence;
}

} // namespace

void TestBundleStore::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestBundleStore::unpacksABundle()
{
    ZipWriter zip = weather();
    zip.add("server/", {}, 040755)
        .add("server/run", "#!/bin/sh\n", 0100755)
        .addDeflated("server/lib/big.txt", QByteArray(300'000, 'a'))
        .add("./server//näme", "x")
        .add("server/empty");
    const auto bundle = BundleStore(store()).open(write(zip));
    QVERIFY2(bundle.ok(), qPrintable(errorOf(bundle)));
    QCOMPARE(bundle->manifest.displayName, u"Weather"_s);
    const QString folder = bundle->places.folder;
    QVERIFY(folder.startsWith(store() + u'/'));
    QCOMPARE(contentOf(folder + u"/server/run"_s), QByteArray("#!/bin/sh\n"));
    QCOMPARE(contentOf(folder + u"/server/lib/big.txt"_s), QByteArray(300'000, 'a'));
    QCOMPARE(contentOf(folder + u"/server/näme"_s), QByteArray("x"));
    QCOMPARE(contentOf(folder + u"/server/empty"_s), QByteArray());
    QVERIFY(QFileInfo(folder + u"/server/run"_s).isExecutable());
    QVERIFY(!(QFile::permissions(folder + u"/server/näme"_s)
        & (QFile::ExeOwner | QFile::ReadGroup | QFile::ReadOther)));
    QVERIFY(!(QFile::permissions(store()) & (QFile::ReadGroup | QFile::ReadOther)));
    const auto server = serverOf(bundle->manifest, bundle->places, {});
    QVERIFY(server.ok());
    QCOMPARE(server->profiles.front().program, folder + u"/server/run"_s);
    QCOMPARE(BundleStore(store()).folderOf(server->profiles.front()), folder);
}

// A signature is appended to the zip file.
void TestBundleStore::unpacksASignedBundle()
{
    const QString path = m_folder->filePath(u"signed.mcpb"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(weather().bytes() + "MCPB_SIG_V1" + QByteArray(4000, '\x30') + "MCPB_SIG_END");
    file.close();
    const auto bundle = BundleStore(store()).open(path);
    QVERIFY2(bundle.ok(), qPrintable(errorOf(bundle)));
}

void TestBundleStore::unpacksTheSameFileOnce()
{
    const BundleStore bundles(store());
    const QString first = write(weather());
    const auto bundle = bundles.open(first);
    QVERIFY(bundle.ok());
    QFile mark(bundle->places.folder + u"/mark"_s);
    QVERIFY(mark.open(QIODevice::WriteOnly));
    mark.close();
    const auto again = bundles.open(write(weather(), u"copy.dxt"_s));
    QVERIFY(again.ok());
    QCOMPARE(again->places.folder, bundle->places.folder);
    QVERIFY(mark.exists());
    QCOMPARE(storedNames().size(), 1);
    const auto other = bundles.open(write(weather().add("more"), u"other.mcpb"_s));
    QVERIFY(other.ok());
    QVERIFY(other->places.folder != bundle->places.folder);
    QCOMPARE(storedNames().size(), 2);
}

void TestBundleStore::repairsWhatIsNotWhole()
{
    const BundleStore bundles(store());
    const QString path = write(weather().add("server/run", "run"));
    const auto bundle = bundles.open(path);
    QVERIFY(bundle.ok());
    QVERIFY(QFile::remove(bundle->places.folder + u"/manifest.json"_s));
    QVERIFY(QFile::remove(bundle->places.folder + u"/server/run"_s));
    const auto again = bundles.open(path);
    QVERIFY2(again.ok(), qPrintable(errorOf(again)));
    QCOMPARE(contentOf(again->places.folder + u"/server/run"_s), QByteArray("run"));
}

void TestBundleStore::saysWhatItCannotOpen_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("says");
    QTest::newRow("empty") << QByteArray() << u"damaged, or is not a zip file"_s;
    QTest::newRow("not a zip file") << QByteArray(1000, 'x') << u"damaged, or is not a zip file"_s;
    QTest::newRow("cut off") << weather().bytes().left(60) << u"damaged, or is not a zip file"_s;
    QTest::newRow("no manifest") << ZipWriter().add("x").bytes() << u"no manifest.json"_s;
    QTest::newRow("manifest in a folder")
        << ZipWriter().add("w/manifest.json", bundleManifest("{}")).bytes()
        << u"no manifest.json"_s;
    QTest::newRow("manifest is a folder")
        << ZipWriter().add("manifest.json/", {}, 040755).bytes() << u"no manifest.json"_s;
    QTest::newRow("manifest is not JSON")
        << ZipWriter().add("manifest.json", "{").bytes() << u"not valid JSON"_s;
    QTest::newRow("manifest without a command")
        << ZipWriter().add("manifest.json", bundleManifest("{}")).bytes()
        << u"command is missing"_s;
}

void TestBundleStore::saysWhatItCannotOpen()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, says);
    const QString path = m_folder->filePath(u"w.mcpb"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
    file.close();
    const QString error = errorOf(BundleStore(store()).open(path));
    QVERIFY2(error.startsWith(u"Cannot open the bundle w.mcpb. "_s), qPrintable(error));
    QVERIFY2(error.contains(says), qPrintable(error));
    QCOMPARE(storedNames(), QStringList());
}

void TestBundleStore::refusesHostileFiles_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<uint>("mode");
    QTest::addColumn<QString>("says");
    const QString outside = u"outside of the bundle"_s;
    QTest::newRow("parent") << QByteArray("../evil") << 0100644U << outside;
    QTest::newRow("parent within") << QByteArray("a/../../evil") << 0100644U << outside;
    QTest::newRow("parent at the end") << QByteArray("a/..") << 0100644U << outside;
    QTest::newRow("parent folder") << QByteArray("../evil/") << 040755U << outside;
    QTest::newRow("absolute") << QByteArray("/tmp/evil") << 0100644U << outside;
    QTest::newRow("root") << QByteArray("//evil") << 0100644U << outside;
    QTest::newRow("link") << QByteArray("a") << 0120777U << u"“a” in it is a link"_s;
    QTest::newRow("device") << QByteArray("a") << 020666U << u"neither a file nor a folder"_s;
    QTest::newRow("block device") << QByteArray("a") << 060666U << u"neither a file nor a folder"_s;
    QTest::newRow("socket") << QByteArray("a") << 0140666U << u"neither a file nor a folder"_s;
    QTest::newRow("twice") << QByteArray("manifest.json") << 0100644U << u"is in it twice"_s;
    QTest::newRow("file as a folder")
        << QByteArray("manifest.json/a") << 0100644U << u"Cannot create the folder"_s;
    QTest::newRow("long") << QByteArray("ab/").repeated(400) << 0100644U << u"deeper than"_s;
    QTest::newRow("long name") << QByteArray(2000, 'a') << 0100644U << u"longer than"_s;
    QTest::newRow("name over the system's")
        << QByteArray(300, 'a') << 0100644U << u"Cannot write"_s;
}

void TestBundleStore::refusesHostileFiles()
{
    QFETCH(QByteArray, path);
    QFETCH(uint, mode);
    QFETCH(QString, says);
    const QString file = write(weather().add(path, "../../evil", mode));
    const QString error = errorOf(BundleStore(store()).open(file));
    QVERIFY2(error.contains(says) && error.size() < 600, qPrintable(error));
    QVERIFY(!QFile::exists(u"/tmp/evil"_s));
    QVERIFY(!QFile::exists(store() + u"/evil"_s));
    QVERIFY(!QFile::exists(m_folder->filePath(u"evil"_s)));
    QCOMPARE(storedNames(), QStringList());
}

void TestBundleStore::boundsWhatItUnpacks_data()
{
    QTest::addColumn<uint>("entries");
    QTest::addColumn<quint64>("bytes");
    QTest::addColumn<QString>("says");
    QTest::newRow("enough") << 12U << quint64(1'100'000) << QString();
    QTest::newRow("files") << 5U << quint64(1'100'000) << u"has more than 5 files"_s;
    QTest::newRow("bytes") << 12U << quint64(1'000'000) << u"larger than 1.0 MB"_s;
}

void TestBundleStore::boundsWhatItUnpacks()
{
    QFETCH(uint, entries);
    QFETCH(quint64, bytes);
    QFETCH(QString, says);
    ZipWriter zip = weather();
    for (int i = 0; i < 10; ++i)
        zip.addDeflated("f" + QByteArray::number(i), QByteArray(100'000, 'a'));
    QVERIFY(zip.bytes().size() < 10'000); // a hundredth of what it becomes
    const QString error = errorOf(BundleStore(store()).open(write(zip), {}, {entries, bytes}));
    QVERIFY2(says.isEmpty() ? error.isEmpty() : error.contains(says), qPrintable(error));
    QCOMPARE(storedNames().size(), says.isEmpty() ? 1 : 0);
}

void TestBundleStore::leavesNothingOfARefusedFile()
{
    const QString file = write(weather().add("server/a", "a").add("../evil", "e"));
    QVERIFY(!BundleStore(store()).open(file).ok());
    QCOMPARE(storedNames(), QStringList());
}

// Whatever byte is another one: it is unpacked or refused, and nothing else is written.
void TestBundleStore::survivesDamage()
{
    const QByteArray whole = weather().addDeflated("a/b", QByteArray(100, 'b')).bytes();
    const QString path = m_folder->filePath(u"w.mcpb"_s);
    int opened = 0;
    for (qsizetype at = 0; at < whole.size(); at += 3) {
        QByteArray bytes = whole;
        bytes[at] = char(bytes[at] ^ 0x55);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(bytes);
        file.close();
        opened += BundleStore(store()).open(path).ok() ? 1 : 0;
    }
    QCOMPARE(storedNames().size(), opened);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
        (QStringList{u"bundles"_s, u"w.mcpb"_s}));
}

void TestBundleStore::stops()
{
    std::stop_source source;
    source.request_stop();
    const auto bundle = BundleStore(store()).open(write(weather()), source.get_token());
    QVERIFY(!bundle.ok());
    QCOMPARE(bundle.error().domain, Domain::Cancelled);
    QCOMPARE(storedNames(), QStringList());
}

void TestBundleStore::removesABundleWithItsLastServer()
{
    const BundleStore bundles(store());
    const auto bundle = bundles.open(write(weather()));
    QVERIFY(bundle.ok());
    const config::Profile server = serverIn(bundle->places.folder);
    config::Profile byProgram;
    byProgram.program = bundle->places.folder + u"/server/run"_s;
    bundles.remove(server, {byProgram});
    QVERIFY(QFile::exists(bundle->places.folder));
    bundles.remove(serverIn(store()), {}); // these are in no bundle
    bundles.remove(serverIn(store() + u"/../bundles"_s), {});
    bundles.remove(serverIn(m_folder->path()), {});
    bundles.remove(serverIn({}), {});
    QVERIFY(QFile::exists(bundle->places.folder));
    bundles.remove(server, {serverIn(m_folder->path())});
    QVERIFY(!QFile::exists(bundle->places.folder));
    QVERIFY(QFile::exists(store()));
}

void TestBundleStore::removesWhatNobodyUses()
{
    const BundleStore bundles(store());
    const auto used = bundles.open(write(weather()));
    const auto unused = bundles.open(write(weather().add("b"), u"b.mcpb"_s));
    QVERIFY(used.ok() && unused.ok());
    QVERIFY(QDir(store()).mkdir(u".unpacking-abcdef"_s));
    QVERIFY(QDir(store()).mkdir(u"mine"_s));
    const QDateTime now = QDateTime::currentDateTime();
    bundles.removeUnused({serverIn(used->places.folder)}, now.addDays(-1));
    QCOMPARE(storedNames().size(), 4);
    bundles.removeUnused({serverIn(used->places.folder)}, now.addDays(1));
    QStringList left{QFileInfo(used->places.folder).fileName(), u"mine"_s};
    left.sort();
    QCOMPARE(storedNames(), left);
}

void TestBundleStore::knowsItsFilesByTheirNames()
{
    for (const auto *name : {u"a.mcpb", u"/x/A.MCPB", u"b.dxt"})
        QVERIFY(isBundleFile(QStringView(name)));
    for (const auto *name : {u"mcpb", u"a.zip", u"a.mcpb.txt", u""})
        QVERIFY(!isBundleFile(QStringView(name)));
}

void TestBundleStore::findsThePathInAPastedText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("path");
    QTest::newRow("path") << u" /a b/w.mcpb\n"_s << u"/a b/w.mcpb"_s;
    QTest::newRow("quotes") << u"'/a b/w.mcpb'"_s << u"/a b/w.mcpb"_s;
    QTest::newRow("double quotes") << u"\"/w.dxt\""_s << u"/w.dxt"_s;
    QTest::newRow("URL") << u"file:///a%20b/w.mcpb"_s << u"/a b/w.mcpb"_s;
    QTest::newRow("home") << u"~/w.mcpb"_s << QString(QDir::homePath() + u"/w.mcpb"_s);
    QTest::newRow("two lines") << u"/a\n/w.mcpb"_s << QString();
    QTest::newRow("relative") << u"w.mcpb"_s << QString();
    QTest::newRow("command") << u"node server.js"_s << QString();
    QTest::newRow("web") << u"https://a.example/w.mcpb"_s << QString();
    QTest::newRow("empty") << QString() << QString();
}

void TestBundleStore::findsThePathInAPastedText()
{
    QFETCH(QString, text);
    QFETCH(QString, path);
    QCOMPARE(pastedBundlePath(text), path);
}

QTEST_GUILESS_MAIN(TestBundleStore)
#include "tst_bundlestore.moc"
