// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/hosts/entrysecrets.h"

#include "hosts/entries/clearsecrets.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace sonde::models {

namespace {

constexpr std::string_view kDots = "\"\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2\"";

} // namespace

QStringList secretsInClear(const hosts::HostEntry &entry)
{
    QStringList names;
    for (const hosts::ClearSecret &secret : hosts::secretsInClear(entry))
        names += secret.name;
    return names;
}

Bytes withoutSecrets(const hosts::HostDocument &document)
{
    return withoutSecrets(document, {0, document.bytes().size()});
}

Bytes withoutSecrets(const hosts::HostDocument &document, const hosts::TextRange &part)
{
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (const hosts::HostEntry &entry : document.entries()) {
        for (const hosts::ClearSecret &secret : hosts::writtenSecrets(entry)) {
            const hosts::TextRange range = document.place(secret.value).range;
            places.emplace_back(range.begin, range.end);
        }
    }
    std::sort(places.begin(), places.end());
    std::string shown;
    std::size_t at = part.begin;
    for (const auto &[begin, end] : places) {
        if (begin < at || end > part.end) // also an entry that two containers reach
            continue;
        shown += document.bytes().view().substr(at, begin - at);
        shown += kDots;
        at = end;
    }
    shown += document.bytes().view().substr(at, part.end - at);
    return Bytes::copyOf(shown);
}

} // namespace sonde::models
