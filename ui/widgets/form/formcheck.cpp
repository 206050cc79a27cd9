// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/formcheck.h"

#include "schema/validator.h"

namespace sonde::widgets {

namespace {

// About a second.
constexpr std::uint64_t kMaxSteps = 5'000'000;

} // namespace

FormFindings checkText(const std::shared_ptr<const json::Document> &schema,
    const schema::Remotes &remotes, const Bytes &text, const std::stop_token &stop)
{
    FormFindings findings;
    const auto document = json::Document::parse(text);
    if (!document.isValid() || !schema)
        return findings;
    schema::ValidatorOptions options;
    options.assertFormat = true;
    options.limits.maxSteps = kMaxSteps;
    options.limits.maxUnits = kMaxProblems;
    const auto validator = schema::Validator::make(schema, remotes, options);
    if (!validator) {
        findings.unknown = validator.error().sentence;
        return findings;
    }
    if (stop.stop_requested())
        return findings;
    schema::Outcome outcome = validator->validate(document.root());
    if (outcome.verdict == schema::Outcome::Verdict::TooComplex)
        findings.unknown = outcome.sentence;
    else
        findings.units = std::move(outcome.errors);
    return findings;
}

} // namespace sonde::widgets
