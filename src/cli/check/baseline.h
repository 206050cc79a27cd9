// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "findings/context/finding.h"
#include "trace/record/store.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace sonde::cli {

// Findings that are known and accepted: a file of JSON such as
// {"version":1,"accepted":[{"rule":"tools.content-present","method":"tools/call","target":"echo"}]}.
// Without a method or target, every one is meant.
class Baseline {
public:
    static constexpr qint64 kMaxBytes = qint64(4) << 20;
    static constexpr std::size_t kMaxEntries = 10'000;

    static Result<Baseline> read(const QString &file);
    // The file must not exist.
    static Result<void> write(const QString &file, const std::vector<findings::Finding> &found,
        const trace::Store &store, const std::vector<trace::Record> &records);

    bool accepts(const findings::Finding &finding, const trace::Store &store,
        const std::vector<trace::Record> &records);
    // The rules of entries that accepted nothing.
    QStringList unused() const;

private:
    struct Entry {
        std::string rule;
        QString method;
        QString target;
        bool wasUsed = false;
    };
    std::vector<Entry> m_entries;
};

} // namespace sonde::cli
