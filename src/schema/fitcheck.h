// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "schema/schemastore.h"

#include <QString>

#include <memory>
#include <vector>

namespace sonde::schema {

// A value in a text for an older schema that the current schema does not accept or name.
struct Misfit {
    QString pointer; // its location in the text
    std::size_t begin = 0; // its byte range
    std::size_t end = 0;
    QString sentence;
    bool isUnnamed = false; // the value is allowed, but no property of the schema has this name
};

struct FitCheck {
    std::vector<Misfit> misfits; // in text order
    QString problem; // why no check was possible: the schema or the text is invalid
};

// Finds the values of a text, written for an older schema, that are no longer valid, and the
// members that the schema no longer names: a server that renamed a property accepts the old one
// without an error. Thread-safe.
FitCheck checkFit(const Bytes &text, const std::shared_ptr<const json::Document> &schema,
    const Remotes &remotes = {});

constexpr std::size_t kMaxMisfits{200};

} // namespace sonde::schema
