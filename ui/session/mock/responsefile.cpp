// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/mock/responsefile.h"

#include "base/domainerror.h"
#include "mock/maderesponse.h"
#include "session/connection/sessiontext.h"

#include <QFile>
#include <QSaveFile>

namespace sonde::session {

Result<mock::ResponseList> readResponses(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return usageError(Text::tr("Cannot read %1: %2.").arg(path, file.errorString()));
    const QByteArray text = file.read(mock::MadeResponses::kMaxBytes + 1);
    if (text.size() > mock::MadeResponses::kMaxBytes)
        return usageError(
            Text::tr("%1 is too large for a list of responses: at most 16 MiB.").arg(path));
    auto list = mock::ResponseList::read(Bytes::fromByteArray(text));
    if (!list)
        return usageError(
            Text::tr("%1 is not a list of responses. %2").arg(path, list.error().sentence));
    return list;
}

Result<void> writeResponses(const mock::ResponseList &list, const QString &path)
{
    const auto text = list.text();
    if (!text)
        return text.error();
    QSaveFile file(path);
    const auto size = qint64(text->size());
    if (!file.open(QIODevice::WriteOnly) || file.write(text->data(), size) != size
        || !file.commit())
        return storageError(Text::tr("Cannot write %1: %2.").arg(path, file.errorString()));
    return {};
}

} // namespace sonde::session
