// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/toolbox.h"
#include "demo/call/offer.h"
#include "demo/call/pages.h"
#include "schema/validator.h"

#include <map>

namespace sonde::agent {

// What the server for coding agents offers: the tools of tooltable.h.
class AgentServer final : public demo::Offer {
public:
    // `toolbox` outlives it.
    AgentServer(Toolbox &toolbox, QByteArray secretBytes);

    std::string serverInfo(const demo::Features &features, demo::Detail detail) const override;
    std::string instructions() const override;
    std::string capabilities(const demo::Features &features) const override;
    bool hasResources() const override { return false; }
    bool hasLogs() const override { return false; }
    bool hasResource(std::string_view) const override { return false; }
    bool handle(demo::Call &call) override;

private:
    void callTool(demo::Call &call);
    // What is wrong with the arguments; empty: they match the schema.
    std::string problemOf(const AgentTool &tool, const json::Value &arguments);

    Toolbox &m_toolbox;
    trace::Redactor m_redactor;
    demo::Pages m_pages{options};
    std::map<ToolId, schema::Validator> m_validators;
};

} // namespace sonde::agent
