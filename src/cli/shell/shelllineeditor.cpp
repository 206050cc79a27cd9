// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/shell/shelllineeditor.h"

#include <QCoreApplication>
#include <QLibrary>

namespace sonde::cli {

std::unique_ptr<ShellLineEditor> makeLineEditor(ShellLineEditor::Setup setup)
{
    QLibrary library(QCoreApplication::applicationDirPath()
        % QLatin1String("/../lib/sonde/sonde-lineeditor.so"));
    library.setLoadHints(QLibrary::PreventUnloadHint);
    // A function pointer, which is what the module exports under that name.
    const auto make = reinterpret_cast<MakeLineEditor>(library.resolve(kMakeLineEditor));
    return std::unique_ptr<ShellLineEditor>(make ? make(SONDE_VERSION, &setup) : nullptr);
}

} // namespace sonde::cli
