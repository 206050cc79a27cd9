// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mock/readresponses.h"

#include "base/domainerror.h"
#include "mock/maderesponse.h"
#include "mock/mocktr.h"

#include <QFile>

namespace sonde::mock {

Result<Bytes> responsesIn(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return usageError(Text::tr("Cannot read %1: %2.").arg(path, file.errorString()));
    const QByteArray text = file.read(MadeResponses::kMaxBytes + 1);
    if (text.size() > MadeResponses::kMaxBytes)
        return usageError(
            Text::tr("%1 is too large for a file of responses: at most 16 MiB.").arg(path));
    return Bytes::fromByteArray(text);
}

Error noResponsesIn(const QString &path, const Error &why)
{
    return usageError(Text::tr("%1 is not a file of responses. %2").arg(path, why.sentence));
}

} // namespace sonde::mock
