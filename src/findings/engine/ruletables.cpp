// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/ruletables.h"

#include "findings/rules/authorization/authorizationtables.h"
#include "findings/rules/client/clienttables.h"
#include "findings/rules/flow/flowtables.h"
#include "findings/rules/lifecycle/lifecycletables.h"
#include "findings/rules/message/messagetables.h"
#include "findings/rules/server/servertables.h"
#include "findings/rules/tasks/taskstables.h"
#include "findings/rules/transports/transportstables.h"

namespace sonde::findings {

std::vector<std::span<const Rule>> ruleTables()
{
    return {appsRules(), authRules(), batchRules(), bearerRules(), cancelRules(), capabilityRules(),
        challengeRules(), choiceRules(), clientProofRules(), contentRules(), discoveryRules(),
        elicitationModeRules(), elicitationRules(), errorCodeRules(), extTaskRules(),
        extTaskStateRules(), handshakeRules(), headerRules(), httpRules(), interimRules(),
        jsonRpcRules(), lifecycleRules(), listenRules(), listRules(), loginRules(), metadataRules(),
        metaRules(), mirrorRules(), modernRules(), negotiatedRules(), paginationRules(),
        partRules(), practiceRules(), progressRules(), rateRules(), refusalRules(),
        registrationRules(), relatedTaskRules(), samplingRules(), samplingToolRules(),
        schemaRules(), scopeRules(), sessionRules(), skillFileRules(), skillRules(), stdioRules(),
        streamRules(), structureRules(), subscriptionRules(), taskCallRules(), taskMessageRules(),
        taskRules(), timeoutRules(), tokenRules(), toolCallRules(), toolHeaderRules(),
        toolListRules(), toolSchemaRules(), transportRules(), versionRules()};
}

} // namespace sonde::findings
