// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/address/addressfacts.h"
#include "doctor/base/doctorfinding.h"

#include <vector>

namespace sonde::doctor {

// What is wrong with the TLS connection; empty if it was not reached.
std::vector<DoctorFinding> judgeCertificate(const AddressFacts &facts);

// The product that inspects the traffic of a company, if a certificate's issuer is one; else empty.
QString inspectorIn(const QString &issuer);

} // namespace sonde::doctor
