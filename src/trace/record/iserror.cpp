// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/iserror.h"

namespace sonde::trace {

namespace {

bool hasProblem(const Record &record)
{
    return record.problem != rpc::Problem::None && record.problem != rpc::Problem::LateResponse;
}

} // namespace

bool isError(const Record &record)
{
    return record.state == State::Error || record.state == State::ToolError
        || record.state == State::NoResponse || record.state == State::TimedOut
        || record.kind == rpc::Kind::Invalid
        || (record.kind == rpc::Kind::ErrorResponse && record.state != State::Declined)
        || hasProblem(record);
}

bool countsAsError(const Record &record)
{
    const bool isResponse =
        record.kind == rpc::Kind::Response || record.kind == rpc::Kind::ErrorResponse;
    if (record.kind == rpc::Kind::Exchange)
        return hasProblem(record);
    // Its request already counts as failed because of the malformed error.
    if (isResponse && record.pair != 0)
        return hasProblem(record) && record.problem != rpc::Problem::MalformedError;
    return isError(record);
}

} // namespace sonde::trace
