// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QtEndian>

#include <cstdint>

namespace sonde::test {

// Writes zip files, also ones that no packer writes (APPNOTE 4.3: local headers, the central
// directory, its end).
class ZipWriter {
public:
    // `mode` as Unix has it: type and permissions.
    ZipWriter &add(
        const QByteArray &path, const QByteArray &content = {}, std::uint32_t mode = 0100644)
    {
        append(path, content, content, 0, mode);
        return *this;
    }

    // Deflated: large contents in few bytes.
    ZipWriter &addDeflated(const QByteArray &path, const QByteArray &content)
    {
        // qCompress() gives 4 bytes of length and zlib's own 2 before, and 4 of a sum after it.
        const QByteArray packed = qCompress(content, 9);
        append(path, content, packed.mid(6, packed.size() - 10), 8, 0100644);
        return *this;
    }

    QByteArray bytes() const
    {
        QByteArray end("PK\x05\x06");
        put<quint16>(end, 0);
        put<quint16>(end, 0);
        put<quint16>(end, m_count);
        put<quint16>(end, m_count);
        put<quint32>(end, quint32(m_central.size()));
        put<quint32>(end, quint32(m_local.size()));
        put<quint16>(end, 0);
        return m_local + m_central + end;
    }

    bool write(const QString &path) const
    {
        QFile file(path);
        const QByteArray all = bytes();
        return file.open(QIODevice::WriteOnly) && file.write(all) == all.size();
    }

private:
    template <typename T>
    static void put(QByteArray &bytes, T value)
    {
        const T little = qToLittleEndian(value);
        bytes.append(reinterpret_cast<const char *>(&little), sizeof little);
    }

    static quint32 sumOf(const QByteArray &content)
    {
        quint32 sum = ~0U;
        for (const char c : content) {
            sum ^= quint8(c);
            for (int bit = 0; bit < 8; ++bit)
                sum = (sum >> 1) ^ ((sum & 1) != 0 ? 0xedb88320U : 0U);
        }
        return ~sum;
    }

    void append(const QByteArray &path, const QByteArray &content, const QByteArray &packed,
        quint16 method, std::uint32_t mode)
    {
        QByteArray common;
        put<quint16>(common, 20); // the version that is needed
        put<quint16>(common, 0x800); // names are UTF-8
        put<quint16>(common, method);
        put<quint16>(common, 0); // time
        put<quint16>(common, 0x5821); // date
        put<quint32>(common, sumOf(content));
        put<quint32>(common, quint32(packed.size()));
        put<quint32>(common, quint32(content.size()));
        put<quint16>(common, quint16(path.size()));
        put<quint16>(common, 0); // extra fields
        const auto offset = quint32(m_local.size());
        m_local += "PK\x03\x04" + common + path + packed;
        m_central += "PK\x01\x02";
        put<quint16>(m_central, 0x0314); // made on Unix
        m_central += common;
        put<quint16>(m_central, 0); // comment
        put<quint16>(m_central, 0); // disk
        put<quint16>(m_central, 0);
        put<quint32>(m_central, mode << 16);
        put<quint32>(m_central, offset);
        m_central += path;
        ++m_count;
    }

    QByteArray m_local;
    QByteArray m_central;
    quint16 m_count = 0;
};

// The manifest of a bundle whose program is started with these JSON members of mcp_config.
inline QByteArray bundleManifest(const QByteArray &command, const QByteArray &more = {})
{
    return R"({"manifest_version":"0.2","name":"weather","display_name":"Weather","version":"1.2.0",
        "description":"Says the weather.","author":{"name":"Ann"},"server":{"type":"node",
        "entry_point":"server/index.js","mcp_config":)"
        + command + '}' + (more.isEmpty() ? QByteArray() : ',' + more) + '}';
}

} // namespace sonde::test
