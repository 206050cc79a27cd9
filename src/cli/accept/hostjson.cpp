// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/accept/hostjson.h"

#include "json/builder.h"

namespace sonde::cli {

namespace {

using accept::Fact;
using accept::HostView;
using accept::Issue;
using accept::ToolView;
using json::Builder;

void addSource(Builder &to, const Fact &fact)
{
    to.member("means", fact.means).member("source", fact.source).member("date", fact.date);
    if (!fact.condition.isEmpty())
        to.member("condition", fact.condition);
}

void addIssues(Builder &to, const std::vector<Issue> &issues)
{
    to.key("issues").beginArray();
    for (const Issue &issue : issues) {
        to.beginObject().member("level", accept::levelName(issue.level)).member("what", issue.what);
        if (issue.count > 0) {
            to.member("count", issue.count).key("places").beginArray();
            for (const QString &place : issue.places)
                to.string(place);
            to.endArray();
        }
        if (issue.fact)
            addSource(to, *issue.fact);
        to.endObject();
    }
    to.endArray();
}

void addTool(Builder &to, const ToolView &tool)
{
    to.beginObject().member("name", tool.name);
    if (tool.seen.isEmpty())
        to.key("nameForModel").null();
    else
        to.member("nameForModel", tool.seen);
    to.member("verdict", accept::levelName(tool.verdict))
        .member("tokens", std::int64_t(tool.tokens));
    addIssues(to, tool.issues);
    to.endObject();
}

void addHost(Builder &to, const HostView &view)
{
    to.beginObject().member("id", view.host->id).member("name", view.host->name);
    if (!view.host->version.isEmpty())
        to.member("version", view.host->version);
    to.member("tokens", std::int64_t(view.tokens)).member("lost", view.lost());
    addIssues(to, view.issues);
    to.key("tools").beginArray();
    for (const ToolView &tool : view.tools)
        addTool(to, tool);
    to.endArray().key("facts").beginArray();
    for (const Fact &fact : view.host->facts) {
        if (fact.level)
            continue; // where it matters, it is an issue
        to.beginObject().member("about", accept::aboutText(fact.about));
        addSource(to, fact);
        to.endObject();
    }
    to.endArray().endObject();
}

} // namespace

std::string hostsJson(const accept::JudgedOffer &offer, const std::vector<HostView> &views)
{
    Builder made;
    made.beginObject().member("server", offer.server).member("isComplete", offer.isComplete);
    made.key("hosts").beginArray();
    for (const HostView &view : views)
        addHost(made, view);
    made.endArray().endObject();
    return made.takeString() + '\n';
}

} // namespace sonde::cli
