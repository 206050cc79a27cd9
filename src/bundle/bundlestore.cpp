// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "bundle/bundlestore.h"

#include "base/domainerror.h"
#include "base/formatting.h"
#include "bundle/archive.h"
#include "bundle/bundletr.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QUrl>

#include <algorithm>

namespace sonde::bundle {

namespace {

constexpr qint64 kHashChunk = 1 << 20;
constexpr qsizetype kNameLength = 32; // hexadecimal digits of the hash
const QLatin1String kUnfinished(".unpacking-");
const QLatin1String kManifestFile("/manifest.json");

Error storeError(const QString &path, const Error &cause)
{
    return {cause.domain, cause.code,
        Text::tr("Cannot open the bundle %1. %2").arg(QFileInfo(path).fileName(), cause.sentence),
        cause.detail, {}};
}

Result<QString> hashOf(const QString &path, const std::stop_token &stop)
{
    const QFileInfo info(path);
    if (!info.exists())
        return storageError(Text::tr("The file does not exist."));
    if (!info.isFile()) // a pipe would block
        return storageError(Text::tr("It is not a file."));
    if (info.size() > kMaxBundleBytes)
        return storageError(Text::tr("The file is larger than %1.").arg(sizeText(kMaxBundleBytes)));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return storageError(Text::tr("The file cannot be read: %1.").arg(file.errorString()));
    QCryptographicHash hash(QCryptographicHash::Sha256);
    while (!file.atEnd() && !stop.stop_requested()) {
        const QByteArray bytes = file.read(kHashChunk);
        if (bytes.isEmpty())
            return storageError(Text::tr("The file cannot be read: %1.").arg(file.errorString()));
        hash.addData(bytes);
    }
    if (stop.stop_requested())
        return Error{.domain = Domain::Cancelled, .sentence = Text::tr("Unpacking was cancelled.")};
    return QString::fromLatin1(hash.result().toHex()).left(kNameLength);
}

Result<Manifest> manifestIn(const QString &folder)
{
    QFile file(folder + kManifestFile);
    if (!file.open(QIODevice::ReadOnly))
        return storageError(
            Text::tr("It has no manifest.json at its top level, so it is not an MCPB "
                     "bundle."));
    const QByteArray bytes = file.read(qint64(kMaxManifestBytes) + 1);
    return readManifest({bytes.constData(), std::size_t(bytes.size())}, thisPlatform());
}

Places placesOf(const QString &folder)
{
    const auto place = [](QStandardPaths::StandardLocation location) {
        return QStandardPaths::writableLocation(location);
    };
    return {folder, QDir::homePath(), place(QStandardPaths::DesktopLocation),
        place(QStandardPaths::DocumentsLocation), place(QStandardPaths::DownloadLocation)};
}

// Says when it was last used.
void touch(const QString &folder)
{
    QFile manifest(folder + kManifestFile);
    if (manifest.open(QIODevice::ReadWrite))
        manifest.setFileTime(QDateTime::currentDateTime(), QFileDevice::FileModificationTime);
}

} // namespace

bool isBundleFile(QStringView path)
{
    return path.endsWith(QLatin1String(".mcpb"), Qt::CaseInsensitive)
        || path.endsWith(QLatin1String(".dxt"), Qt::CaseInsensitive);
}

QString pastedBundlePath(const QString &text)
{
    QString path = text.trimmed();
    for (const QChar quote : {u'"', u'\''}) {
        if (path.size() > 1 && path.startsWith(quote) && path.endsWith(quote))
            path = path.sliced(1, path.size() - 2);
    }
    if (path.contains(u'\n') || !isBundleFile(path))
        return {};
    if (path.startsWith(QLatin1String("file:")))
        path = QUrl(path).toLocalFile();
    if (path.startsWith(QLatin1String("~/")))
        path = QDir::homePath() + path.sliced(1);
    return QDir::isAbsolutePath(path) ? path : QString();
}

QString userBundlesFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        + QStringLiteral("/sonde/bundles");
}

