// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// RFC 3339: dates, times and durations.

#include "schema/format.h"

#include <array>
#include <optional>

namespace sonde::schema {

namespace {

class Reader {
public:
    explicit Reader(std::string_view text)
        : m_text(text)
    {
    }
    bool atEnd() const { return m_text.empty(); }
    bool skip(char c)
    {
        if (m_text.empty() || m_text.front() != c)
            return false;
        m_text.remove_prefix(1);
        return true;
    }
    bool skipAny(char a, char b) { return skip(a) || skip(b); }
    std::optional<int> digits(int count)
    {
        int value = 0;
        for (int i = 0; i < count; ++i) {
            if (!isDigit())
                return std::nullopt;
            value = value * 10 + (m_text.front() - '0');
            m_text.remove_prefix(1);
        }
        return value;
    }
    bool someDigits()
    {
        if (!isDigit())
            return false;
        while (isDigit())
            m_text.remove_prefix(1);
        return true;
    }
    char front() const { return m_text.empty() ? '\0' : m_text.front(); }

private:
    bool isDigit() const
    {
        return !m_text.empty() && m_text.front() >= '0' && m_text.front() <= '9';
    }
    std::string_view m_text;
};

bool date(Reader &in)
{
    constexpr std::array kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const auto year = in.digits(4);
    if (!year || !in.skip('-'))
        return false;
    const auto month = in.digits(2);
    if (!month || *month < 1 || *month > 12 || !in.skip('-'))
        return false;
    const auto day = in.digits(2);
    const bool leap = (*year % 4 == 0 && *year % 100 != 0) || *year % 400 == 0;
    const int last = kDays[static_cast<std::size_t>(*month - 1)] + (*month == 2 && leap ? 1 : 0);
    return day && *day >= 1 && *day <= last;
}

bool time(Reader &in)
{
    const auto hour = in.digits(2);
    if (!hour || *hour > 23 || !in.skip(':'))
        return false;
    const auto minute = in.digits(2);
    if (!minute || *minute > 59 || !in.skip(':'))
        return false;
    const auto second = in.digits(2);
    if (!second || *second > 60)
        return false;
    if (in.skip('.') && !in.someDigits())
        return false;
    int offset = 0;
    if (!in.skipAny('Z', 'z')) {
        const int sign = in.skip('-') ? 1 : in.skip('+') ? -1 : 0;
        if (sign == 0)
            return false;
        const auto hours = in.digits(2);
        if (!hours || *hours > 23 || !in.skip(':'))
            return false;
        const auto minutes = in.digits(2);
        if (!minutes || *minutes > 59)
            return false;
        offset = sign * (*hours * 60 + *minutes);
    }
    // A leap second is the last one of a day in UTC.
    constexpr int kDay = 24 * 60;
    const int utc = ((*hour * 60 + *minute + offset) % kDay + kDay) % kDay;
    return *second < 60 || utc == kDay - 1;
}

// dur-date or dur-time: the units in this order, each at most once and without gaps, as in the
// grammar of appendix A.
bool units(Reader &in, std::string_view order)
{
    bool any = false;
    std::size_t at = 0;
    while (in.front() >= '0' && in.front() <= '9') {
        in.someDigits();
        const auto found = order.find(in.front(), at);
        if (found == std::string_view::npos || (any && found != at))
            return false;
        in.skip(in.front());
        at = found + 1;
        any = true;
    }
    return any;
}

} // namespace

bool isDate(std::string_view text)
{
    Reader in(text);
    return date(in) && in.atEnd();
}

bool isTime(std::string_view text)
{
    Reader in(text);
    return time(in) && in.atEnd();
}

bool isDateTime(std::string_view text)
{
    Reader in(text);
    return date(in) && in.skipAny('T', 't') && time(in) && in.atEnd();
}

bool isDuration(std::string_view text)
{
    Reader in(text);
    if (!in.skip('P'))
        return false;
    if (text.ends_with('W'))
        return in.someDigits() && in.skip('W') && in.atEnd();
    const bool hasDate = in.front() != 'T';
    if (hasDate && !units(in, "YMD"))
        return false;
    if (in.skip('T') && !units(in, "HMS"))
        return false;
    return in.atEnd();
}

} // namespace sonde::schema
