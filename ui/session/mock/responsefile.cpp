// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/mock/responsefile.h"

#include "base/domainerror.h"
#include "mock/readresponses.h"
#include "session/connection/sessiontext.h"

#include <QSaveFile>

namespace sonde::session {

Result<mock::ResponseList> readResponses(const QString &path)
{
    const Result<Bytes> text = mock::responsesIn(path);
    if (!text)
        return text.error();
    auto list = mock::ResponseList::read(*text);
    if (!list)
        return mock::noResponsesIn(path, list.error());
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

SaveOutcome saveResponses(const mock::ResponseList &list, const QString &path)
{
    const Result<void> done = writeResponses(list, path);
    return done ? SaveOutcome() : SaveOutcome{done.error().sentence, list.wrongEntry()};
}

} // namespace sonde::session