BundleStore::BundleStore(const QString &folder)
    : m_folder(QDir::cleanPath(folder))
{
}

Result<Bundle> BundleStore::open(
    const QString &path, const std::stop_token &stop, const UnpackLimits &limits) const
{
    const Result<QString> hash = hashOf(path, stop);
    if (!hash)
        return storeError(path, hash.error());
    const QString target = m_folder + u'/' + *hash;
    if (!QFile::exists(target + kManifestFile)) {
        if (const Result<void> done = unpackInto(path, target, stop, limits); !done)
            return storeError(path, done.error());
    }
    Result<Manifest> manifest = manifestIn(target);
    if (!manifest)
        return storeError(path, manifest.error());
    touch(target);
    return Bundle{std::move(manifest).value(), placesOf(target)};
}

Result<void> BundleStore::unpackInto(const QString &path, const QString &target,
    const std::stop_token &stop, const UnpackLimits &limits) const
{
    if (!QDir().mkpath(m_folder))
        return storageError(Text::tr("Cannot create the folder %1.").arg(m_folder));
    // What bundles bring is for this user only.
    QFile::setPermissions(m_folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QTemporaryDir beside(m_folder + u'/' + kUnfinished + QStringLiteral("XXXXXX"));
    if (!beside.isValid())
        return storageError(
            Text::tr("Cannot write to the folder %1: %2.").arg(m_folder, beside.errorString()));
    const Result<std::unique_ptr<Archive>> archive = systemArchives().open(path);
    if (!archive)
        return archive.error();
    if (Result<void> done = unpack(**archive, beside.path(), limits, stop); !done)
        return done;
    if (const Result<Manifest> manifest = manifestIn(beside.path()); !manifest)
        return manifest.error();
    QDir(target).removeRecursively(); // without a manifest: not complete
    if (QDir().rename(beside.path(), target)) {
        beside.setAutoRemove(false);
        return {};
    }
    if (QFile::exists(target + kManifestFile)) // another program was faster
        return {};
    return storageError(Text::tr("Cannot write to the folder %1.").arg(m_folder));
}

QString BundleStore::folderOf(const config::Profile &server) const
{
    static const QRegularExpression name(QStringLiteral("\\A[0-9a-f]{32}\\z"));
    const QString prefix = m_folder + u'/';
    for (const QString &path : {server.workingDirectory, server.program}) {
        const QString clean = QDir::cleanPath(path);
        if (!clean.startsWith(prefix))
            continue;
        const QString first = clean.sliced(prefix.size()).section(u'/', 0, 0);
        if (name.match(first).hasMatch())
            return prefix + first;
    }
    return {};
}

void BundleStore::remove(
    const config::Profile &server, const std::vector<config::Profile> &others) const
{
    const QString folder = folderOf(server);
    if (!folder.isEmpty()
        && std::none_of(others.begin(), others.end(),
            [&](const config::Profile &other) { return folderOf(other) == folder; }))
        QDir(folder).removeRecursively();
}

void BundleStore::removeUnused(
    const std::vector<config::Profile> &servers, const QDateTime &before) const
{
    const QFileInfoList folders = QDir(m_folder).entryInfoList(
        QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot | QDir::NoSymLinks);
    for (const QFileInfo &folder : folders) {
        config::Profile inside;
        inside.workingDirectory = m_folder + u'/' + folder.fileName();
        const bool isUnfinished = folder.fileName().startsWith(kUnfinished);
        if (folderOf(inside).isEmpty() && !isUnfinished)
            continue; // not ours
        const QFileInfo manifest(folder.filePath() + kManifestFile);
        const QDateTime used = manifest.exists() ? manifest.lastModified() : folder.lastModified();
        if (used >= before)
            continue;
        if (isUnfinished)
            QDir(folder.filePath()).removeRecursively();
        else
            remove(inside, servers);
    }
}

} // namespace sonde::bundle
