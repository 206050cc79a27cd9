// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "schema/schemastore.h"

#include <QString>

#include <memory>
#include <vector>

namespace sonde::schema {

// A value of an older text that does not suit the schema as it is now.
struct Misfit {
    QString pointer; // where it stands in the text
    std::size_t begin = 0; // its bytes
    std::size_t end = 0;
    QString sentence;
    bool isUnnamed = false; // it is allowed, but no property of the schema has the name
};

struct FitCheck {
    std::vector<Misfit> misfits; // in the order of the text
    QString problem; // why nothing can be said: the schema, or the text
};

// Which values of a text that was made for an older schema no longer fit this one, and which
// members it does not name any more: a server that renamed a property takes the old one in
// silence. May be used from any thread.
FitCheck checkFit(const Bytes &text, const std::shared_ptr<const json::Document> &schema,
    const Remotes &remotes = {});

constexpr std::size_t kMaxMisfits = 200;

} // namespace sonde::schema
