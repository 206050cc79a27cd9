// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The module sonde-archive: all that needs libarchive. See archive.h.

#include "bundle/archive.h"

#include "bundle/bundletr.h"

#include <QFile>

#include <archive.h>
#include <archive_entry.h>

#include <memory>
#include <string_view>

namespace sonde::bundle {

namespace {

constexpr std::size_t kChunk = 64 << 10;

struct FreeArchive {
    void operator()(archive *each) const { archive_read_free(each); }
};

QString reasonOf(archive *each)
{
    const char *const reason = archive_error_string(each);
    return reason ? QString::fromLocal8Bit(reason) : QString();
}

Error damaged(archive *each)
{
    return {.domain = Domain::Storage,
        .sentence = Text::tr("The file is damaged, or is not a zip file."),
        .detail = reasonOf(each)};
}

ArchiveEntry::Kind kindOf(archive_entry *entry)
{
    if (archive_entry_symlink(entry) || archive_entry_hardlink(entry))
        return ArchiveEntry::Kind::Link;
    switch (archive_entry_filetype(entry)) {
    case AE_IFREG:
        return ArchiveEntry::Kind::File;
    case AE_IFDIR:
        return ArchiveEntry::Kind::Folder;
    case AE_IFLNK:
        return ArchiveEntry::Kind::Link;
    default:
        return ArchiveEntry::Kind::Other;
    }
}

class ZipFile final : public Archive {
public:
    explicit ZipFile(std::unique_ptr<archive, FreeArchive> opened)
        : m_archive(std::move(opened))
    {
    }

    Result<std::optional<ArchiveEntry>> next() override
    {
        archive_entry *entry = nullptr;
        const int state = archive_read_next_header(m_archive.get(), &entry);
        if (state == ARCHIVE_EOF)
            return std::optional<ArchiveEntry>();
        // A warning is a name that is not in the character set of the system.
        if (state != ARCHIVE_OK && state != ARCHIVE_WARN)
            return damaged(m_archive.get());
        if (archive_entry_is_encrypted(entry))
            return Error{.domain = Domain::Storage,
                .sentence = Text::tr("The file is encrypted. Bundles have no password.")};
        ArchiveEntry found;
        if (const char *const name = archive_entry_pathname_utf8(entry))
            found.path = QString::fromUtf8(name);
        else if (const char *const bytes = archive_entry_pathname(entry))
            found.path = QFile::decodeName(bytes);
        found.kind = kindOf(entry);
        found.executable = (archive_entry_perm(entry) & 0100) != 0;
        return std::optional(found);
    }

    Result<QByteArray> read() override
    {
        QByteArray bytes(qsizetype(kChunk), Qt::Uninitialized);
        const la_ssize_t size = archive_read_data(m_archive.get(), bytes.data(), kChunk);
        if (size < 0)
            return damaged(m_archive.get());
        bytes.truncate(qsizetype(size));
        return bytes;
    }

private:
    std::unique_ptr<archive, FreeArchive> m_archive;
};

class ZipFiles final : public Archives {
public:
    Result<std::unique_ptr<Archive>> open(const QString &path) const override
    {
        std::unique_ptr<archive, FreeArchive> opened(archive_read_new());
        archive_read_support_format_zip(opened.get());
        const QByteArray name = QFile::encodeName(path);
        if (archive_read_open_filename(opened.get(), name.constData(), kChunk) != ARCHIVE_OK)
            return damaged(opened.get());
        return std::unique_ptr<Archive>(std::make_unique<ZipFile>(std::move(opened)));
    }
};

} // namespace

} // namespace sonde::bundle

extern "C" Q_DECL_EXPORT const sonde::bundle::Archives *sondeFindArchives(const char *version);

const sonde::bundle::Archives *sondeFindArchives(const char *version)
{
    if (std::string_view(version) != SONDE_VERSION)
        return nullptr;
    static const sonde::bundle::ZipFiles archives;
    return &archives;
}
