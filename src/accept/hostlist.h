// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "accept/fact.h"
#include "base/bytes.h"
#include "base/result.h"

#include <QStringList>

#include <vector>

namespace sonde::accept {

// What hosts and model APIs do with the tools of a server, each fact with its source.
class HostList {
public:
    static constexpr std::size_t kMaxBytes = std::size_t(4) << 20;

    // The list in resources/hosts-accept.json, which is read when it is first needed. Thread-safe.
    static const HostList &instance();
    // The error names the host and the member that is wrong.
    static Result<HostList> read(const Bytes &text);

    const std::vector<JudgingHost> &all() const { return m_all; }
    // By its id or an alias; null if there is none.
    const JudgingHost *find(const QString &name) const;
    QStringList ids() const;

private:
    std::vector<JudgingHost> m_all;
};

} // namespace sonde::accept
