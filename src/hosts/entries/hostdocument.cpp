// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/hostdocument.h"

#include "base/utf8.h"
#include "config/filetext.h"
#include "hosts/entries/entryreader.h"
#include "hosts/table/hoststr.h"
#include "hosts/text/filesyntaxes.h"

#include <algorithm>
#include <utility>

namespace sonde::hosts {

HostDocument HostDocument::parse(const Host &host, const Bytes &text)
{
    HostDocument result;
    result.m_text = PlacedText(text);
    if (const QString encoding = config::wideEncoding(text.view()); !encoding.isEmpty()) {
        result.m_problems.push_back(
            {Text::tr("The file is %1, which hosts cannot read. Save it as UTF-8.").arg(encoding),
                1, 1});
        return result;
    }
    std::size_t begin = 0;
    if (text.view().starts_with(kByteOrderMark)) {
        begin = kByteOrderMark.size();
        result.m_problems.push_back({Text::tr("The file begins with a byte order mark. Some "
                                              "hosts cannot read it. Save it without one."),
            1, 1});
    }
    ReadText read = fileSyntax(host.syntax).read(text, begin);
    result.m_text = std::move(read.text);
    if (read.error)
        result.m_problems.push_back(
            result.m_text.problemAt(read.error->offset, read.error->sentence));
    else
        result.m_shape = EntryReader(host, result.m_text, result.m_entries, result.m_problems)
                             .read(result.root());
    return result;
}

const HostEntry *sameEntry(const HostDocument &document, const HostEntry &entry)
{
    const auto &all = document.entries();
    const auto found = std::find_if(all.begin(), all.end(), [&](const HostEntry &other) {
        return other.name == entry.name && other.project == entry.project;
    });
    return found == all.end() ? nullptr : &*found;
}

} // namespace sonde::hosts
