// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "schema/evaluation.h"
#include "schema/schemastore.h"
#include "schema/validationoutput.h"
#include "json/document.h"

#include <memory>

namespace sonde::schema {

struct ValidatorOptions {
    // For a schema without `$schema` (2025-11-25 server/tools: 2020-12).
    Draft fallback = Draft::Draft2020;
    bool assertFormat = false; // otherwise "format" is only an annotation
    bool annotations = false; // collect annotations
    std::string uri{}; // origin of the schema, if known
    EvaluationLimits limits{};
};

// Validates exact JSON values with JSON Schema 2020-12 and draft-07. Nothing is ever fetched: a
// schema may refer to itself, to the remotes and to bundled meta-schemas. A validator may be used
// from any thread, but runs one validation at a time.
class Validator {
public:
    // Fails if the schema cannot be used: an unknown dialect, an unresolved reference or a keyword
    // with an invalid value; the error's detail says where.
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
