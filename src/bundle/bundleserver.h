// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret.h"
#include "bundle/manifest.h"
#include "config/pastedserver.h"

#include <QString>
#include <QStringList>

#include <map>
#include <vector>

namespace sonde::bundle {

// What the variables of a manifest stand for.
struct Places {
    QString folder; // ${__dirname}: the unpacked bundle, absolute
    QString home;
    QString desktop;
    QString documents;
    QString downloads;
};

// The values of settings by their keys: none, one, or several of a setting with `multiple`.
using Values = std::map<QString, std::vector<Secret>>;

struct SettingProblem {
    QString key;
    QString sentence; // what is wrong and what the value must be
};

// The defaults of the manifest, with the variables of `places` replaced.
Values defaultValues(const Manifest &manifest, const Places &places);

// One problem at most for each setting, in their order, and for each value without a setting.
std::vector<SettingProblem> checkValues(const Manifest &manifest, const Values &values);
// Of one setting; empty: the values suit it.
QString checkValues(const Setting &setting, const std::vector<Secret> &values);

// The server that a host would start, in its folder, with the notes of the manifest and what the
// user should know of the values. An argument that is only ${user_config.KEY} becomes as many
// arguments as there are values. An argument or variable with a setting without a value is left
// out. A variable with the value of a sensitive setting is a secret one. What is not a variable
// of the format stays as it is, and is noted. A value is not searched for variables again.
// Errors (Domain::Config): an argument or variable is longer than the system allows.
Result<config::PastedServers> serverOf(
    const Manifest &manifest, const Places &places, const Values &values);

} // namespace sonde::bundle
