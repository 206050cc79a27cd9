// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>
#include <memory>

namespace sonde::models {

// Counts the background jobs that read from a store, so that none does after the end of what has
// started them. Their owner stops them first, and then waits.
class StoreReaders {
public:
    // The job holds it as long as it may read.
    std::shared_ptr<void> enter() const;
    void wait() const; // until nobody reads any more

private:
    std::shared_ptr<std::atomic<int>> m_count = std::make_shared<std::atomic<int>>(0);
};

} // namespace sonde::models
