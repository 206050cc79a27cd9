// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/schemastore.h"

#include "schema/schematr.h"

#include <QStringList>

namespace sonde::schema {

namespace {

constexpr std::string_view kVocabulary{"https://json-schema.org/draft/2020-12/vocab/"};

Error unusable(const QString &sentence, const json::Value &at)
{
    Error error;
    error.domain = Domain::Json;
    error.sentence = sentence;
    if (at)
        error.detail = Text::tr("at #%1").arg(at.pointer());
    return error;
}

Error unsupported(const QString &sentence, const json::Value &at)
{
    Error error = unusable(sentence, at);
    error.code = kUnsupportedDialect;
    return error;
}

QString quote(std::string_view text)
{
    return QStringLiteral("“%1”").arg(json::toQString(text));
}

} // namespace

SchemaStore::SchemaStore(Remotes remotes, SchemaDialect fallback)
    : m_remotes(std::move(remotes))
    , m_fallback(fallback)
{
}

SchemaStore::~SchemaStore() = default;

Result<SchemaPlace> SchemaStore::addRoot(
    const std::shared_ptr<const json::Document> &document, std::string_view uri)
{
    if (!document->isValid()) {
        return unusable(Text::tr("The schema is not JSON: %1")
                            .arg(document->error() ? document->error()->reason : QString()),
            {});
    }
    m_documents.push_back(document);
    auto resource = std::make_unique<SchemaResource>();
    resource->base = Uri::parse(uri);
    resource->root = document->root();
    resource->dialect = m_fallback;
    SchemaResource *const top = m_resources.emplace_back(std::move(resource)).get();
    m_byUri.try_emplace(top->base.withoutFragment(), top);
    if (auto done = index(document->root(), top); !done)
        return done.error();
    return SchemaPlace{document->root(), resourceOf(document->root())};
}

const SchemaResource *SchemaStore::resourceOf(const json::Value &schema) const
{
    const auto found = m_byPlace.find({schema.document(), schema.id()});
    return found == m_byPlace.end() ? nullptr : found->second;
}

std::vector<const SchemaResource *> SchemaStore::resources() const
{
    std::vector<const SchemaResource *> all;
    for (const auto &resource : m_resources)
        all.push_back(resource.get());
    return all;
}

// Visits only the locations that hold schemas: an "$id" in an "enum" identifies nothing.
Result<void> SchemaStore::index(const json::Value &root, SchemaResource *resource)
{
    std::vector<Task> tasks{{root, resource}};
    while (!tasks.empty()) {
        const Task task = tasks.back();
        tasks.pop_back();
        auto entered = enter(task.value, task.resource);
        if (!entered)
            return entered.error();
        SchemaResource *const own = *entered;
        if (!m_byPlace.try_emplace({task.value.document(), task.value.id()}, own).second)
            continue;
        if (m_byPlace.size() > kMaxSchemas)
            return unusable(
                Text::tr("The schema is too complex: it has more than %1 parts.").arg(kMaxSchemas),
                {});
        if (!task.value.isObject())
            continue;
        addAnchors(task.value, *own);
        addChildren(task.value, own, tasks);
    }
    return {};
}

// The resource of a schema: its own if the schema has an identifier, otherwise its parent's.
Result<SchemaResource *> SchemaStore::enter(const json::Value &schema, SchemaResource *parent)
{
    if (!schema.isObject())
        return parent;
    auto dialect = dialectOf(schema, parent->dialect);
    if (!dialect)
        return dialect.error();
    if (schema.id() == parent->root.id() && schema.document() == parent->root.document())
        parent->dialect = *dialect;
    // draft-07 8.3: beside $ref all other keywords are ignored.
    if (dialect->draft == Draft::Draft7 && schema["$ref"].isString())
        return parent;
    const json::Value id = schema["$id"];
    if (!id.isString())
        return parent;
    const Uri reference = Uri::parse(id.text());
    Uri base = parent->base.resolve(reference);
    base.hasFragment = false;
    const std::string name = base.withoutFragment();
    const bool onlyFragment = reference.withoutFragment().empty();
    if (onlyFragment)
        return parent; // draft-07: "$id": "#name" defines an anchor
    auto resource = std::make_unique<SchemaResource>();
    resource->base = base;
    resource->root = schema;
    resource->dialect = *dialect;
    SchemaResource *const own = m_resources.emplace_back(std::move(resource)).get();
    m_byUri[name] = own;
    return own;
}

void SchemaStore::addAnchors(const json::Value &schema, SchemaResource &resource)
{
    if (resource.dialect.draft == Draft::Draft7) {
        const json::Value id = schema["$id"];
        const Uri uri = id.isString() ? Uri::parse(id.text()) : Uri();
        if (!schema["$ref"].isString() && uri.hasFragment && !uri.fragment.empty())
            resource.anchors.try_emplace(uri.fragment, schema.id());
        return;
    }
    if (const json::Value anchor = schema["$anchor"]; anchor.isString())
        resource.anchors.try_emplace(anchor.text(), schema.id());
    if (const json::Value anchor = schema["$dynamicAnchor"]; anchor.isString()) {
        resource.anchors.try_emplace(anchor.text(), schema.id());
        resource.dynamicAnchors.try_emplace(anchor.text(), schema.id());
    }
}

void SchemaStore::addChildren(
    const json::Value &schema, SchemaResource *resource, std::vector<Task> &tasks) const
{
    const auto isSchema = [](const json::Value &value) {
        return value.isObject() || value.isBool();
    };
    for (const json::Value member : schema) {
        switch (holds(resource->dialect.draft, member.key())) {
        case Holds::Nothing:
            break;
        case Holds::Schema:
            if (isSchema(member))
                tasks.push_back({member, resource});
            break;
        case Holds::SchemaOrArray:
            if (isSchema(member))
                tasks.push_back({member, resource});
            [[fallthrough]];
        case Holds::Array:
            if (member.isArray()) {
                for (const json::Value item : member)
                    tasks.push_back({item, resource});
            }
            break;
        case Holds::Map:
        case Holds::MapOrStrings:
            if (member.isObject()) {
                for (const json::Value item : member) {
                    if (isSchema(item))
                        tasks.push_back({item, resource});
                }
            }
            break;
        }
    }
}

Result<SchemaDialect> SchemaStore::dialectOf(
    const json::Value &schema, const SchemaDialect &inherited)
{
    const json::Value name = schema["$schema"];
    if (!name.isString())
        return inherited;
    const std::string uri = name.text();
    if (const auto known = knownDialect(uri))
        return *known;
    const auto found = m_remotes.find(Uri::parse(uri).withoutFragment());
    if (found == m_remotes.end())
        return unsupported(Text::tr("The schema uses an unsupported dialect: %1. Sonde supports "
                                    "JSON Schema 2020-12 and draft-07.")
                               .arg(quote(uri)),
            schema);
    const json::Value meta = found->second->root();
    const json::Value vocabulary = meta["$vocabulary"];
    if (!vocabulary.isObject())
        return knownDialect(meta["$schema"].text()).value_or(inherited);
    SchemaDialect dialect{Draft::Draft2020, false, false, false, false};
    for (const json::Value entry : vocabulary) {
        const std::string key = entry.key();
        const std::string_view part = std::string_view(key).starts_with(kVocabulary)
            ? std::string_view(key).substr(kVocabulary.size())
            : std::string_view();
        dialect.applicator = dialect.applicator || part == "applicator";
        dialect.validation = dialect.validation || part == "validation";
        dialect.unevaluated = dialect.unevaluated || part == "unevaluated";
        dialect.formatAssertion = dialect.formatAssertion || part == "format-assertion";
        const bool known = part == "core" || part == "applicator" || part == "validation"
            || part == "unevaluated" || part == "format-assertion" || part == "format-annotation"
            || part == "meta-data" || part == "content";
        // 2020-12 core 8.1.2: a required vocabulary that is unknown must be refused.
        if (!known && entry.toBool().value_or(true))
            return unsupported(
                Text::tr("The schema requires an unsupported vocabulary: %1.").arg(quote(key)),
                schema);
    }
    return dialect;
}

Result<const SchemaResource *> SchemaStore::load(const std::string &uri)
{
    if (const auto known = m_byUri.find(uri); known != m_byUri.end())
        return known->second;
    std::shared_ptr<const json::Document> document;
    if (const auto remote = m_remotes.find(uri); remote != m_remotes.end())
        document = remote->second;
    else if (const auto text = metaSchema(uri); !text.empty())
        document = std::make_shared<json::Document>(json::Document::parse(text));
    else {
        Error error =
            unusable(Text::tr("The schema refers to %1, which is not part of it. Sonde fetches "
                              "no schema from the network.")
                         .arg(quote(uri)),
                {});
        error.code = kExternalReference;
        return error;
    }
    if (auto added = addRoot(document, uri); !added)
        return added.error();
    return m_byUri.at(uri);
}

Result<SchemaPlace> SchemaStore::resolve(const SchemaResource &from, std::string_view reference)
{
    const Uri target = from.base.resolve(Uri::parse(reference));
    const auto resource = load(target.withoutFragment());
    if (!resource)
        return resource.error();
    return fragment(**resource, target);
}

Result<SchemaPlace> SchemaStore::fragment(const SchemaResource &resource, const Uri &target)
{
    const std::string name = percentDecoded(target.fragment);
    json::Value value;
    if (name.empty()) {
        value = resource.root;
    } else if (name.front() == '/') {
        const QString inside = resource.root.pointer() + json::toQString(name);
        value = resource.root.document()->pointer(inside);
    } else if (const auto anchor = resource.anchors.find(name); anchor != resource.anchors.end()) {
        value = resource.root.document()->value(anchor->second);
    }
    if (!value || !(value.isObject() || value.isBool())) {
        return unusable(
            Text::tr("The schema refers to %1, but there is no schema at that location.")
                .arg(quote(target.withoutFragment() + '#' + target.fragment)),
            {});
    }
    // A pointer may refer to a location that no keyword reads as a schema.
    if (!resourceOf(value)) {
        json::Value above = value.parent();
        while (above && !resourceOf(above))
            above = above.parent();
        // The document's root is always indexed.
        if (auto done = index(value, m_byPlace.at({above.document(), above.id()})); !done)
            return done.error();
    }
    return SchemaPlace{value, resourceOf(value)};
}

} // namespace sonde::schema
