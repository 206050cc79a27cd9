// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/jsonfile.h"

#include "config/configtext.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace sonde::config {

namespace {

// "Permission denied."
QString systemReason(const QFileDevice &file)
{
    return Text::tr("%1.", "a reason from the operating system").arg(file.errorString());
}

} // namespace

JsonFile::JsonFile(QString path, Limits limits)
    : m_path(std::move(path))
    , m_limits(limits)
{
}

JsonFile::Content JsonFile::fail(Content content, const QString &reason)
{
    m_document = {};
    m_reason = reason;
    return content;
}

JsonFile::Content JsonFile::read(std::string_view array)
{
    QFile file(m_path);
    if (!file.exists())
        return fail(Content::Missing, {});
    if (!file.open(QIODevice::ReadOnly))
        return fail(Content::Unreadable, systemReason(file));
    const QByteArray bytes = file.read(m_limits.bytes + 1);
    if (bytes.size() > m_limits.bytes)
        return fail(Content::Invalid,
            Text::tr("The file is larger than %1 MiB.").arg(m_limits.bytes >> 20));
    m_document = json::Document::parse(
        Bytes::fromByteArray(bytes), {std::size_t(m_limits.bytes), m_limits.depth});
    if (const auto &error = m_document.error())
        return fail(Content::Invalid,
            Text::tr("The file is not valid JSON (line %1, column %2: %3).")
                .arg(error->line)
                .arg(error->column)
                .arg(error->reason));
    if (!m_document.root()[array].isArray())
        return fail(
            Content::Invalid, Text::tr("The file has no array “%1”.").arg(json::toQString(array)));
    m_reason.clear();
    return Content::Valid;
}

bool JsonFile::write(std::string_view content, Access access)
{
    const QString folder = QFileInfo(m_path).absolutePath();
    if (!QDir().mkpath(folder)) {
        m_reason = Text::tr("The folder %1 cannot be created.").arg(folder);
        return false;
    }
    QSaveFile file(m_path);
    const auto size = qint64(content.size());
    // Sets the permissions first, so that other users can never read the content.
    const bool written = file.open(QIODevice::WriteOnly)
        && (access == Access::Default
            || file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner))
        && file.write(content.data(), size) == size && file.commit();
    m_reason = written ? QString() : systemReason(file);
    return written;
}

} // namespace sonde::config
