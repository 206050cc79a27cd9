// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/sentence.h"

#include <QCoreApplication>

#include <utility>
#include <vector>

namespace sonde::wire {

// The translation context of this library's sentences: Text::tr("…").
class Text {
    Q_DECLARE_TR_FUNCTIONS(sonde::wire)
};

// A sentence that may be recorded: told(QT_TRANSLATE_NOOP("sonde::wire", "…"), {value, …}).
inline rpc::Sentence told(const char *text, std::vector<rpc::Sentence> values = {})
{
    return {"sonde::wire", text, std::move(values)};
}

} // namespace sonde::wire
