// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/files/filechange.h"
#include "hosts/files/folderlock.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace sonde;
using namespace sonde::hosts;
using namespace Qt::StringLiterals;

// A file of a host is written only as it was seen, and a copy is there as long as a tap is.
class TestFileChange : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void keepsTheFileFromBeforeTheFirstTap();
    void writesBehindALink();
    void keepsNoCopyOfWhatItCannotChange_data();
    void keepsNoCopyOfWhatItCannotChange();
    void createsAFileForItsOwner();
    void keepsTheOwner();
    void keepsWhatElseTheFileHas();
    void refusesWhileAnotherProcessChangesTheFolder();
    void keepsTheCopyOfWhoWasFaster();
    void readsNoDeviceAndNoHugeFile();

private:
    QString path(const QString &name) const { return m_folder->filePath(name); }
    Result<void> change(const QByteArray &before, const QByteArray &after) const;
    QByteArray copy() const { return read(m_backups->pathFor(path(u"mcp.json"_s))); }

    static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray &text) const
    {
        QFile file(path(u"mcp.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Backups> m_backups;
};

namespace {

QByteArray fileWith(const QByteArray &entry, const QByteArray &more = {})
{
    return "{\"mcpServers\": {\"x\": {" + entry + '}' + more + "}}";
}

const QByteArray kDirect = fileWith(R"("command": "sh")");
const QByteArray kNewer = fileWith(R"("command": "sh")", R"(, "y": {"command": "sh"})");
const QByteArray kTap = R"("command": "/s/sonde-cli", "args": ["tap", "--name", "x", "--", "sh"])";

} // namespace

void TestFileChange::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_backups = std::make_unique<Backups>(path(u"copies"_s));
}

Result<void> TestFileChange::change(const QByteArray &before, const QByteArray &after) const
{
    return writeChange({findHost(u"cursor"_s), path(u"mcp.json"_s), Bytes::fromByteArray(before),
                           Bytes::fromByteArray(after)},
        *m_backups);
}

void TestFileChange::keepsTheFileFromBeforeTheFirstTap()
{
    write(kDirect);
    QVERIFY(change(kDirect, kNewer)); // a server was added
    QCOMPARE(copy(), kDirect);
    const QByteArray one = fileWith(kTap, R"(, "y": {"command": "sh"})");
    QVERIFY(change(kNewer, one));
    QCOMPARE(copy(), kNewer);
    const QByteArray two = fileWith(kTap, ", \"y\": {" + kTap + '}');
    QVERIFY(change(one, two));
    QVERIFY(change(two, one));
    QCOMPARE(copy(), kNewer);
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(m_backups->pathFor(path(u"mcp.json"_s))) & others));
    QVERIFY(change(one, kNewer));
    QCOMPARE(read(path(u"mcp.json"_s)), kNewer);
    QVERIFY(copy().isEmpty());
}

void TestFileChange::writesBehindALink()
{
    write(kDirect);
    QVERIFY(QFile::setPermissions(path(u"mcp.json"_s), QFile::ReadOwner | QFile::WriteOwner));
    const QString link = path(u"link.json"_s);
    QVERIFY(QFile::link(path(u"mcp.json"_s), link));
    QVERIFY(writeChange({findHost(u"cursor"_s), link, Bytes::fromByteArray(kDirect),
                            Bytes::fromByteArray(fileWith(kTap))},
        *m_backups));
    QVERIFY(QFileInfo(link).isSymLink());
    QCOMPARE(read(path(u"mcp.json"_s)), fileWith(kTap));
    QVERIFY(!(QFile::permissions(path(u"mcp.json"_s)) & QFile::ReadOther));
}

void TestFileChange::keepsNoCopyOfWhatItCannotChange_data()
{
    QTest::addColumn<QByteArray>("text"); // of the file
    QTest::addColumn<bool>("isReadOnly");
    QTest::addColumn<QString>("part");
    QTest::newRow("read-only") << kDirect << true << u"is read-only"_s;
    QTest::newRow("changed") << kNewer << false << u"has changed meanwhile"_s;
}

void TestFileChange::keepsNoCopyOfWhatItCannotChange()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isReadOnly);
    QFETCH(QString, part);
    write(text);
    if (isReadOnly)
        QVERIFY(QFile::setPermissions(path(u"mcp.json"_s), QFile::ReadOwner));
    const Result<void> written = change(kDirect, fileWith(kTap));
    QVERIFY(!written);
    QVERIFY2(written.error().sentence.contains(part), qPrintable(written.error().sentence));
    QCOMPARE(read(path(u"mcp.json"_s)), text);
    QVERIFY(copy().isEmpty());
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList(u"mcp.json"_s));
}

