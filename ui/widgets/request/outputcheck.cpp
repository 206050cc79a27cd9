// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/outputcheck.h"

#include "schema/validator.h"

#include <algorithm>

namespace sonde::widgets {

namespace {

using DocumentPtr = std::shared_ptr<const json::Document>;

} // namespace

OutputCheck::OutputCheck(QObject *parent)
    : QObject(parent)
    , m_job(this)
{
}

void OutputCheck::start(
    const DocumentPtr &document, const json::Value &structured, const Bytes &schema, bool isError)
{
    m_job.stop();
    if (structured.exists() && !schema.isEmpty()) {
        take({});
        m_job.start<Found>([document, node = structured.id(), schema](
                               const std::stop_token &) { return check(document, node, schema); },
            [this](Found found) { take(std::move(found)); });
        return;
    }
    Found found;
    // An error needs none.
    if (!structured.exists() && !schema.isEmpty() && !isError) {
        found.verdict = Verdict::Missing;
        found.sentence = tr("The tool has an output schema, so its result must have structured "
                            "content, but has none.");
    }
    take(std::move(found));
}

void OutputCheck::clear()
{
    m_job.stop();
    take({});
}

void OutputCheck::take(Found found)
{
    m_verdict = found.verdict;
    m_sentence = std::move(found.sentence);
    m_marks = std::move(found.marks);
    Q_EMIT changed();
}

OutputCheck::Found OutputCheck::check(
    const DocumentPtr &document, json::NodeId node, const Bytes &schema)
{
    Found found;
    const auto parsed = std::make_shared<const json::Document>(json::Document::parse(schema));
    const Result<schema::Validator> validator = schema::Validator::make(parsed);
    if (!validator.ok()) {
        found.verdict = Verdict::BadSchema;
        found.sentence = tr("The output schema cannot be used: %1").arg(validator.error().sentence);
        return found;
    }
    const schema::Outcome outcome = validator->validate(document->value(node));
    switch (outcome.verdict) {
    case schema::Outcome::Verdict::Valid:
        found.verdict = Verdict::Fits;
        found.sentence = tr("structured content matches the output schema");
        break;
    case schema::Outcome::Verdict::TooComplex:
        found.verdict = Verdict::TooComplex;
        found.sentence =
            tr("The structured content was not checked completely: %1").arg(outcome.sentence);
        break;
    case schema::Outcome::Verdict::Invalid:
        found.verdict = Verdict::DoesNotFit;
        for (const schema::Unit &unit : outcome.errors) {
            const json::Value place = document->valueAt(unit.begin);
            found.marks.push_back({place.exists() ? place.id() : node, unit.sentence});
        }
        found.sentence = found.marks.size() == 1
            ? tr("The structured content does not match the output schema: %1")
                  .arg(found.marks.front().sentence)
            : tr("Parts of the structured content that do not match the output schema: %1.")
                  .arg(found.marks.size());
        break;
    }
    return found;
}

} // namespace sonde::widgets
