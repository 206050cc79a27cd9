// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/link/transport.h"
#include "wire/process/launch.h"

#include <memory>

namespace sonde::wire {

// A child process spoken to over stdin and stdout (2025-11-25 basic/transports#stdio), with stderr
// as a channel of its own. The child leads its own process group, so that wrappers (npx, sh) do
// not leave the real server behind.
class StdioTransport final : public Transport {
    Q_OBJECT
public:
    explicit StdioTransport(Launch launch, QObject *parent = nullptr);
    ~StdioTransport() override; // a running child goes to the reaper; nobody waits

    void start() override;
    void send(const Bytes &bytes) override;
    void cork() override;
    void uncork() override;
    void stop() override;
    // The end of input, once all that was queued is written; the process may go on.
    void closeInput();
    void setReading(bool reading) override;
    // How long other processes of the group may keep the pipes open after the server has exited:
    // 500 ms if not set.
    void setLingering(std::chrono::milliseconds lingering);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace sonde::wire
