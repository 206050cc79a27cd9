// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/validator.h"

#include "schema/compiler.h"
#include "schema/schematr.h"

namespace sonde::schema {

namespace {

SchemaDialect dialectFor(Draft draft)
{
    SchemaDialect dialect;
    dialect.draft = draft;
    return dialect;
}

Outcome outcomeOf(bool passed, Evaluation &run)
{
    Outcome outcome;
    if (run.isTooComplex()) {
        outcome.verdict = Outcome::Verdict::TooComplex;
        outcome.sentence = Text::tr("Too complex to check. %1").arg(run.complaint());
        return outcome;
    }
    outcome.verdict = passed ? Outcome::Verdict::Valid : Outcome::Verdict::Invalid;
    outcome.errors = std::move(run.errors);
    if (passed)
        outcome.annotations = std::move(run.annotations);
    return outcome;
}

} // namespace

struct Validator::Private {
    Private(Remotes remotes, const ValidatorOptions &o)
        : options(o)
        , store(std::move(remotes), dialectFor(o.fallback))
        , compiler(store, o.assertFormat)
    {
    }
    const ValidatorOptions options;
    SchemaStore store;
    Compiler compiler;
    const Schema *root = nullptr;
};

Validator::Validator(std::unique_ptr<Private> p)
    : d(std::move(p))
{
}

Validator::Validator(Validator &&) noexcept = default;
Validator &Validator::operator=(Validator &&) noexcept = default;
Validator::~Validator() = default;

Result<Validator> Validator::make(const std::shared_ptr<const json::Document> &schema,
    const Remotes &remotes, const ValidatorOptions &options)
{
    auto p = std::make_unique<Private>(remotes, options);
    const auto place = p->store.addRoot(schema, options.uri);
    if (!place)
        return place.error();
    const auto root = p->compiler.compile(*place);
    if (!root)
        return root.error();
    p->root = *root;
    return Validator(std::move(p));
}

Outcome Validator::validate(const json::Value &instance) const
{
    Evaluation quick(d->options.limits, false, d->options.annotations);
    const bool passed = quick.evaluate(*d->root, instance, nullptr);
    if (passed || quick.isTooComplex())
        return outcomeOf(passed, quick);
    // A second pass collects the errors.
    Evaluation thorough(d->options.limits, true, false);
    thorough.evaluate(*d->root, instance, nullptr);
    if (thorough.isTooComplex() && !thorough.errors.empty()) {
        // The first pass has the verdict: not all errors are there.
        Outcome outcome;
        outcome.verdict = Outcome::Verdict::Invalid;
        outcome.errors = std::move(thorough.errors);
        return outcome;
    }
    return outcomeOf(false, thorough);
}

} // namespace sonde::schema
