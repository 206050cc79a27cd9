// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "bundle/bundleserver.h"
#include "fuzz/require.h"

#include <cstdint>
#include <string_view>

// Any bytes are a manifest within its bounds, or a sentence says why not. With any values, its
// server can be started or a sentence says why not, and a sensitive value is not in the open.

namespace {

using namespace sonde;
using namespace sonde::bundle;

void requireBounds(const Manifest &manifest)
{
    require(!manifest.program.isEmpty());
    require(manifest.arguments.size() <= qsizetype(kMaxBundleEntries));
    require(manifest.environment.size() <= kMaxBundleEntries);
    require(manifest.settings.size() <= kMaxSettings);
    require(manifest.description.size() <= kMaxDescription);
    require(!manifest.name.contains(u'\n'));
}

Values valuesOf(const Manifest &manifest, const Places &places)
{
    Values values = defaultValues(manifest, places);
    for (const Setting &setting : manifest.settings) {
        if (setting.sensitive)
            values[setting.key] = {Secret(QStringLiteral("SENSITIVE"))};
    }
    return values;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const Result<Manifest> manifest = readManifest(text, u"linux");
    if (!manifest) {
        require(!manifest.error().sentence.isEmpty());
        return 0;
    }
    requireBounds(*manifest);
    const Places places{QStringLiteral("/bundle"), QStringLiteral("/home"),
        QStringLiteral("/home/Desktop"), QStringLiteral("/home/Documents"),
        QStringLiteral("/home/Downloads")};
    const Values values = valuesOf(*manifest, places);
    for (const SettingProblem &problem : checkValues(*manifest, values))
        require(!problem.sentence.isEmpty());
    const auto servers = serverOf(*manifest, places, values);
    if (!servers) {
        require(!servers.error().sentence.isEmpty());
        return 0;
    }
    require(servers->profiles.size() == 1);
    const config::Profile &server = servers->profiles.front();
    for (const auto &[name, value] : server.environment) {
        if (value.reveal().contains(QStringLiteral("SENSITIVE"))
            && text.find("SENSITIVE") == std::string_view::npos)
            require(server.secretVariables.contains(name));
    }
    return 0;
}
