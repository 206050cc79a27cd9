// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/link/challenge.h"

#include <QString>
#include <QStringList>

namespace sonde::auth {

// Where the challenges of a server say that its metadata is (RFC 9728 section 5.1), also where they
// are not quite what RFC 9110 section 11.2 requires: each parameter once, in double quotes or none.
struct NamedMetadata {
    static constexpr qsizetype kMaxUrls = 5;

    QStringList urls; // as they are written, each once; to be tried in order
    qsizetype mostInOne = 0; // how often one challenge contains resource_metadata
    bool singleQuotes = false; // around a value

    static NamedMetadata of(const std::vector<wire::Challenge> &challenges);
};

// Whether it is about tokens: Bearer, or DPoP.
bool isForTokens(const wire::Challenge &challenge);
// The value without single quotes around it.
QByteArray withoutSingleQuotes(const QByteArray &value);

} // namespace sonde::auth
