// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "schema/evaluation.h"
#include "schema/output.h"
#include "schema/schemastore.h"
#include "json/document.h"

#include <memory>

namespace sonde::schema {

struct ValidatorOptions {
    Draft fallback = Draft::Draft2020; // without a `$schema` (2025-11-25 server/tools: 2020-12)
    bool assertFormat = false; // else "format" only says something
    bool annotations = false; // collect them
    std::string uri{}; // where the schema is from, when that is known
    EvaluationLimits limits{};
};

// JSON Schema 2020-12 and draft-07 over exact JSON values. Nothing is ever fetched: what a schema
// refers to is in it, among the remotes, or a meta-schema that comes with Sonde. May be used from
// any thread, one validation at a time each.
class Validator {
public:
    // Fails when the schema cannot be used: an unknown dialect, a reference to nothing, a keyword
    // with an impossible value; the error's detail says where.
    static Result<Validator> make(const std::shared_ptr<const json::Document> &schema,
        const Remotes &remotes = {}, const ValidatorOptions &options = {});
    Validator(Validator &&) noexcept;
    Validator &operator=(Validator &&) noexcept;
    ~Validator();

    Outcome validate(const json::Value &instance) const;

private:
    struct Private;
    explicit Validator(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

} // namespace sonde::schema
