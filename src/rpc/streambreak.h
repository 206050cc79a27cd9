// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringView>

#include <cstdint>

namespace sonde::rpc {

// Why an event stream broke off that a connection needs.
struct StreamBreak {
    enum class Reason : std::uint8_t {
        Closed, // the connection to `peer`, in the middle of the response
        Other, // in `words`: what is rare, or read from a recording of another version
    };

    Reason reason = Reason::Other;
    QString peer = {}; // of Closed: "127.0.0.1:3001"
    int code = 0; // of Closed: libcurl's number, such as 18 or 56; 0: not known
    QString words = {};

    QString sentence() const; // in the language of the program
    // For session files: English, with the code. read() reads that of all versions.
    QString recordedText() const;
    static StreamBreak read(QStringView text);

    friend bool operator==(const StreamBreak &, const StreamBreak &) = default;
};

} // namespace sonde::rpc
