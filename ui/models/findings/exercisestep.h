// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/requirement.h"

#include <QString>

#include <cstdint>

namespace sonde::models {

// What a person does in the window so that messages put requirements to the test, in the order of a
// session.
enum class ExerciseStep : std::uint8_t {
    Connect,
    LogIn,
    ListTools,
    CallTool,
    RespondToRequests, // call a tool that asks the client something
    CancelCall,
    RunTask,
    ListResources,
    ReadResource,
    Subscribe,
    ListPrompts,
    GetPrompt,
    Complete,
    ReceiveLogs,
    CheckServer,
    EndConnection,
};
inline constexpr std::size_t kExerciseSteps = std::size_t(ExerciseStep::EndConnection) + 1;

// By what the rules of the requirement are about; what no panel sends is left to a check of the
// server.
ExerciseStep exerciseStep(const findings::Requirement &requirement);

QString stepTitle(ExerciseStep step); // "Call a tool"
// What preparing the step opens, and what is left to do: "Opens Tools: choose a tool, fill in its
// arguments, and call it."
QString stepSentence(ExerciseStep step);

} // namespace sonde::models
