// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <QStringView>

#include <cstdint>
#include <string>
#include <string_view>

namespace sonde::json {

// Writes compact JSON text front to back. raw() splices existing JSON text byte for byte, so that
// arguments typed by the user reach the wire exactly as typed.
class Builder {
public:
    Builder &beginObject();
    Builder &endObject();
    Builder &beginArray();
    Builder &endArray();
    Builder &key(std::string_view utf8);
    Builder &string(std::string_view utf8);
    Builder &string(QStringView text);
    Builder &number(std::int64_t value);
    Builder &number(double value); // the shortest text that reads back as the same value
    Builder &boolean(bool value);
    Builder &null();
    Builder &raw(std::string_view json);

    // key() followed by the value.
    Builder &member(std::string_view name, std::string_view text) { return key(name).string(text); }
    Builder &member(std::string_view name, QStringView text) { return key(name).string(text); }
    Builder &member(std::string_view name, std::int64_t value) { return key(name).number(value); }
    Builder &member(std::string_view name, bool value) { return key(name).boolean(value); }
    // Without these overloads, a literal would choose bool and an int would be ambiguous.
    Builder &member(std::string_view name, const char *text)
    {
        return key(name).string(std::string_view(text));
    }
    Builder &member(std::string_view name, int value)
    {
        return key(name).number(std::int64_t(value));
    }
    Builder &rawMember(std::string_view name, std::string_view json) { return key(name).raw(json); }

    std::string_view view() const { return m_text; }
    Bytes take();
    std::string takeString();

private:
    void separate();
    std::string m_text;
    bool m_needComma = false;
};

// Appends the text as a JSON string with quotes, escapes what RFC 8259 requires and keeps the rest
// as UTF-8.
void appendQuoted(std::string &out, std::string_view utf8);
std::string quoted(std::string_view utf8);

} // namespace sonde::json
