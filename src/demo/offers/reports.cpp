// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/offers/reports.h"

#include "json/builder.h"

#include <QDateTime>

#include <algorithm>

namespace sonde::demo {

namespace {

constexpr std::int64_t kMaxReportSteps = 1000;
constexpr std::int64_t kTtl = 600'000; // milliseconds
constexpr std::int64_t kPollInterval = 300;
constexpr std::string_view kExtension = "io.modelcontextprotocol/tasks";
constexpr std::string_view kInput = "reader"; // the key of what is asked for

// Members without braces, for both shapes of a task.
std::string members(const std::string &object)
{
    return object.substr(1, object.size() - 2);
}

std::string readerParams(std::string_view related)
{
    json::Builder params;
    params.beginObject()
        .member("mode", "form")
        .member("message", "Who is the report for?")
        .rawMember("requestedSchema",
            R"({"type":"object","properties":{"reader":{"type":"string","title":"Reader",)"
            R"("default":"everybody"}},"required":["reader"]})");
    if (!related.empty())
        params.rawMember("_meta", related);
    return params.endObject().takeString();
}

std::string relatedMeta(const std::string &id)
{
    return R"({"io.modelcontextprotocol/related-task":{"taskId":)" + json::quoted(id) + "}}";
}

bool wantsTask(const Call &call)
{
    if (call.features().coreTasks)
        return call.params()["task"].isObject();
    return bool(
        call.meta()["io.modelcontextprotocol/clientCapabilities"]["extensions"][kExtension]);
}

void reportOn(Call &call, std::int64_t steps, Milliseconds delay, std::int64_t done)
{
    if (done > 0)
        call.progress(done, steps, "step " + std::to_string(done));
    if (done == steps)
        return call.finish(ToolResult(call.features()).text("A report for everyone.").json());
    call.after(delay, [=](Call &later) { reportOn(later, steps, delay, done + 1); });
}

} // namespace

Milliseconds Reports::inputTime(const Report &report)
{
    return report.begun + report.delay * (report.steps / 2);
}

Milliseconds Reports::endTime(const Report &report)
{
    if (!report.needsInput)
        return report.begun + report.delay * report.steps;
    const Milliseconds from = report.inputAt.value_or(inputTime(report));
    return from + report.delay * (report.steps - report.steps / 2);
}

Reports::Stage Reports::stageOf(const Report &report, Milliseconds now)
{
    if (report.cancelled)
        return Stage::Cancelled;
    if (report.needsInput && !report.inputAt)
        return now < inputTime(report) ? Stage::Working : Stage::InputRequired;
    return now < endTime(report) ? Stage::Working : Stage::Completed;
}

// 2025-11-25: ttl and pollInterval; the extension: ttlMs and pollIntervalMs.
std::string Reports::state(const Report &report, const Features &features, Milliseconds now)
{
    static constexpr const char *kWords[] = {"working", "input_required", "completed", "cancelled"};
    const Stage stage = stageOf(report, now);
    json::Builder task;
    task.beginObject()
        .member("taskId", report.id)
        .member("status", kWords[static_cast<std::size_t>(stage)]);
    if (stage == Stage::Working) {
        const auto left = report.delay.count() == 0
            ? 0
            : (endTime(report) - now + report.delay - Milliseconds(1)) / report.delay;
        const std::int64_t done = std::clamp<std::int64_t>(report.steps - left, 0, report.steps);
        task.member("statusMessage",
            std::string_view(
                "step " + std::to_string(done) + " of " + std::to_string(report.steps)));
    } else if (stage == Stage::InputRequired) {
        task.member("statusMessage", "waits for input");
    }
    task.member("createdAt", report.createdAt)
        .member("lastUpdatedAt", report.createdAt)
        .member(features.coreTasks ? "ttl" : "ttlMs", kTtl)
        .member(features.coreTasks ? "pollInterval" : "pollIntervalMs", kPollInterval)
        .endObject();
    return task.takeString();
}

std::string Reports::result(const Report &report, const Features &features)
{
    return ToolResult(features)
        .text("A report of " + std::to_string(report.steps) + " steps for "
            + (report.reader.empty() ? "everybody" : report.reader) + '.')
        .json();
}

void Reports::write(Call &call, Arguments &arguments)
{
    Report report;
    report.steps = arguments.integer("steps", 8, 1, kMaxReportSteps);
    report.delay = Milliseconds(arguments.integer("delay_ms", 500, 0, kMaxDelay));
    report.needsInput = arguments.flag("ask", false);
    if (!arguments.fit())
        return Tools::rejectArguments(call, arguments);
    if (wantsTask(call))
        return create(call, std::move(report));
    reportOn(call, report.steps, report.delay, 0);
}

void Reports::create(Call &call, Report report)
{
    report.id = "report-" + std::to_string(++m_last);
    report.begun = call.now();
    // The one place that needs the time of day: it is part of the message.
    report.createdAt = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toStdString();
    const std::string text = state(report, call.features(), call.now());
    if (m_reports.size() >= kMaxReports)
        m_reports.pop_front();
    m_reports.push_back(std::move(report));
    if (call.features().coreTasks)
        call.finish("{\"task\":" + text + '}');
    else
        call.finishSealed(R"({"resultType":"task",)" + members(text) + '}');
}

Reports::Report *Reports::find(const json::Value &params)
{
    const auto at = std::find_if(m_reports.begin(), m_reports.end(),
        [&](const Report &each) { return params["taskId"].equals(each.id); });
    return at == m_reports.end() ? nullptr : &*at;
}

bool Reports::handle(Call &call)
{
    const std::string_view method = call.method();
    const bool core = call.features().coreTasks;
    if (!method.starts_with("tasks/") || (!core && !call.features().resultTypes))
        return false;
    if (method == "tasks/list" && core) {
        list(call);
        return true;
    }
    if (method != "tasks/get" && method != "tasks/cancel"
        && method != (core ? "tasks/result" : "tasks/update"))
        return false;
    Report *const report = find(call.params());
    if (!report)
        call.fail(rpc::kInvalidParams, "This task does not exist or has expired.");
    else if (method == "tasks/get")
        get(call, *report);
    else if (method == "tasks/cancel")
        cancel(call, *report);
    else if (method == "tasks/result")
        waitForResult(call, report->id);
    else
        update(call, *report);
    return true;
}

void Reports::get(Call &call, const Report &report) const
{
    const Features &features = call.features();
    std::string text = members(state(report, features, call.now()));
    const Stage stage = stageOf(report, call.now());
    if (!features.coreTasks && stage == Stage::Completed)
        text += R"(,"result":)" + result(report, features);
    if (!features.coreTasks && stage == Stage::InputRequired)
        text += R"(,"inputRequests":{")" + std::string(kInput)
            + R"(":{"method":"elicitation/create","params":)" + readerParams({}) + "}}";
    call.finish('{' + text + '}');
}

