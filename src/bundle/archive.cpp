// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "bundle/archive.h"

#include "bundle/bundletr.h"

#include <QCoreApplication>
#include <QLibrary>

namespace sonde::bundle {

namespace {

class NoArchives final : public Archives {
public:
    explicit NoArchives(const QString &problem)
        : m_error{.domain = Domain::Storage,
            .sentence =
                Text::tr("Cannot unpack: sonde-archive.so, a part of Sonde, is missing or has a "
                         "different version. Reinstall Sonde."),
            .detail = problem}
    {
    }
    Result<std::unique_ptr<Archive>> open(const QString &) const override { return m_error; }

private:
    const Error m_error;
};

const Archives *loadArchives()
{
    QLibrary library(
        QCoreApplication::applicationDirPath() % QLatin1String("/../lib/sonde/sonde-archive.so"));
    library.setLoadHints(QLibrary::PreventUnloadHint);
    // A function pointer, which is what the module exports under that name.
    const auto find = reinterpret_cast<FindArchives>(library.resolve(kFindArchives));
    const Archives *const found = find ? find(SONDE_VERSION) : nullptr;
    static const NoArchives none(library.errorString());
    return found ? found : &none;
}

} // namespace

const Archives &systemArchives()
{
    static const Archives *const archives = loadArchives();
    return *archives;
}

} // namespace sonde::bundle
