// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "bundle/unpack.h"

#include "base/formatting.h"
#include "bundle/archive.h"
#include "bundle/bundletr.h"

#include <QDir>
#include <QFile>

namespace sonde::bundle {

namespace {

constexpr qsizetype kMaxPath = 1000; // characters
constexpr qsizetype kMaxDepth = 60; // folders
constexpr qsizetype kMaxShownPath = 120;

Error unpackError(const QString &sentence, const QString &detail = {})
{
    return {.domain = Domain::Storage, .sentence = sentence, .detail = detail};
}

QString shownPath(const QString &path)
{
    QString text = path.simplified();
    text.removeIf([](QChar c) { return !c.isPrint() && !c.isSurrogate(); });
    return text.size() > kMaxShownPath ? text.left(kMaxShownPath) + u'…' : text;
}

class Unpacking {
public:
    Unpacking(Archive &archive, const QString &folder, const UnpackLimits &limits)
        : m_archive(archive)
        , m_folder(folder)
        , m_limits(limits)
    {
    }

    Result<void> run(const std::stop_token &stop)
    {
        std::uint32_t entries = 0;
        while (!stop.stop_requested()) {
            const Result<std::optional<ArchiveEntry>> entry = m_archive.next();
            if (!entry)
                return entry.error();
            if (!*entry)
                return {};
            if (++entries > m_limits.entries)
                return unpackError(
                    Text::tr("It has more than %1 files.").arg(countText(m_limits.entries)));
            if (Result<void> done = write(**entry, stop); !done)
                return done;
        }
        return Error{.domain = Domain::Cancelled, .sentence = Text::tr("Unpacking was cancelled.")};
    }

private:
    Result<void> write(const ArchiveEntry &entry, const std::stop_token &stop)
    {
        const Result<QString> path = placeOf(entry.path);
        if (!path)
            return path.error();
        switch (entry.kind) {
        case ArchiveEntry::Kind::Folder:
            return makeFolder(*path);
        case ArchiveEntry::Kind::File:
            return writeFile(*path, entry, stop);
        case ArchiveEntry::Kind::Link:
            return unpackError(Text::tr("“%1” in it is a link. Sonde unpacks no links, because "
                                        "they can lead out of the bundle.")
                                   .arg(shownPath(entry.path)));
        case ArchiveEntry::Kind::Other:
            break;
        }
        return unpackError(
            Text::tr("“%1” in it is neither a file nor a folder.").arg(shownPath(entry.path)));
    }

    // Below the folder, without empty parts and "."; the path may be that of the folder itself.
    Result<QString> placeOf(const QString &path) const
    {
        const QStringList parts = path.split(u'/', Qt::SkipEmptyParts);
        if (path.isEmpty() || path.contains(QChar(u'\0')) || path.startsWith(u'/')
            || parts.contains(QStringLiteral("..")))
            return unpackError(Text::tr("“%1” in it would be written outside of the bundle.")
                                   .arg(shownPath(path)));
        if (path.size() > kMaxPath || parts.size() > kMaxDepth)
            return unpackError(
                Text::tr("“%1” in it is longer than %2 characters or deeper than %3 folders.")
                    .arg(shownPath(path), QString::number(kMaxPath), QString::number(kMaxDepth)));
        QString place = m_folder;
        for (const QString &part : parts) {
            if (part != QLatin1String("."))
                place += u'/' + part;
        }
        return place;
    }

    static Result<void> makeFolder(const QString &path)
    {
        if (QDir().mkpath(path))
            return {};
        return unpackError(Text::tr("Cannot create the folder %1.").arg(shownPath(path)));
    }

    Result<void> writeFile(
        const QString &path, const ArchiveEntry &entry, const std::stop_token &stop)
    {
        if (Result<void> done = makeFolder(path.section(u'/', 0, -2)); !done)
            return done;
        QFile file(path);
        if (file.exists())
            return unpackError(Text::tr("“%1” is in it twice.").arg(shownPath(entry.path)));
        // NewOnly: never through something that is there already.
        if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly))
            return unpackError(
                Text::tr("Cannot write %1: %2.").arg(shownPath(path), file.errorString()));
        QFile::Permissions permissions = QFile::ReadOwner | QFile::WriteOwner;
        if (entry.executable)
            permissions |= QFile::ExeOwner;
        file.setPermissions(permissions);
        while (!stop.stop_requested()) {
            const Result<QByteArray> bytes = m_archive.read();
            if (!bytes)
                return bytes.error();
            if (bytes->isEmpty())
                break;
            m_written += std::uint64_t(bytes->size());
            if (m_written > m_limits.bytes)
                return unpackError(
                    Text::tr("Unpacked it is larger than %1.").arg(sizeText(m_limits.bytes)));
            if (file.write(*bytes) != bytes->size())
                return unpackError(
                    Text::tr("Cannot write %1: %2.").arg(shownPath(path), file.errorString()));
        }
        if (!file.flush())
            return unpackError(
                Text::tr("Cannot write %1: %2.").arg(shownPath(path), file.errorString()));
        return {};
    }

    Archive &m_archive;
    const QString m_folder;
    const UnpackLimits m_limits;
    std::uint64_t m_written = 0;
};

} // namespace

Result<void> unpack(Archive &archive, const QString &folder, const UnpackLimits &limits,
    const std::stop_token &stop)
{
    return Unpacking(archive, folder, limits).run(stop);
}

} // namespace sonde::bundle