// 2025-11-25 basic/utilities/tasks: the response waits for the end, and questions come before it.
void Reports::waitForResult(Call &call, const std::string &id)
{
    const auto again = [this, id](Call &later) { waitForResult(later, id); };
    const auto at = std::find_if(
        m_reports.begin(), m_reports.end(), [&](const Report &each) { return each.id == id; });
    if (at == m_reports.end())
        return call.fail(rpc::kInvalidParams, "The task has expired.");
    switch (stageOf(*at, call.now())) {
    case Stage::Working:
        // A cancellation may come before the end.
        return call.after(Milliseconds(kPollInterval), again);
    case Stage::Cancelled:
        return call.fail(rpc::kInternalError, "The task was cancelled.");
    case Stage::Completed: {
        std::string text = result(*at, call.features());
        text.pop_back();
        return call.finish(text + R"(,"_meta":)" + relatedMeta(id) + '}');
    }
    case Stage::InputRequired:
        break;
    }
    call.sendRequest({"elicitation/create", readerParams(relatedMeta(id)), "elicitation",
                         R"({"elicitation":{"form":{}}})"},
        [this, id, again](Call &resumed, const ClientResponse &response) {
            for (Report &each : m_reports) {
                if (each.id != id)
                    continue;
                each.inputAt = resumed.now();
                each.reader = response.result["content"]["reader"].text();
            }
            again(resumed);
        });
}

void Reports::list(Call &call) const
{
    std::string tasks;
    for (const Report &each : m_reports)
        tasks.append(tasks.empty() ? "" : ",").append(state(each, call.features(), call.now()));
    call.finish("{\"tasks\":[" + tasks + "]}");
}

void Reports::cancel(Call &call, Report &report) const
{
    const Stage stage = stageOf(report, call.now());
    const bool over = stage == Stage::Completed || stage == Stage::Cancelled;
    if (!call.features().coreTasks) { // only acknowledged
        report.cancelled = report.cancelled || !over;
        return call.finish("{}");
    }
    if (over)
        return call.fail(rpc::kInvalidParams, "The task has already ended.");
    report.cancelled = true;
    call.finish(state(report, call.features(), call.now()));
}

void Reports::update(Call &call, Report &report) const
{
    const json::Value response = call.params()["inputResponses"][kInput];
    if (response.isObject() && stageOf(report, call.now()) == Stage::InputRequired) {
        report.inputAt = call.now();
        report.reader = response["content"]["reader"].text();
    }
    call.finish("{}");
}

std::vector<Tool> Reports::tools()
{
    Tool tool{"write_report", "Write a report",
        "Takes a while: as a task if the client requests one, else with progress. It may ask who "
        "the report is for.",
        R"({"type":"object","properties":{)"
        R"("steps":{"type":"integer","minimum":1,"maximum":1000,"default":8,)"
        R"("description":"How many parts"},)"
        R"("delay_ms":{"type":"integer","minimum":0,"maximum":60000,"default":500,)"
        R"("description":"For each part"},)"
        R"("ask":{"type":"boolean","default":false,)"
        R"("description":"Who reads it"}}})",
        {}, Hints::harmless(), [this](Call &call, Arguments &arguments) { write(call, arguments); },
        {}};
    tool.asTask = true;
    return {std::move(tool)};
}

} // namespace sonde::demo
