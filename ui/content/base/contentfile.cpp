// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/base/contentfile.h"

#include "content/base/contenttext.h"
#include "content/base/utf8unit.h"

#include <QMimeDatabase>
#include <QSaveFile>
#include <QUrl>

namespace sonde::content {
namespace {

constexpr qsizetype kMaxName = 100;
constexpr qsizetype kMaxEnding = 8;

// The last part of a path or URI, without what names a device, a stream or a folder.
QString baseName(const QString &given)
{
    const auto isSeparator = [](QChar c) { return c == u'/' || c == u'\\' || c == u':'; };
    qsizetype end = given.size();
    while (end > 0 && isSeparator(given[end - 1]))
        --end;
    qsizetype begin = end;
    while (begin > 0 && !isSeparator(given[begin - 1]))
        --begin;
    return given.mid(begin, end - begin);
}

QString cleaned(const QString &given)
{
    static const QString refused = QStringLiteral("<>\"|?*%$`;&'#~");
    QString clean;
    for (const char32_t character : given.toUcs4()) {
        const bool odd = isUnseen(character) || character < 0x20
            || (character < 0x80 && refused.contains(QChar(char16_t(character))));
        clean += odd ? QStringLiteral("_") : QString::fromUcs4(&character, 1);
    }
    clean = clean.trimmed();
    while (clean.startsWith(u'.') || clean.startsWith(u'-'))
        clean.remove(0, 1);
    while (clean.endsWith(u'.') || clean.endsWith(u' '))
        clean.chop(1);
    return clean;
}

// Names that mean a device on one system are not a file on any.
bool isReserved(const QString &name)
{
    static const QStringList reserved{QStringLiteral("con"), QStringLiteral("prn"),
        QStringLiteral("aux"), QStringLiteral("nul"), QStringLiteral("com1"),
        QStringLiteral("lpt1")};
    return reserved.contains(name.section(u'.', 0, 0).toLower());
}

QString endingOf(const QString &mediaType)
{
    const QString bare = mediaType.section(u';', 0, 0).trimmed().toLower();
    if (bare.isEmpty())
        return {};
    return QMimeDatabase().mimeTypeForName(bare).preferredSuffix();
}

} // namespace

QString contentFileName(const Content &content, const QString &mediaType)
{
    QString name = cleaned(baseName(content.name));
    if (name.isEmpty())
        name = cleaned(baseName(QUrl::fromPercentEncoding(
            content.uri.section(u'?', 0, 0).section(u'#', 0, 0).toUtf8())));
    if (name.isEmpty() || isReserved(name))
        name = content.kind.isEmpty() ? QStringLiteral("content") : cleaned(content.kind);
    if (name.isEmpty() || isReserved(name))
        name = QStringLiteral("content");
    const QString ending = endingOf(mediaType);
    const QString has = name.section(u'.', -1);
    const bool hasEnding = name.contains(u'.') && !has.isEmpty() && has.size() <= kMaxEnding;
    name = name.left(kMaxName);
    if (!hasEnding && !ending.isEmpty())
        name += u'.' % ending;
    return name;
}

QString writeContentFile(const QString &path, const Bytes &bytes)
{
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly)
        && file.write(bytes.data(), qint64(bytes.size())) == qint64(bytes.size()) && file.commit();
    return written ? QString() : Text::tr("Cannot save the file: %1").arg(file.errorString());
}

} // namespace sonde::content
