// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/offers/tools.h"

#include "json/builder.h"

namespace sonde::demo {

// Tools that take their time or send a lot meanwhile.
namespace {

constexpr std::int64_t kMaxCount = 100'000;

struct Count {
    std::int64_t to = 0;
    Milliseconds delay{0};
};

void countOn(Call &call, const Count &count, std::int64_t done)
{
    if (done > 0)
        call.progress(done, count.to, "counted " + std::to_string(done));
    if (done == count.to) {
        const std::string text = "Counted to " + std::to_string(done) + '.';
        return call.finish(ToolResult(call.features()).text(text).json());
    }
    call.after(count.delay, [count, done](Call &later) { countOn(later, count, done + 1); });
}

void slowCount(Call &call, Arguments &arguments)
{
    Count count;
    count.to = arguments.integer("n", 10, 1, kMaxCount);
    count.delay = Milliseconds(arguments.integer("delay_ms", 500, 0, kMaxDelay));
    if (!arguments.fit())
        return Tools::rejectArguments(call, arguments);
    countOn(call, count, 0);
}

constexpr std::int64_t kMaxFlood = 10'000'000;
constexpr std::int64_t kMaxFloodSize = 1 << 20;
// So much is made at once; then what has come in is looked at, a cancellation for example.
constexpr std::int64_t kFloodPortion = 1 << 18;
constexpr Milliseconds kTimeToDrain{5};

struct Flood {
    std::int64_t count = 0;
    std::string filler;
};

void floodOn(Call &call, const Flood &flood, std::int64_t sent)
{
    if (call.isCongested()) {
        call.after(kTimeToDrain, [=](Call &later) { floodOn(later, flood, sent); });
        return;
    }
    const bool asLog = call.wantsLog(LogLevel::Info);
    const auto size = std::int64_t(flood.filler.size()) + 1;
    for (std::int64_t made = 0; made < kFloodPortion && sent < flood.count; made += size) {
        ++sent;
        if (asLog)
            call.log(LogLevel::Info, "flood", json::quoted(flood.filler));
        else
            call.progress(sent, flood.count, flood.filler);
    }
    if (sent < flood.count) {
        call.after(Milliseconds(0), [=](Call &later) { floodOn(later, flood, sent); });
        return;
    }
    const std::string text = "Sent " + std::to_string(sent) + " notifications.";
    call.finish(ToolResult(call.features()).text(text).json());
}

void flood(Call &call, Arguments &arguments)
{
    Flood flood;
    flood.count = arguments.integer("n", 1000, 0, kMaxFlood);
    flood.filler = std::string(std::size_t(arguments.integer("size", 200, 0, kMaxFloodSize)), 'x');
    if (!arguments.fit())
        return Tools::rejectArguments(call, arguments);
    if (!call.wantsLog(LogLevel::Info) && !call.wantsProgress()) {
        return call.finish(ToolResult(call.features())
                               .text("Nothing to send: the log level is above info and "
                                     "there is no progress token.")
                               .error()
                               .json());
    }
    floodOn(call, flood, 0);
}

void logSomething(Call &call, Arguments &arguments)
{
    const std::string level = arguments.text("level", {});
    const std::string message = arguments.text("message", "A message for the log");
    if (arguments.value("level") && !logLevelNamed(level))
        arguments.reject("level", "must be a level of RFC 5424, such as warning");
    if (!arguments.fit())
        return Tools::rejectArguments(call, arguments);
    std::int64_t sent = 0;
    for (const std::string_view name : kLogLevelNames) {
        const LogLevel each = *logLevelNamed(name);
        if ((!level.empty() && level != name) || !call.wantsLog(each))
            continue;
        json::Builder data;
        data.beginObject().member("message", message).member("number", ++sent).endObject();
        call.log(each, "demo", data.view());
    }
    call.finish(
        ToolResult(call.features()).text(std::to_string(sent) + " log messages sent").json());
}

} // namespace

std::vector<Tool> slowTools()
{
    return {
        {"slow_count", "Slow count", "Counts with progress; can be cancelled.",
            R"({"type":"object","properties":{)"
            R"("n":{"type":"integer","minimum":1,"maximum":100000,"default":10,)"
            R"("description":"How far"},)"
            R"("delay_ms":{"type":"integer","minimum":0,"maximum":60000,"default":500,)"
            R"("description":"Between two numbers"}}})",
            {}, Hints::harmless(), slowCount, "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1M8 4v4l3 2"},
        {"flood", "Flood", "Sends many notifications: log messages, or else progress.",
            R"({"type":"object","properties":{)"
            R"("n":{"type":"integer","minimum":0,"maximum":10000000,"default":1000,)"
            R"("description":"How many"},)"
            R"("size":{"type":"integer","minimum":0,"maximum":1048576,"default":200,)"
            R"("description":"Bytes of each"}}})",
            {}, Hints::harmless(), flood, {}},
        {"log_something", "Log", "Sends a log message at one level or at every level.",
            R"({"type":"object","properties":{"level":{"type":"string","enum":["debug","info",)"
            R"("notice","warning","error","critical","alert","emergency"],)"
            R"("description":"Every level without it"},)"
            R"("message":{"type":"string","description":"What it says"}}})",
            {}, Hints::harmless(), logSomething, {}},
    };
}

} // namespace sonde::demo
