// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/officialschemas.h"

#include "base/bytes.h"
#include "findings/catalogue/specificationfile.h"

#include <QString>

namespace sonde::findings {

namespace {

constexpr std::string_view kUri = "sonde:mcp-schema"; // the document, for references into it

Bytes schemaText(Revision revision)
{
    const auto name = revisionName(revision);
    return specificationFile(QStringLiteral("mcp-schemas/%1.json")
                                 .arg(QString::fromLatin1(name.data(), qsizetype(name.size()))));
}

// Older schemas are of draft-07.
const char *definitionsOf(const json::Document &document)
{
    return document.root()["$defs"] ? "$defs" : "definitions";
}

} // namespace

const std::shared_ptr<const json::Document> &OfficialSchemas::document(Revision revision)
{
    auto &document = m_documents[static_cast<std::size_t>(revision)];
    if (!document)
        document =
            std::make_shared<const json::Document>(json::Document::parse(schemaText(revision)));
    return document;
}

const schema::Validator *OfficialSchemas::type(Revision revision, std::string_view name)
{
    auto &types = m_types[static_cast<std::size_t>(revision)];
    if (const auto known = types.find(name); known != types.end())
        return known->second ? &*known->second : nullptr;
    auto &made = types[std::string(name)];
    const auto &all = document(revision);
    const char *definitions = definitionsOf(*all);
    if (!all->root()[definitions][name])
        return nullptr;
    const std::string text = R"({"$schema":)" + std::string(all->root()["$schema"].raw())
        + R"(,"$ref":")" + std::string(kUri) + "#/" + definitions + '/' + std::string(name) + "\"}";
    auto compiled = schema::Validator::make(
        std::make_shared<const json::Document>(json::Document::parse(Bytes::copyOf(text))),
        {{std::string(kUri), all}});
    if (compiled)
        made.emplace(std::move(compiled).value());
    return made ? &*made : nullptr;
}

const schema::Validator *OfficialSchemas::typeOf(Revision revision, const Requirement &requirement)
{
    auto &known = m_ofRequirements[static_cast<std::size_t>(revision)];
    const auto [place, isNew] = known.try_emplace(&requirement);
    if (isNew) {
        const auto area = requirement.area().size() + 1;
        place->second = type(revision, std::string_view(requirement.id).substr(area));
    }
    return place->second;
}

json::Value OfficialSchemas::keywordOf(Revision revision, const schema::Unit &error)
{
    const auto hash = error.absoluteLocation.indexOf(u'#');
    const bool isOfficial =
        hash >= 0 && error.absoluteLocation.left(hash) == QLatin1String(kUri.data());
    return isOfficial ? document(revision)->pointer(error.absoluteLocation.mid(hash + 1))
                      : json::Value();
}

} // namespace sonde::findings
