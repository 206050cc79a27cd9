// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/media/openoutside.h"

#include "content/base/contentfile.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QHash>
#include <QTemporaryDir>
#include <QUrl>

namespace sonde::content {
namespace {

const QHash<QString, QString> &endings()
{
    static const QHash<QString, QString> known{{QStringLiteral("audio/wav"), QStringLiteral("wav")},
        {QStringLiteral("audio/mpeg"), QStringLiteral("mp3")},
        {QStringLiteral("audio/ogg"), QStringLiteral("ogg")},
        {QStringLiteral("audio/flac"), QStringLiteral("flac")},
        {QStringLiteral("audio/mp4"), QStringLiteral("m4a")},
        {QStringLiteral("application/pdf"), QStringLiteral("pdf")}};
    return known;
}

// Kept until Sonde ends, because the other program may still read it; then removed with its files.
QString nextPath(const QString &ending)
{
    static QTemporaryDir folder;
    static int number = 0;
    return folder.filePath(QStringLiteral("content-%1.%2").arg(++number).arg(ending));
}

} // namespace

OpenOutside::OpenOutside(QObject *parent)
    : QObject(parent)
    , m_writing(this)
{
}

bool OpenOutside::canOpen(const QString &type)
{
    return endings().contains(type);
}

void OpenOutside::open(const Bytes &bytes, const QString &type)
{
    if (!canOpen(type))
        return;
    const QString path = nextPath(endings().value(type));
    m_writing.start<QString>(
        [bytes, path](const std::stop_token &) { return writeContentFile(path, bytes); },
        [this, path](const QString &problem) {
            if (!problem.isEmpty())
                Q_EMIT failed(problem);
            else if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path)))
                Q_EMIT failed(
                    tr("The desktop has no program for this type. Save the file instead."));
            else
                Q_EMIT opened(path);
        });
}

} // namespace sonde::content
