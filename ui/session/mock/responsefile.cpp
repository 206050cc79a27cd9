// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/mock/responsefile.h"

#include "base/domainerror.h"
#include "mock/readresponses.h"
#include "session/connection/sessiontext.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <utility>

namespace sonde::session {

namespace {

// To open a pipe would wait for a program that writes into it.
bool mayBeRead(const QString &path)
{
    const QFileInfo info(path);
    return info.isFile() || !info.exists();
}

Result<void> writeText(const Bytes &text, const QString &path)
{
    QSaveFile file(path);
    const auto size = qint64(text.size());
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), size) != size || !file.commit())
        return storageError(Text::tr("Cannot write %1: %2.").arg(path, file.errorString()));
    return {};
}

// A file that is gone has no text that could be lost unseen; one that cannot be read may have.
bool hasOtherText(const QString &path, const Bytes &known)
{
    QFile file(path);
    if (!mayBeRead(path) || !file.open(QIODevice::ReadOnly))
        return file.exists();
    return Bytes::fromByteArray(file.read(qint64(known.size()) + 1)) != known;
}

} // namespace

Result<ResponseFile> readResponses(const QString &path)
{
    if (!mayBeRead(path))
        return usageError(Text::tr("%1 is not a file.").arg(path));
    const Result<Bytes> text = mock::responsesIn(path);
    if (!text)
        return text.error();
    auto list = mock::ResponseList::read(*text);
    if (!list)
        return mock::noResponsesIn(path, list.error());
    return ResponseFile{std::move(list).value(), *text};
}

Result<void> writeResponses(const mock::ResponseList &list, const QString &path)
{
    const auto text = list.text();
    return text ? writeText(*text, path) : Result<void>(text.error());
}

SaveOutcome saveResponses(
    const mock::ResponseList &list, const QString &path, const std::optional<Bytes> &known)
{
    using Kind = SaveOutcome::Kind;
    const auto text = list.text();
    if (!text)
        return {Kind::Failed, {}, text.error().sentence, list.wrongEntry()};
    if (known && hasOtherText(path, *known))
        return {Kind::ChangedOnDisk};
    if (const Result<void> done = writeText(*text, path); !done)
        return {Kind::Failed, {}, done.error().sentence};
    return {Kind::Saved, *text};
}

} // namespace sonde::session
