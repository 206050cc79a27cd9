// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/frame/helptext.h"

#include <QImage>
#include <QResizeEvent>
#include <QTextBlock>

#include <algorithm>
#include <utility>

namespace sonde::widgets {

namespace {

constexpr int kLeastPicture = 200; // pixels

// Where there is none, Qt takes the name for that of a file.
QImage noPicture()
{
    QImage dot(1, 1, QImage::Format_ARGB32);
    dot.fill(Qt::transparent);
    return dot;
}

} // namespace

void HelpText::setPage(const QString &markdown)
{
    document()->clear(); // with the pictures of the page before
    m_loadedWidth = pictureWidth();
    document()->setMarkdown(markdown,
        QTextDocument::MarkdownFeatures(QTextDocument::MarkdownNoHTML)
            | QTextDocument::MarkdownDialectGitHub);
}

int HelpText::pictureWidth() const
{
    const int margins = 2 * int(document()->documentMargin()) + 2;
    return std::max(kLeastPicture, viewport()->width() - margins);
}

// "pictures/trace.png" beside the pages, "../pictures/trace.png" below them; nothing else is
// loaded.
QVariant HelpText::loadResource(int type, const QUrl &name)
{
    QString path = name.toString();
    if (path.startsWith(QLatin1String("../")))
        path.remove(0, 3);
    if (type != QTextDocument::ImageResource || !path.startsWith(QLatin1String("pictures/"))
        || path.contains(QLatin1String("..")))
        return noPicture();
    const QImage picture(QStringLiteral(":/sonde/help/") + path);
    if (picture.isNull())
        return noPicture();
    if (picture.width() <= m_loadedWidth)
        return picture;
    const qreal ratio = devicePixelRatioF();
    QImage fitting = picture.scaledToWidth(int(m_loadedWidth * ratio), Qt::SmoothTransformation);
    fitting.setDevicePixelRatio(ratio);
    return fitting;
}

void HelpText::resizeEvent(QResizeEvent *event)
{
    QTextBrowser::resizeEvent(event);
    const int width = pictureWidth();
    if (std::exchange(m_loadedWidth, width) == width)
        return;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        for (auto piece = block.begin(); !piece.atEnd(); ++piece) {
            const QTextImageFormat picture = piece.fragment().charFormat().toImageFormat();
            if (!picture.isValid())
                continue;
            const QUrl name(picture.name());
            document()->addResource(QTextDocument::ImageResource, name,
                loadResource(QTextDocument::ImageResource, name));
            document()->markContentsDirty(block.position(), block.length());
        }
    }
}

} // namespace sonde::widgets
