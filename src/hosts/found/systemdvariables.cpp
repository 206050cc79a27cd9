// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/found/systemdvariables.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

namespace sonde::hosts {

namespace {

constexpr char kQuote[] = "$'";

bool isOctal(char digit)
{
    return digit >= '0' && digit <= '7';
}

// What a backslash stands for with this letter; every other character stands for itself.
char escaped(char letter)
{
    static constexpr QByteArrayView kLetters("abefnrtv");
    static constexpr QByteArrayView kMeant("\a\b\x1b\f\n\r\t\v");
    const qsizetype place = kLetters.indexOf(letter);
    return place < 0 ? letter : kMeant[place];
}

// systemd writes each further control character as three octal digits.
QByteArray withoutQuotes(QByteArrayView text)
{
    constexpr qsizetype kDigits = 3;
    QByteArray value;
    value.reserve(text.size());
    for (qsizetype i = 0; i < text.size() && text[i] != '\''; ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            value += text[i];
            continue;
        }
        ++i;
        if (!isOctal(text[i])) {
            value += escaped(text[i]);
            continue;
        }
        int code = 0;
        const qsizetype end = qMin(i + kDigits, text.size());
        for (; i < end && isOctal(text[i]); ++i)
            code = code * 8 + (text[i] - '0');
        --i;
        value += char(code);
    }
    return value;
}

} // namespace

QByteArray systemdValue(const QByteArray &output, const QByteArray &name)
{
    const QByteArray begin = name + '=';
    for (const QByteArray &line : output.split('\n')) {
        if (!line.startsWith(begin))
            continue;
        const QByteArrayView value = QByteArrayView(line).sliced(begin.size());
        return value.startsWith(kQuote) ? withoutQuotes(value.sliced(2)) : value.toByteArray();
    }
    return {};
}

} // namespace sonde::hosts
