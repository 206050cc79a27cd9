// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "doctor/base/check.h"

#include <QString>
#include <QStringList>

namespace sonde::doctor {

// Replaces the secrets of a server in what is shown and copied: values of secret variables and
// headers, of arguments such as --api-key, passwords and query values in URLs, and bearer tokens.
class SecretFilter {
public:
    explicit SecretFilter(const config::Profile &profile);

    QString filtered(QString text) const;
    CheckResult filtered(CheckResult result) const;

private:
    void add(const QString &secret);

    QStringList m_secrets; // the longest first
};

} // namespace sonde::doctor
