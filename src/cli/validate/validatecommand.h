// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/output/output.h"
#include "schema/validator.h"

#include <QString>
#include <QStringList>

#include <string>
#include <utility>
#include <vector>

namespace sonde::cli {

// sonde-cli validate: JSON files against a JSON Schema, without a server and without the network.
struct ValidateOptions {
    QString schemaFile;
    // Where what a schema refers to lies: files below the folder have the URL and their path.
    std::vector<std::pair<std::string, QString>> remotes;
    QStringList instances;
    bool assertFormat = false;
    bool draft7 = false; // for a schema that names no dialect
    bool json = false;
};

// `arguments` are those after "validate".
Result<ValidateOptions> parseValidateOptions(const QStringList &arguments);

// One file, or standard input for -. The exit code: kFine, kInvalid or kUsage.
int validateInstance(
    const QString &path, const schema::Validator &validator, bool json, Output &out, Output &err);

// The exit code: kFine, kInvalid when an instance does not fit, kUnusableSchema, or kUsage.
int validateFiles(const ValidateOptions &options, Output &out, Output &err);

} // namespace sonde::cli
