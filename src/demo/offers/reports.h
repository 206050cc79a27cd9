// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/offers/tools.h"

#include <deque>
#include <optional>
#include <string>

namespace sonde::demo {

// A tool that takes its time, and the tasks it runs as: those of 2025-11-25
// (basic/utilities/tasks), and those of the extension io.modelcontextprotocol/tasks. What a report
// has come to is worked out when somebody asks.
class Reports {
public:
    static constexpr std::size_t kMaxReports = 100; // the oldest are forgotten

    // The tool: at once a task, where the client wants one, else a call with progress.
    void write(Call &call, Arguments &arguments);
    // Responds to tasks/…; false: it is none of the era's.
    bool handle(Call &call);
    std::vector<Tool> tools();

private:
    enum class Stage { Working, InputRequired, Completed, Cancelled };
    struct Report {
        std::string id;
        std::string createdAt;
        std::int64_t steps = 0;
        Milliseconds delay{0};
        Milliseconds begun{0};
        bool needsInput = false; // somewhere in the middle
        std::optional<Milliseconds> inputAt;
        std::string reader; // whom it is for
        bool cancelled = false;
    };
    static Milliseconds inputTime(const Report &report);
    static Milliseconds endTime(const Report &report);
    static Stage stageOf(const Report &report, Milliseconds now);
    static std::string state(const Report &report, const Features &features, Milliseconds now);
    static std::string result(const Report &report, const Features &features);

    Report *find(const json::Value &params);
    void create(Call &call, Report report);
    void get(Call &call, const Report &report) const;
    void waitForResult(Call &call, const std::string &id);
    void list(Call &call) const;
    void cancel(Call &call, Report &report) const;
    void update(Call &call, Report &report) const;

    std::deque<Report> m_reports;
    std::uint64_t m_last = 0;
};

} // namespace sonde::demo
