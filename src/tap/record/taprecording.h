// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/record/recordingfile.h"
#include "tap/record/reportingsink.h"

#include <optional>

namespace sonde::tap {

// The recording of one tap: the session file that is written, and what windows are told of it.
class TapRecording {
public:
    // `file` as for RecordingFile, `name` is that of the server. The announcement outlives it.
    TapRecording(Announcement &announcement, const QString &file, const QString &name,
        std::size_t bound = trace::Recorder::kDefaultBound);

    // Creates the session file. Until then, and if it fails, nothing is recorded.
    Result<void> open();
    bool isOpen() const { return m_isOpen; }
    const QString &path() const { return m_file.path(); }
    trace::Recorder &recorder() { return m_recorder; }
    // For traffic that windows shall see at once; nullptr while it is not open.
    rpc::TrafficSink *traffic() { return m_isOpen ? &m_sink : nullptr; }

    // For all traffic, open or not; without a file the newest traffic is kept in memory.
    rpc::TrafficSink &sink() { return m_sink; }

    // Windows find the tap from now on; the name, the session file and the process of the tap are
    // filled in. A tap without a recording has nothing to show. An empty folder: none is wanted.
    Result<void> announce(const QString &folder, TapIntroduction who);
    // As ReportingSink::setHost().
    void setHost(const QString &name) { m_sink.setHost(name); }

    // Writes what is left, and returns why the recording is incomplete, if it is. No window is told
    // of that end before Announcement::end().
    std::optional<Error> finish();

private:
    const QString m_name;
    Announcement &m_announcement;
    trace::Recorder m_recorder;
    RecordingFile m_file;
    ReportingSink m_sink;
    bool m_isOpen = false;
};

} // namespace sonde::tap
