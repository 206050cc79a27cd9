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

// A short text that is put together without an allocation; what does not fit is cut.
class ShortText {
public:
    ShortText &add(std::string_view utf8);
    ShortText &add(std::uint64_t number);
    // A string's text, any other value as it is written.
    ShortText &add(const json::Value &value);
    std::string_view view() const { return {m_text.data(), m_size}; }
    bool isEmpty() const { return m_size == 0; }

private:
    std::array<char, StringTable::kMaxText> m_text;
    std::size_t m_size = 0;
};

// What a row says about a message besides its method, taken out of its JSON before any lock.
struct Summary {
    State outcome = State::None; // of a response
    std::int32_t errorCode = 0; // of an error; see plainErrorCode()
    ShortText target; // of a request or notification
    StringTable::Use use = StringTable::Use::Varied; // of the target
    ShortText result; // of a response; see describesResult()
    ShortText instead; // of a response that is not the result yet: kInputRequired…, kTask… its id
    ShortText task; // of a response that says how a task is: its status, a blank, its id
    std::string_view cancelledId; // the id that notifications/cancelled names
};

// How the target of a response begins that asks for input, and of one that a task stands for.
inline constexpr std::string_view kInputRequired = "input_required";
inline constexpr std::string_view kTask = "task ";

Summary summarize(const rpc::Message &message);

// What a row says of a progress or log notification. A server sends these by the hundred thousand,
// and each says something else, so they are not kept as strings but read again when shown.
ShortText describeEvent(const rpc::Message &message);

// Whether a response to this method shows Summary::result in place of its request's target.
bool describesResult(std::string_view method);

// Whether a response to this method may stand for one that comes later, and shows
// Summary::instead in place of its request's target: not one that asks how a task is.
bool maybeNotYet(std::string_view method);

// Whether a response to this method shows Summary::task, when there is one, in place of its
// request's target.
bool describesTask(std::string_view method);

// How the task is of which a target says so, as of Summary::task or of a notification about a task:
// Pending while it goes on, how it ended, None when the target says nothing of that.
State taskState(std::string_view target);

} // namespace sonde::trace
