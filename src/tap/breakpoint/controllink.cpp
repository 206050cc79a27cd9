// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/breakpoint/controllink.h"

#include "base/overloaded.h"

namespace sonde::tap {

bool ControlLink::report(const TapLine &line)
{
    return std::visit(Overloaded{
                          [this](const TapHeld &message) {
                              Q_EMIT held(message);
                              return true;
                          },
                          [this](const TapGone &message) {
                              Q_EMIT gone(message);
                              return true;
                          },
                          [this](const TapRefused &decision) {
                              Q_EMIT refused(decision);
                              return true;
                          },
                          [this](const TapComposed &message) {
                              Q_EMIT composed(message);
                              return true;
                          },
                          [this](const TapHits &hits) {
                              Q_EMIT counted(hits);
                              return true;
                          },
                          [](const auto &) { return false; },
                      },
        line);
}

} // namespace sonde::tap
