// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/contentfiles.h"

#include "base/domainerror.h"
#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace sonde::cli {

namespace {

Result<void> write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    // NewOnly: also what appeared since it was looked for is not written over.
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly) || file.write(bytes) != bytes.size()
        || !file.flush())
        return storageError(
            Text::tr("Cannot write %1: %2.").arg(quotedWord(path), file.errorString()));
    return {};
}

} // namespace

Result<void> checkOutput(const QString &output)
{
    const QFileInfo info(output);
    if (info.isDir())
        return {};
    if (info.exists())
        return usageError(Text::tr("The file %1 of --output already exists. Choose a new name or a "
                                   "folder, or delete the file.")
                              .arg(quotedWord(output)));
    if (output.endsWith(u'/') || !info.dir().exists())
        return usageError(
            Text::tr("The folder of --output %1 does not exist.").arg(quotedWord(output)));
    return {};
}

Result<QStringList> writeContents(const std::vector<ContentPiece> &pieces, const QString &output)
{
    const bool folder = QFileInfo(output).isDir();
    if (!folder && pieces.size() != 1)
        return usageError(Text::tr("The result contains %1 content items. To write several files, "
                                   "use --output with a folder.")
                              .arg(pieces.size()));
    QStringList paths;
    for (const ContentPiece &piece : pieces) {
        if (!piece.problem.isEmpty())
            return storageError(piece.problem);
        paths += folder ? QDir(output).filePath(
                     QStringLiteral("content-%1.%2").arg(paths.size() + 1).arg(piece.suffix))
                        : output;
        if (QFileInfo::exists(paths.last()))
            return storageError(Text::tr("Cannot write %1, because the file already exists.")
                                    .arg(quotedWord(paths.last())));
    }
    QStringList lines;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const QString &path = paths[qsizetype(i)];
        if (const Result<void> written = write(path, pieces[i].bytes); !written)
            return written.error();
        lines += QStringLiteral("%1: %2 (%3)")
                     .arg(path, byteCount(pieces[i].bytes.size()), pieces[i].name);
    }
    return lines;
}

} // namespace sonde::cli
