// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow/step.h"

namespace sonde::auth {

const char *stepName(StepKind kind)
{
    switch (kind) {
    case StepKind::Challenge:
        return "challenge";
    case StepKind::ResourceMetadata:
        return "protected resource metadata";
    case StepKind::ChooseServer:
        return "authorization server";
    case StepKind::ServerMetadata:
        return "authorization server metadata";
    case StepKind::Client:
        return "client";
    case StepKind::AuthorizationRequest:
        return "authorization request";
    case StepKind::Redirect:
        return "redirect";
    case StepKind::IdentityAssertion:
        return "identity assertion";
    case StepKind::Token:
        return "token";
    case StepKind::Refresh:
        return "refresh";
    case StepKind::Revoke:
        return "revoke";
    }
    return "";
}

} // namespace sonde::auth
