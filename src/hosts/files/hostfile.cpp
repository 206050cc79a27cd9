// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/files/hostfile.h"

#include "base/domainerror.h"
#include "hosts/table/hoststr.h"
#include "platform/filereplacement.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

namespace sonde::hosts {

namespace {

constexpr auto kOwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

Error cannotWrite(const QString &path, const QString &reason)
{
    return configError(Text::tr("Cannot write %1: %2.").arg(path, reason));
}

bool writeAll(QSaveFile &file, const Bytes &content)
{
    return file.write(content.data(), qint64(content.size())) == qint64(content.size());
}

} // namespace

Result<Bytes> readHostFile(const QString &path)
{
    if (!QFileInfo(path).isFile()) // never a device or a pipe, which could block
        return configError(Text::tr("%1 is not a file.").arg(path));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return configError(Text::tr("Cannot read %1: %2.").arg(path, file.errorString()));
    const QByteArray bytes = file.read(kMaxHostFile + 1);
    if (bytes.size() > kMaxHostFile)
        return configError(Text::tr("%1 is larger than %2 MiB.").arg(path).arg(kMaxHostFile >> 20));
    return Bytes::fromByteArray(bytes);
}

Error changedMeanwhile(const QString &path)
{
    return configError(
        Text::tr("%1 has changed meanwhile. Sonde did not change it; run the command again.")
            .arg(path));
}

Result<void> replaceHostFile(const QString &path, const Bytes &expected, const Bytes &content)
{
    const QString real = QFileInfo(path).canonicalFilePath();
    if (real.isEmpty())
        return configError(Text::tr("%1 does not exist any more.").arg(path));
    const QFileDevice::Permissions permissions = QFile::permissions(real);
    const QFileDevice::Permissions writable =
        QFileDevice::WriteOwner | QFileDevice::WriteGroup | QFileDevice::WriteOther;
    // The superuser may write everything, but what is marked as read-only is not to be changed.
    if (!(permissions & writable) || !QFileInfo(real).isWritable())
        return configError(Text::tr("%1 is read-only. Sonde does not change it.").arg(path));
    QSaveFile file(real);
    if (!file.open(QIODevice::WriteOnly) || !writeAll(file, content)
        || !file.setPermissions(permissions))
        return cannotWrite(path, file.errorString());
    QFile before(real);
    if (!before.open(QIODevice::ReadOnly)
        || !platform::copyOwnership(before.handle(), file.handle())) {
        file.cancelWriting();
        return configError(Text::tr("%1 belongs to another user or group, or has an access "
                                    "list, which Sonde cannot keep. Run the command as its "
                                    "owner.")
                               .arg(path));
    }
    const Result<Bytes> now = readHostFile(real);
    if (!now || !(now.value() == expected)) {
        file.cancelWriting();
        return changedMeanwhile(path);
    }
    return file.commit() ? Result<void>() : cannotWrite(path, file.errorString());
}

Result<void> createHostFile(const QString &path, const Bytes &content)
{
    if (!QDir().mkpath(QFileInfo(path).path()))
        return configError(Text::tr("Cannot create the folder %1.").arg(QFileInfo(path).path()));
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(kOwnerOnly)
        || !writeAll(file, content))
        return cannotWrite(path, file.errorString());
    if (QFileInfo::exists(path)) {
        file.cancelWriting();
        return configError(
            Text::tr("%1 has been created meanwhile. Run the command again.").arg(path));
    }
    return file.commit() ? Result<void>() : cannotWrite(path, file.errorString());
}

QString Backups::userFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        + QStringLiteral("/sonde/hosts");
}

QString Backups::pathFor(const QString &file) const
{
    const QString real = QFileInfo(file).canonicalFilePath();
    const QByteArray key =
        QCryptographicHash::hash(QFile::encodeName(real), QCryptographicHash::Sha256).toHex();
    return m_folder + u'/' + QString::fromLatin1(key.left(16)) + u'-' + QFileInfo(real).fileName();
}

Result<void> Backups::keep(const QString &file, const Bytes &content) const
{
    const QString path = pathFor(file);
    if (QFileInfo::exists(path))
        return {};
    if (!QDir().mkpath(m_folder)
        || !QFile::setPermissions(m_folder, kOwnerOnly | QFileDevice::ExeOwner))
        return configError(Text::tr("Cannot create the folder %1 for the backup.").arg(m_folder));
    QSaveFile copy(path); // its temporary file is for the owner only
    if (!copy.open(QIODevice::WriteOnly) || !copy.setPermissions(kOwnerOnly)
        || !writeAll(copy, content) || !copy.commit())
        return cannotWrite(path, copy.errorString());
    return {};
}

void Backups::remove(const QString &file) const
{
    QFile::remove(pathFor(file));
}

} // namespace sonde::hosts
