// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "rpc/trafficsink.h"
#include "trace/filter/filterrun.h"
#include "trace/record/store.h"

#include <string>

namespace sonde::tap {

// One message on its way, as a recording would have it, so that a filter of the trace can look at
// it before it is recorded.
class CrossingMessage final : public trace::Store {
public:
    // `method` and `asked`: of the request, if it is a response; else empty.
    CrossingMessage(rpc::Channel channel, const rpc::Message &message, const std::string &method,
        const std::string &asked, Stamp at);

    bool fits(const trace::Filter &filter) const;
    // The tool, prompt or resource that a request is about.
    const QString &target() const { return m_target; }

    rpc::StreamInfo stream(rpc::StreamId stream) const override;
    QString string(std::uint32_t number) const override;
    std::uint64_t length(rpc::StreamId stream) const override;
    Result<Bytes> read(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const override;
    Result<trace::Pieces> pieces(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const override;
    Result<Bytes> read(const trace::Record &record) const override;
    std::uint64_t messageCount() const override { return 1; }

protected:
    void keepNote(trace::Number number, const trace::Note &note) override;

private:
    const rpc::Channel m_channel;
    const Bytes m_text;
    QString m_method;
    QString m_target;
    QString m_asked;
    trace::FilterRow m_row;
};

} // namespace sonde::tap