void TestFileChange::createsAFileForItsOwner()
{
    const QString file = path(u"new/folder/mcp.json"_s);
    const Result<void> created = writeChange(
        {findHost(u"cursor"_s), file, Bytes(), Bytes::fromByteArray(kDirect)}, *m_backups);
    QVERIFY(created);
    QCOMPARE(read(file), kDirect);
    QVERIFY(!(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther)));
    // One that somebody else has created meanwhile is not the one that was seen.
    QVERIFY(!writeChange(
        {findHost(u"cursor"_s), file, Bytes(), Bytes::fromByteArray(kNewer)}, *m_backups));
    QCOMPARE(read(file), kDirect);
}

// A file that root has changed must not become root's: its host could not write it any more.
void TestFileChange::keepsTheOwner()
{
    if (::geteuid() != 0)
        QSKIP("only root can give files to others");
    write(kDirect);
    const QByteArray file = QFile::encodeName(path(u"mcp.json"_s));
    QCOMPARE(::chown(file.constData(), 1234, 2345), 0);
    QVERIFY(change(kDirect, fileWith(kTap)));
    struct stat info { };
    QCOMPARE(::stat(file.constData(), &info), 0);
    QCOMPARE(info.st_uid, uid_t(1234));
    QCOMPARE(info.st_gid, gid_t(2345));
    QCOMPARE(read(path(u"mcp.json"_s)), fileWith(kTap));
}

void TestFileChange::keepsWhatElseTheFileHas()
{
    write(kDirect);
    const QByteArray file = QFile::encodeName(path(u"mcp.json"_s));
    QVERIFY(QFile::setPermissions(
        path(u"mcp.json"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup));
    // Version 2; the owner and the user 1234 read and write, the group and the mask read.
    const QByteArray list = QByteArray::fromHex("02000000 01000600ffffffff 02000600d2040000"
                                                "04000400ffffffff 10000400ffffffff"
                                                "20000000ffffffff");
    const bool hasLists = ::setxattr(file.constData(), "system.posix_acl_access", list.constData(),
                              std::size_t(list.size()), 0)
        == 0;
    const bool hasAttributes = ::setxattr(file.constData(), "user.tide", "high", 4, 0) == 0;
    if (!hasLists && !hasAttributes)
        QSKIP("this file system has neither");
    QVERIFY(change(kDirect, fileWith(kTap)));
    QByteArray found(100, '\0');
    if (hasLists) {
        const ssize_t size = ::getxattr(
            file.constData(), "system.posix_acl_access", found.data(), std::size_t(found.size()));
        QCOMPARE(found.first(std::max<qsizetype>(0, size)), list);
    }
    if (hasAttributes)
        QCOMPARE(::getxattr(file.constData(), "user.tide", found.data(), 100), ssize_t(4));
}

void TestFileChange::refusesWhileAnotherProcessChangesTheFolder()
{
    write(kDirect);
    {
        const FolderLock other(m_folder->path());
        QVERIFY(!other.isTaken());
        const Result<void> refused = change(kDirect, fileWith(kTap));
        QVERIFY(!refused);
        QVERIFY2(refused.error().sentence.contains(u"is changing a file in"),
            qPrintable(refused.error().sentence));
        QCOMPARE(read(path(u"mcp.json"_s)), kDirect);
        QVERIFY(copy().isEmpty());
    }
    QVERIFY(change(kDirect, fileWith(kTap)));
}

// Both have seen the file without taps.
void TestFileChange::keepsTheCopyOfWhoWasFaster()
{
    write(kDirect);
    QVERIFY(change(kDirect, fileWith(kTap)));
    QVERIFY(!change(kDirect, kNewer));
    QCOMPARE(read(path(u"mcp.json"_s)), fileWith(kTap));
    QCOMPARE(copy(), kDirect);
}

// A device or a pipe could block, and a file without end could take all memory.
void TestFileChange::readsNoDeviceAndNoHugeFile()
{
    const Result<Bytes> device = readHostFile(u"/dev/zero"_s);
    QVERIFY(!device);
    QVERIFY2(
        device.error().sentence.contains(u"is not a file"), qPrintable(device.error().sentence));
    QFile large(path(u"mcp.json"_s));
    QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(kMaxHostFile + 1));
    const Result<Bytes> refused = readHostFile(large.fileName());
    QVERIFY(!refused);
    QVERIFY2(refused.error().sentence.contains(u"is larger than 64 MiB"),
        qPrintable(refused.error().sentence));
}

QTEST_GUILESS_MAIN(TestFileChange)
#include "tst_filechange.moc"
