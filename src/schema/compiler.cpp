// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/compiler.h"

#include "schema/schematr.h"

#include <algorithm>
#include <array>

namespace sonde::schema {

namespace {

// 2020-12 validation 9, content 8 and format 7: their values are kept as annotations.
constexpr std::array<std::string_view, 12> kAnnotations{"title", "description", "default",
    "deprecated", "readOnly", "writeOnly", "examples", "format", "contentEncoding",
    "contentMediaType", "contentSchema", "$comment"};

} // namespace

Compiler::Compiler(SchemaStore &store, bool assertFormat)
    : m_store(store)
    , m_assertFormat(assertFormat)
{
}

Compiler::~Compiler() = default;

Result<const Schema *> Compiler::compile(const SchemaPlace &root)
{
    const Schema *const top = schemaAt(root);
    while (!m_error) {
        while (!m_toFill.empty() && !m_error) {
            Schema *const next = m_toFill.front();
            m_toFill.pop_front();
            fill(*next);
        }
        addDynamicAnchors();
        if (m_toFill.empty())
            break;
    }
    if (m_error)
        return *m_error;
    return top;
}

const Schema *Compiler::schemaAt(const SchemaPlace &place)
{
    auto &known = m_schemas[place.value.document()][place.value.id()];
    if (!known) {
        known = std::make_unique<Schema>();
        known->source = place.value;
        known->resource = place.resource;
        m_toFill.push_back(known.get());
    }
    return known.get();
}

const Schema *Compiler::schema(const json::Value &source, const SchemaResource &inheritFrom)
{
    const SchemaResource *const resource = m_store.resourceOf(source);
    return schemaAt({source, resource ? resource : &inheritFrom});
}

const Schema *Compiler::reference(const json::Value &keyword, const SchemaResource &from)
{
    if (!keyword.isString()) {
        malformed(keyword, Text::tr("must be a string"));
        return nullptr;
    }
    auto place = m_store.resolve(from, keyword.text());
    if (!place) {
        refuse(place.error(), keyword);
        return nullptr;
    }
    return schemaAt(*place);
}

const Compiler::Dynamic *Compiler::dynamicAnchor(const std::string &name)
{
    auto &known = m_dynamic[name];
    if (!known)
        known = std::make_unique<Dynamic>();
    return known.get();
}

void Compiler::addDynamicAnchors()
{
    for (auto &[name, dynamic] : m_dynamic) {
        for (const SchemaResource *resource : m_store.resources()) {
            const auto anchor = resource->dynamicAnchors.find(name);
            if (anchor != resource->dynamicAnchors.end() && !dynamic->contains(resource))
                dynamic->emplace(resource,
                    schemaAt({resource->root.document()->value(anchor->second), resource}));
        }
    }
}

void Compiler::malformed(const json::Value &keyword, const QString &demand)
{
    Error error;
    error.domain = Domain::Json;
    error.sentence =
        Text::tr("The schema is not valid: “%1” %2.").arg(json::toQString(keyword.key()), demand);
    refuse(std::move(error), keyword);
}

void Compiler::refuse(Error error, const json::Value &keyword)
{
    if (m_error)
        return;
    if (error.detail.isEmpty())
        error.detail = Text::tr("at #%1").arg(keyword.pointer());
    m_error = std::move(error);
}

void Compiler::fill(Schema &schema)
{
    if (schema.source.isBool()) {
        schema.kind = *schema.source.toBool() ? Schema::Kind::Always : Schema::Kind::Never;
        return;
    }
    if (!schema.source.isObject()) {
        Error error;
        error.domain = Domain::Json;
        error.sentence = Text::tr("The schema is not valid: it must be an object, true or false.");
        return refuse(std::move(error), schema.source);
    }
    addChecks(schema);
    schema.sortChecks();
}

void Compiler::addChecks(Schema &schema)
{
    const SchemaDialect &dialect = schema.resource->dialect;
    addLogicChecks(*this, schema);
    const bool onlyReference = dialect.draft == Draft::Draft7 && schema.source["$ref"].isString();
    if (onlyReference)
        return;
    if (dialect.validation || dialect.formatAssertion)
        addValueChecks(*this, schema);
    if (dialect.validation)
        addNameChecks(*this, schema);
    if (dialect.applicator) {
        addArrayChecks(*this, schema);
        addObjectChecks(*this, schema);
    }
    for (const json::Value keyword : schema.source) {
        if (std::find(kAnnotations.begin(), kAnnotations.end(), keyword.key())
            != kAnnotations.end())
            schema.annotations.push_back(keyword);
    }
}

} // namespace sonde::schema
