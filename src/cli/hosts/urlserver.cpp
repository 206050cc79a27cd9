// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/urlserver.h"

#include "cli/output/clitr.h"
#include "cli/output/output.h"
#include "setup/clientconfig.h"
#include "tap/announce/tapsfolder.h"

#include <QStringBuilder>

#include <utility>

namespace sonde::cli {

QString urlServerName(const Options &options)
{
    if (!options.tapName.isEmpty())
        return options.tapName;
    const QUrl url(options.server.http()->url);
    return url.port() < 0 ? url.host() : url.host() % u':' % QString::number(url.port());
}

wire::HttpTarget urlServerTarget(const Options &options)
{
    wire::HttpTarget target = setup::httpTarget(*options.server.http());
    if (options.timeout)
        target.connectTimeout = *options.timeout;
    return target;
}

void announceUrlServer(
    const Options &options, tap::TapIntroduction who, tap::TapRecording &recording, Output &err)
{
    who.url = QUrl(options.server.http()->url).toString(QUrl::RemoveUserInfo);
    if (const auto begun = recording.announce(tap::tapsFolder(), std::move(who)); !begun)
        err.complain(Text::tr("No window of Sonde finds this tap. %1").arg(begun.error().sentence));
}

bool finishRecording(tap::TapRecording &recording, tap::Announcement &announcement, Output &err)
{
    const auto failure = recording.finish();
    announcement.end();
    if (failure)
        err.complain(Text::tr("The recording is incomplete. ") + failure->sentence);
    return !failure;
}

} // namespace sonde::cli
