// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "trace/record/record.h"
#include "trace/record/stringtable.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace sonde::trace {

// A short text built without allocating; excess text is truncated.
class ShortText {
public:
    ShortText &add(std::string_view utf8);
    ShortText &add(std::uint64_t number);
    // Adds the text of a string, or any other value as written.
    ShortText &add(const json::Value &value);
    std::string_view view() const { return {m_text.data(), m_size}; }
    bool isEmpty() const { return m_size == 0; }

private:
    std::array<char, StringTable::kMaxText> m_text;
    std::size_t m_size = 0;
};

// The details of a message for its row, extracted from the JSON before any lock is taken.
struct Summary {
    State outcome = State::None; // of a response
    std::int32_t errorCode = 0; // of an error; see plainErrorCode()
    ShortText target; // of a request or notification
    StringTable::Use use = StringTable::Use::Varied; // of the target
    ShortText result; // of a response; see describesResult()
    ShortText instead; // of a response without a result yet: kInputRequired…, or kTask… with its id
    ShortText task; // of a response with a task's state: status, a blank, id
    std::string_view cancelledId; // the id in notifications/cancelled
};

// Prefixes of the target of a response that requires input, and of one that was replaced by a task.
inline constexpr std::string_view kInputRequired = "input_required";
inline constexpr std::string_view kTask = "task ";

Summary summarize(const rpc::Message &message);

// The text of the row of a progress or log notification. Servers send hundreds of thousands of
// them, all different, so these texts are not stored, but read again when they are shown.
ShortText describeEvent(const rpc::Message &message);

// Whether the target of a response to this method is Summary::result.
bool describesResult(std::string_view method);

// Whether a response to this method may be preliminary; its target is then Summary::instead. False
// for requests for a task's state.
bool maybeNotYet(std::string_view method);

// Whether the target of a response to this method is Summary::task, if it is set.
bool describesTask(std::string_view method);

// The state of the task in a target, which is that of Summary::task or of a task notification:
// Pending while the task runs, its outcome when it has ended, None if the target has no task state.
State taskState(std::string_view target);

} // namespace sonde::trace
