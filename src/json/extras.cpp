// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json/extras.h"

namespace sonde::json {

void blankOutExtras(std::string &text)
{
    std::size_t comma = std::string::npos; // the last comma, if only space followed it
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            comma = std::string::npos;
            for (++i; i < text.size() && text[i] != '"'; ++i) {
                if (text[i] == '\\')
                    ++i;
            }
        } else if (c == '/' && i + 1 < text.size() && (text[i + 1] == '/' || text[i + 1] == '*')) {
            const bool line = text[i + 1] == '/';
            const std::size_t end = line ? text.find_first_of("\r\n", i) : text.find("*/", i + 2);
            const std::size_t after = end == std::string::npos ? text.size() : line ? end : end + 2;
            for (; i < after; ++i) {
                if (text[i] != '\n' && text[i] != '\r')
                    text[i] = ' ';
            }
            --i;
        } else if (c == ',') {
            comma = i;
        } else if ((c == '}' || c == ']') && comma != std::string::npos) {
            text[comma] = ' ';
            comma = std::string::npos;
        } else if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
            comma = std::string::npos;
        }
    }
}

} // namespace sonde::json
