// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/link/transport.h"
#include "wire/process/launch.h"

#include <memory>

namespace sonde::wire {

// Communicates with a child process over stdin and stdout (2025-11-25 basic/transports#stdio);
// stderr is a separate channel. The child leads its own process group, so that wrappers (npx, sh)
// do not leave the actual server running.
class StdioTransport final : public Transport {
    Q_OBJECT
public:
    explicit StdioTransport(Launch launch, QObject *parent = nullptr);
    ~StdioTransport() override; // hands a running child to the reaper, without waiting

    void start() override;
    void send(const Bytes &bytes) override;
    void cork() override;
    void uncork() override;
    void stop() override;
    // Closes stdin after all queued data was written; the process may continue.
    void closeInput();
    void setReading(bool reading) override;
    // How long other processes of the group may keep the pipes open after the server has exited;
    // 500 ms by default.
    void setLingering(std::chrono::milliseconds lingering);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace sonde::wire
