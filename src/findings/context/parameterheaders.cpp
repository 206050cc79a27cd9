// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/parameterheaders.h"

#include <algorithm>
#include <vector>

namespace sonde::findings {

bool isParameterHeader(const wire::HttpHeader &header)
{
    return header.name.toLower().startsWith(kParameterHeader);
}

std::string parameterHeadersText(const wire::HttpHeaders &headers)
{
    std::vector<QByteArray> lines;
    for (const wire::HttpHeader &header : headers.fields()) {
        if (isParameterHeader(header))
            lines.push_back(header.name.toLower() + ':' + header.value + '\n');
    }
    std::sort(lines.begin(), lines.end());
    std::string text;
    for (const QByteArray &line : lines)
        text += line.toStdString();
    return text;
}

} // namespace sonde::findings
