// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/filter/filterrun.h"
#include "trace/record/store.h"
#include "json/value.h"

#include <string>

namespace sonde::review {

// One request of a server, as a recording would have it, so that a filter can look at it. In the
// stateless era there is no such message: it is a response that holds the method and the params.
class OneRequest : public trace::Store {
public:
    OneRequest(const std::string &method, const json::Value &params, const std::string &target);

    const trace::FilterRow &row() const { return m_row; }

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
    const QString m_method;
    const QString m_target;
    Bytes m_text;
    trace::FilterRow m_row;
};

} // namespace sonde::review
