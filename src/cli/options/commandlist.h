// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Every command, in the order of the help: the function that describes it (toolsListCommand(),
// beside its implementation), its name in code, and its kind (see CommandKind).
#define SONDE_COMMANDS(COMMAND)                                                                    \
    COMMAND(toolsList, ToolsList, List)                                                            \
    COMMAND(toolsShow, ToolsShow, Request)                                                         \
    COMMAND(toolsCall, ToolsCall, Request)                                                         \
    COMMAND(resourcesList, ResourcesList, List)                                                    \
    COMMAND(resourcesTemplates, ResourcesTemplates, List)                                          \
    COMMAND(resourcesRead, ResourcesRead, Request)                                                 \
    COMMAND(resourcesSubscribe, ResourcesSubscribe, Request)                                       \
    COMMAND(promptsList, PromptsList, List)                                                        \
    COMMAND(promptsGet, PromptsGet, Request)                                                       \
    COMMAND(completePrompt, CompletePrompt, Request)                                               \
    COMMAND(completeResource, CompleteResource, Request)                                           \
    COMMAND(request, Request, Request)                                                             \
    COMMAND(notify, Notify, Request)                                                               \
    COMMAND(info, Info, Request)                                                                   \
    COMMAND(check, Check, Client)                                                                  \
    COMMAND(snapshot, Snapshot, Client)                                                            \
    COMMAND(compare, Compare, Client)                                                              \
    COMMAND(replay, Replay, Client)                                                                \
    COMMAND(test, Test, Client)                                                                    \
    COMMAND(load, Load, Client)                                                                    \
    COMMAND(fanOut, FanOut, Client)                                                                \
    COMMAND(doctor, Doctor, Client)                                                                \
    COMMAND(validate, Validate, Request)                                                           \
    COMMAND(shell, Shell, Client)                                                                  \
    COMMAND(open, Open, Client)                                                                    \
    COMMAND(close, Close, Local)                                                                   \
    COMMAND(requests, Requests, Local)                                                             \
    COMMAND(respond, Respond, Local)                                                               \
    COMMAND(authLogin, AuthLogin, Auth)                                                            \
    COMMAND(authStatus, AuthStatus, Auth)                                                          \
    COMMAND(authLogout, AuthLogout, Auth)                                                          \
    COMMAND(authToken, AuthToken, Auth)                                                            \
    COMMAND(tap, TapUrl, Server)                                                                   \
    COMMAND(hostsList, HostsList, Hosts)                                                           \
    COMMAND(hostsShow, HostsShow, Hosts)                                                           \
    COMMAND(hostsImport, HostsImport, Hosts)                                                       \
    COMMAND(hostsExport, HostsExport, Hosts)                                                       \
    COMMAND(hostsAdd, HostsAdd, Hosts)                                                             \
    COMMAND(hostsTap, HostsTap, Hosts)                                                             \
    COMMAND(hostsUntap, HostsUntap, Hosts)                                                         \
    COMMAND(traceShow, TraceShow, Trace)                                                           \
    COMMAND(traceFilter, TraceFilter, Trace)                                                       \
    COMMAND(traceStats, TraceStats, Trace)                                                         \
    COMMAND(traceTail, TraceTail, Trace)                                                           \
    COMMAND(traceCheck, TraceCheck, Trace)                                                         \
    COMMAND(traceExport, TraceExport, Trace)                                                       \
    COMMAND(traceReport, TraceReport, Trace)                                                       \
    COMMAND(traceImport, TraceImport, Trace)                                                       \
    COMMAND(mock, MockPassing, Client)                                                             \
    COMMAND(mcp, Mcp, Local)                                                                       \
    COMMAND(skill, Skill, Local)                                                                   \
    COMMAND(rule, Rule, Local)                                                                     \
    COMMAND(help, HelpPage, Local)                                                                 \
    COMMAND(completion, Completion, Local)

// The second meaning of words that have two: without a server.
#define SONDE_OTHER_MEANINGS(MEANING)                                                              \
    MEANING(ValidateFiles, Local)                                                                  \
    MEANING(TapProgram, Local)                                                                     \
    MEANING(OpenList, Local)                                                                       \
    MEANING(Mock, Local)
