// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/inputfixture.h"

#include "demo/signature.h"
#include "json/builder.h"

namespace sonde::demo {

namespace {
constexpr int kMissingClientCapability = -32021;

bool declares(const Call &call, const InputRequest &request)
{
    const json::Value declared = call.meta()["io.modelcontextprotocol/clientCapabilities"];
    return declared[request.capability].exists();
}
} // namespace

bool InputFixture::isLeftOut(const Call &call, const InputRequest &request) const
{
    return asksWhatItCan && !declares(call, request);
}

std::string InputFixture::stateOf(std::size_t round, const QByteArray &secret) const
{
    return std::to_string(round) + '.' + signature(secret, {name, std::to_string(round)});
}

void InputFixture::run(Call &call, const QByteArray &secret) const
{
    const json::Value responses = call.params()["inputResponses"];
    const json::Value state = call.params()["requestState"];
    if (!responses && !state)
        return require(call, 0, secret);
    if (!responses.isObject())
        return call.fail(rpc::kInvalidParams, "inputResponses must be an object.");
    std::size_t round = 0;
    while (hasState && round < rounds.size() && !state.equals(stateOf(round, secret)))
        ++round;
    if (round == rounds.size())
        return call.fail(rpc::kInvalidParams, "requestState is not what this server gave out.");
    for (const InputRequest &each : rounds[round]) {
        const json::Value response = responses[each.name];
        if (!response && !isLeftOut(call, each))
            return require(call, round, secret);
        if (response && !response.isObject())
            return call.fail(rpc::kInvalidParams, "The response " + each.name + " is no object.");
    }
    if (round + 1 < rounds.size())
        return require(call, round + 1, secret);
    finish(call, responses);
}

void InputFixture::require(Call &call, std::size_t round, const QByteArray &secret) const
{
    json::Builder requests;
    requests.beginObject();
    for (const InputRequest &each : rounds[round]) {
        if (isLeftOut(call, each))
            continue;
        if (!declares(call, each)) {
            return call.refuse(kMissingClientCapability,
                "This needs the client capability " + each.capability + '.',
                R"({"requiredCapabilities":{")" + each.capability + R"(":{}}})");
        }
        requests.key(each.name)
            .beginObject()
            .member("method", each.method)
            .rawMember("params", each.params)
            .endObject();
    }
    requests.endObject();
    json::Builder result;
    result.beginObject()
        .member("resultType", "input_required")
        .rawMember("inputRequests", requests.view());
    if (hasState)
        result.member("requestState", stateOf(round, secret));
    result.endObject();
    call.finishSealed(result.view());
}

} // namespace sonde::demo
