// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/recordnames.h"

#include "rpc/message.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace sonde::trace {

namespace {

constexpr std::string_view kKinds[] = {"request", "response", "error", "notification", "invalid",
    "lifecycle", "stderr", "exchange", "event"};
// In the order of trace::State.
constexpr std::string_view kStates[] = {"none", "pending", "ok", "tool-error", "error", "cancelled",
    "no-answer", "late", "automatic", "declined", "timed-out", "ended", "open-at-end"};
static_assert(std::size(kStates) == std::size_t(kLastState) + 1);
constexpr std::string_view kOrigins[] = {"other", "check", "edited", "loadtest", "restart"};
static_assert(std::size(kOrigins) == std::size_t(rpc::kLastOrigin) + 1);
constexpr std::array<std::string_view, 5> kChannels{
    "sent", "received", "stderr", "lifecycle", "http"};

template <typename T>
std::optional<T> find(std::span<const std::string_view> names, std::string_view name)
{
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        return {};
    return static_cast<T>(found - names.begin());
}

} // namespace

std::span<const std::string_view> kindNames()
{
    return kKinds;
}

std::span<const std::string_view> stateNames()
{
    return kStates;
}

std::span<const std::string_view> problemNames()
{
    static const auto names = [] {
        std::array<std::string_view, std::size_t(rpc::kLastProblem) + 1> all;
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = rpc::problemName(static_cast<rpc::Problem>(i));
        return all;
    }();
    return names;
}

std::span<const std::string_view> originNames()
{
    return kOrigins;
}

std::string_view kindName(rpc::Kind kind)
{
    return kKinds[std::size_t(kind)];
}

std::string_view stateName(State state)
{
    return kStates[std::size_t(state)];
}

std::string_view originName(rpc::Origin origin)
{
    return kOrigins[std::size_t(origin)];
}

std::string_view channelName(rpc::Channel channel)
{
    return kChannels[std::size_t(channel)];
}

std::string_view directionName(rpc::Channel channel)
{
    return channel == rpc::Channel::Sent || channel == rpc::Channel::Received ? channelName(channel)
                                                                              : "none";
}

std::optional<rpc::Kind> kindFromName(std::string_view name)
{
    return find<rpc::Kind>(kKinds, name);
}

std::optional<State> stateFromName(std::string_view name)
{
    return find<State>(kStates, name);
}

std::optional<rpc::Channel> channelFromName(std::string_view name)
{
    return find<rpc::Channel>(kChannels, name);
}

std::optional<rpc::Problem> problemFromName(std::string_view name)
{
    return find<rpc::Problem>(problemNames(), name);
}

std::optional<rpc::Origin> originFromName(std::string_view name)
{
    return find<rpc::Origin>(kOrigins, name);
}

std::string utcText(std::int64_t wallNs)
{
    const auto seconds =
        (wallNs - (((wallNs % 1'000'000'000) + 1'000'000'000) % 1'000'000'000)) / 1'000'000'000;
    const auto micros = (wallNs - seconds * 1'000'000'000) / 1000;
    return QDateTime::fromSecsSinceEpoch(seconds)
               .toUTC()
               .toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss"))
               .toStdString()
        + '.' + QStringLiteral("%1").arg(micros, 6, 10, QLatin1Char('0')).toStdString() + 'Z';
}

} // namespace sonde::trace
