// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/check/definitions.h"

#include "changes/comparison.h"
#include "changes/snapshotfile.h"
#include "cli/changes/compareside.h"
#include "cli/changes/comparisontext.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/output/usageerror.h"

#include <QSaveFile>

#include <algorithm>

namespace sonde::cli {

namespace {

bool isComplete(const changes::Snapshot &snapshot)
{
    return std::all_of(snapshot.lists.begin(), snapshot.lists.end(),
        [](const changes::ItemList &list) { return list.isComplete; });
}

int write(const QString &name, const changes::Snapshot &now, Output &err)
{
    const std::string text = changes::snapshotText(now);
    QSaveFile file(name);
    const bool isWritten = file.open(QIODevice::WriteOnly)
        && file.write(text.data(), qsizetype(text.size())) == qsizetype(text.size())
        && file.commit();
    if (!isWritten) {
        err.complain(Text::tr("Cannot write %1: %2.").arg(quotedWord(name), file.errorString()));
        return kUsage;
    }
    err.note(Text::tr("The definitions were written to “%1”. Later checks compare with them.")
                 .arg(name));
    return kFine;
}

} // namespace

Result<std::optional<changes::Snapshot>> readDefinitions(const QString &file)
{
    if (!isCompareFile(file))
        return std::optional<changes::Snapshot>();
    auto read = readCompareFile(file);
    if (!read)
        return read.error();
    return std::optional(std::move(read).value());
}

int reportDefinitions(const QString &file, const std::optional<changes::Snapshot> &accepted,
    const changes::Snapshot &now, Output &err)
{
    if (!isComplete(now)) {
        err.complain(Text::tr("A list of the server is incomplete, so its definitions cannot be "
                              "compared with --definitions."));
        return kServerError;
    }
    if (!accepted)
        return write(file, now, err);
    // Only the definitions count here.
    changes::Snapshot before = now;
    before.lists = accepted->lists;
    const changes::Comparison comparison = changes::compareSnapshots(before, now);
    if (comparison.isSame())
        return kFine;
    err.complain(Text::tr("The definitions differ from those in “%1”:").arg(file));
    err.write(QStringView(comparisonText(comparison)));
    return kInvalidResult;
}

} // namespace sonde::cli
