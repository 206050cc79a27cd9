// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/privateaddress.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sonde::wire {

namespace {

struct Range4 {
    quint32 begin;
    int bits;
};
// RFC 6890, and ranges added since.
constexpr std::array kPrivate4{Range4{0x00000000, 8}, Range4{0x0a000000, 8}, Range4{0x64400000, 10},
    Range4{0x7f000000, 8}, Range4{0xa9fe0000, 16}, Range4{0xac100000, 12}, Range4{0xc0000000, 24},
    Range4{0xc0a80000, 16}, Range4{0xc6120000, 15}, Range4{0xe0000000, 4}, Range4{0xf0000000, 4}};

bool isPrivate4(quint32 address)
{
    return std::any_of(kPrivate4.begin(), kPrivate4.end(), [address](const Range4 &range) {
        return (address >> (32 - range.bits)) == (range.begin >> (32 - range.bits));
    });
}

quint32 last4(const Q_IPV6ADDR &address, int at)
{
    quint32 value = 0;
    for (int i = 0; i < 4; ++i)
        value = (value << 8) | address[at + i];
    return value;
}

} // namespace

bool isPrivateAddress(const QHostAddress &address)
{
    bool is4 = false;
    const quint32 v4 = address.toIPv4Address(&is4); // also ::ffff:a.b.c.d
    if (is4)
        return isPrivate4(v4);
    if (address.protocol() != QAbstractSocket::IPv6Protocol)
        return true; // not an IP address
    const Q_IPV6ADDR v6 = address.toIPv6Address();
    const auto zeros = [&v6](int count) {
        return std::all_of(&v6.c[0], &v6.c[count], [](quint8 byte) { return byte == 0; });
    };
    if (zeros(12)) // ::, ::1, and the old form of an IPv4 address
        return true;
    if (v6[0] == 0x00 && v6[1] == 0x64 && v6[2] == 0xff && v6[3] == 0x9b) // NAT64
        return isPrivate4(last4(v6, 12));
    if (v6[0] == 0x20 && v6[1] == 0x02) // 6to4
        return isPrivate4(last4(v6, 2));
    return (v6[0] & 0xfe) == 0xfc // unique local
        || (v6[0] == 0xfe && (v6[1] & 0x80) == 0x80) // link-local, and the old site-local
        || v6[0] == 0xff; // multicast
}

bool isLoopbackHost(const QString &host)
{
    QString name = host.toLower();
    if (name.startsWith(u'[') && name.endsWith(u']'))
        name = name.mid(1, name.size() - 2);
    if (name == QLatin1String("localhost") || name.endsWith(QLatin1String(".localhost")))
        return true;
    return QHostAddress(name).isLoopback();
}

} // namespace sonde::wire
