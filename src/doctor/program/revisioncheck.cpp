// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/revisioncheck.h"

#include "mcp/message/revision.h"

namespace sonde::doctor {

namespace {

constexpr qsizetype kMaxMessage = 300; // characters

QString serverNameOf(const RevisionFacts &facts)
{
    const json::Value result = facts.response->result();
    const json::Value info = result["serverInfo"].isObject()
        ? result["serverInfo"]
        : result["_meta"]["io.modelcontextprotocol/serverInfo"];
    const QString name = info["name"].toString().left(60);
    const QString version = info["version"].toString().left(40);
    return version.isEmpty() ? name : name + u' ' + version;
}

} // namespace

std::vector<DoctorFinding> judgeRevision(const RevisionFacts &facts, const config::Profile &profile)
{
    const rpc::Message &response = *facts.response;
    if (response.kind == rpc::Kind::ErrorResponse)
        return {{Kind::InitializeRefused,
            {rpc::shownErrorCode(response.errorCodeText()),
                response.error()["message"].toString().left(kMaxMessage)}}};
    const mcp::Era era = facts.isModern ? mcp::Era::Modern : mcp::Era::Legacy;
    const bool wantsModern =
        profile.era == config::EraMode::Modern || mcp::eraOf(profile.revision) == mcp::Era::Modern;
    const bool wantsLegacy =
        profile.era == config::EraMode::Legacy || mcp::eraOf(profile.revision) == mcp::Era::Legacy;
    if ((wantsModern && !facts.isModern) || (wantsLegacy && facts.isModern))
        return {{Kind::OtherEra,
            {mcp::eraWord(era), facts.revision,
                mcp::eraWord(wantsModern ? mcp::Era::Modern : mcp::Era::Legacy)}}};
    if (!mcp::eraOf(facts.revision))
        return {{Kind::RevisionUnknown, {facts.revision.left(60)}}};
    return {{Kind::RevisionFine, {facts.revision, mcp::eraWord(era), serverNameOf(facts)}}};
}

} // namespace sonde::doctor
