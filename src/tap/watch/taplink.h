// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/lineframer.h"
#include "tap/announce/tapline.h"
#include "tap/breakpoint/controllink.h"
#include "tap/relay/inlet.h"

#include <QSocketNotifier>

#include <string>

namespace sonde::tap {

// The window's end of a tap's socket: what the tap says of itself, as long as it runs. What it
// sends is bounded, and a tap that sends anything else is left.
class TapLink final : public ControlLink {
    Q_OBJECT
public:
    explicit TapLink(Inlet socket, QObject *parent = nullptr);

    const TapIntroduction &introduction() const { return m_introduction; } // once introduced
    const TapProgress &progress() const { return m_progress; }
    // Sets breakpoints, or decides (tap/breakpoint/controlline.h). From the first line on this
    // window controls the tap. A tap that does not read is left once kMaxUnsent bytes wait.
    void say(const std::string &line) override;
    bool isOpen() const override { return m_socket.isOpen(); }
    TapTransport transport() const override
    {
        return m_introduction.url.isEmpty() ? TapTransport::Stdio : TapTransport::Http;
    }
    bool hasEnded() const { return m_ended; } // it said so: the recording is complete

    static constexpr std::size_t kMaxUnsent = std::size_t(64) << 20;

Q_SIGNALS:
    void introduced();
    void progressed();

private:
    void read();
    void write();
    bool take(std::string_view line);
    void close();

    Inlet m_socket;
    QSocketNotifier m_notifier;
    QSocketNotifier m_writable; // enabled while something is unsent
    rpc::LineFramer m_lines{kMaxHeldLine};
    std::string m_unsent;
    bool m_controls = false;
    TapIntroduction m_introduction;
    TapProgress m_progress;
    bool m_known = false;
    bool m_ended = false;
};

} // namespace sonde::tap
