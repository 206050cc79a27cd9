// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/offers.h"

#include "config/configerror.h"
#include "config/configtext.h"
#include "json/builder.h"

#include <QUrl>

#include <array>

namespace sonde::config {

namespace {

struct Switch {
    std::string_view name;
    bool Offers::*member;
};

constexpr std::array<Switch, 10> kSwitches{{
    {"sampling", &Offers::sampling},
    {"samplingTools", &Offers::samplingTools},
    {"samplingContext", &Offers::samplingContext},
    {"elicitationForm", &Offers::elicitationForm},
    {"elicitationUrl", &Offers::elicitationUrl},
    {"roots", &Offers::roots},
    {"rootsChanged", &Offers::rootsChanged},
    {"tasks", &Offers::tasks},
    {"answerRoots", &Offers::respondToRoots},
    {"answerByRules", &Offers::respondByRules},
}};

} // namespace

std::string capabilitiesOf(const Offers &offers)
{
    const auto addFlag = [](json::Builder &out, bool wanted, std::string_view name) {
        if (wanted)
            out.key(name).beginObject().endObject();
    };
    json::Builder out;
    out.beginObject();
    if (offers.roots) {
        out.key("roots").beginObject();
        if (offers.rootsChanged)
            out.member("listChanged", true);
        out.endObject();
    }
    if (offers.sampling) {
        out.key("sampling").beginObject();
        addFlag(out, offers.samplingTools, "tools");
        addFlag(out, offers.samplingContext, "context");
        out.endObject();
    }
    if (offers.elicitationForm || offers.elicitationUrl) {
        out.key("elicitation").beginObject();
        addFlag(out, offers.elicitationForm, "form");
        addFlag(out, offers.elicitationUrl, "url");
        out.endObject();
    }
    if (offers.tasks) {
        out.key("tasks").beginObject();
        addFlag(out, true, "list");
        addFlag(out, true, "cancel");
        out.key("requests").beginObject();
        if (offers.sampling)
            out.rawMember("sampling", R"({"createMessage":{}})");
        if (offers.elicitationForm || offers.elicitationUrl)
            out.rawMember("elicitation", R"({"create":{}})");
        out.endObject().endObject();
    }
    if (!offers.experimental.empty())
        out.rawMember("experimental", offers.experimental);
    if (!offers.extensions.empty())
        out.rawMember("extensions", offers.extensions);
    return out.endObject().takeString();
}

QString rootUri(const Root &root)
{
    return QString::fromLatin1(QUrl::fromLocalFile(root.path).toEncoded());
}

std::string rootsResult(const std::vector<Root> &folders)
{
    json::Builder out;
    out.beginObject().key("roots").beginArray();
    for (const Root &root : folders) {
        out.beginObject().member("uri", QStringView(rootUri(root)));
        if (!root.name.isEmpty())
            out.member("name", QStringView(root.name));
        out.endObject();
    }
    return out.endArray().endObject().takeString();
}

std::string offersToJson(const Offers &offers)
{
    const Offers usual;
    json::Builder out;
    out.beginObject();
    for (const Switch &flag : kSwitches) {
        if (offers.*flag.member != usual.*flag.member)
            out.member(flag.name, offers.*flag.member);
    }
    if (!offers.experimental.empty())
        out.rawMember("experimental", offers.experimental);
    if (!offers.extensions.empty())
        out.rawMember("extensions", offers.extensions);
    if (!offers.rules.empty())
        out.rawMember("rules", offers.rules);
    if (!offers.folders.empty()) {
        out.key("folders").beginArray();
        for (const Root &root : offers.folders) {
            out.beginObject().member("path", QStringView(root.path));
            if (!root.name.isEmpty())
                out.member("name", QStringView(root.name));
            out.endObject();
        }
        out.endArray();
    }
    return out.endObject().takeString();
}

Result<Offers> offersFromJson(const json::Value &object)
{
    if (!object.isObject())
        return valueError(object, typeSentence(ValueType::Object));
    Offers offers;
    for (const Switch &flag : kSwitches) {
        const json::Value value = object[flag.name];
        if (value && !value.isBool())
            return valueError(value, typeSentence(ValueType::Flag));
        offers.*flag.member = value.toBool().value_or(offers.*flag.member);
    }
    for (const auto &[name, text] : {std::pair{"experimental", &offers.experimental},
             std::pair{"extensions", &offers.extensions}}) {
        const json::Value value = object[name];
        if (value && !value.isObject())
            return valueError(value, typeSentence(ValueType::Object));
        *text = value.raw();
    }
    const json::Value rules = object["rules"];
    if (rules && !rules.isArray())
        return valueError(rules, Text::tr("%1 must be an array."));
    offers.rules = rules.raw();
    const json::Value folders = object["folders"];
    if (folders && (!folders.isArray() || folders.count() > kMaxRoots))
        return valueError(folders, Text::tr("%1 must be an array of folders."));
    for (const json::Value folder : folders) {
        if (!folder["path"].isString())
            return valueError(folder, Text::tr("%1 must be an object with a “path”."));
        offers.folders.push_back({folder["path"].toString(), folder["name"].toString()});
    }
    return offers;
}

} // namespace sonde::config
