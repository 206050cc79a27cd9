// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/formcheck.h"

#include "schema/validator.h"

#include <QCoreApplication>

namespace sonde::widgets {

namespace {

// About a second.
constexpr std::uint64_t kMaxSteps = 5'000'000;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(sonde::widgets::SchemaForm)
};

} // namespace

FormVerdict checkText(const std::shared_ptr<const json::Document> &schema,
    const schema::Remotes &remotes, const Bytes &text, const std::stop_token &stop)
{
    FormVerdict verdict;
    const auto document = json::Document::parse(text);
    if (!document.isValid() || !schema)
        return verdict;
    schema::Options options;
    options.assertFormat = true;
    options.limits.maxSteps = kMaxSteps;
    options.limits.maxUnits = kMaxProblems;
    const auto validator = schema::Validator::make(schema, remotes, options);
    if (!validator) {
        verdict.unknown =
            Words::tr("The schema cannot be used: %1").arg(validator.error().sentence);
        return verdict;
    }
    if (stop.stop_requested())
        return verdict;
    schema::Outcome outcome = validator->validate(document.root());
    if (outcome.verdict == schema::Outcome::Verdict::TooComplex)
        verdict.unknown = outcome.sentence;
    else
        verdict.units = std::move(outcome.errors);
    return verdict;
}

} // namespace sonde::widgets
