// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/markdownviewer.h"

#include "look/metrics.h"
#include "look/theme.h"
#include "json/value.h"

#include <QGuiApplication>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::content {
namespace {

// Qt's own would read what a server names, local files too.
class ClosedDocument final : public QTextDocument {
public:
    using QTextDocument::QTextDocument;

protected:
    QVariant loadResource(int, const QUrl &) override { return {}; }
};

class ClosedBrowser final : public QTextBrowser {
public:
    explicit ClosedBrowser(QWidget *parent)
        : QTextBrowser(parent)
    {
        setOpenLinks(false);
        setOpenExternalLinks(false);
        setSearchPaths({});
    }
    QVariant loadResource(int, const QUrl &) override { return {}; }

protected:
    void doSetSource(const QUrl &, QTextDocument::ResourceType) override { }
};

struct Place {
    int position;
    int length;
    QString text;
};

// Pictures become the words for them. What has no width stays out of the text flow otherwise.
void replacePictures(QTextDocument &document)
{
    std::vector<Place> places;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment fragment = it.fragment();
            if (!fragment.charFormat().isImageFormat())
                continue;
            const QTextImageFormat image = fragment.charFormat().toImageFormat();
            const QString alt = image.property(QTextFormat::ImageAltText).toString();
            QString words = MarkdownViewer::tr("[image, not fetched: %1]")
                                .arg(alt.isEmpty() ? image.name() : alt % u' ' % image.name());
            places.push_back({fragment.position(), fragment.length(), std::move(words)});
        }
    }
    QTextCharFormat format;
    format.setForeground(look::theme().muted);
    QTextCursor cursor(&document);
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        cursor.setPosition(place->position);
        cursor.setPosition(place->position + place->length, QTextCursor::KeepAnchor);
        cursor.insertText(place->text, format);
    }
}

bool startsItem(std::string_view line)
{
    const auto first = line.find_first_not_of(" \t>");
    if (first == std::string_view::npos)
        return false;
    const char c = line[first];
    return c == '-' || c == '*' || c == '+' || c == '|' || (c >= '0' && c <= '9');
}

} // namespace

bool MarkdownViewer::canShow(const Bytes &utf8)
{
    const std::string_view text = utf8.view();
    if (text.size() > kMaxBytes || std::count(text.begin(), text.end(), '`') > kMaxMarks)
        return false;
    int lines = 0;
    int items = 0;
    std::size_t paragraph = 0;
    for (std::size_t begin = 0; begin < text.size(); ++lines) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        items += startsItem(line);
        const bool blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
        paragraph = blank ? 0 : paragraph + line.size();
        if (paragraph > kMaxParagraph)
            return false;
        begin = end + 1;
    }
    std::size_t word = 0;
    for (const char c : text) {
        word = c == ' ' || c == '\n' || c == '\t' ? 0 : word + 1;
        if (word > kMaxWord)
            return false;
    }
    return lines <= kMaxLines && items <= kMaxItems;
}

MarkdownViewer::MarkdownViewer(const Bytes &utf8, QWidget *parent)
    : Viewer(parent)
    , m_document(new ClosedDocument(this))
    , m_browser(new ClosedBrowser(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_browser);
    setFocusProxy(m_browser);
    m_browser->setAccessibleName(tr("Markdown"));
    m_document->setDefaultFont(QGuiApplication::font());
    m_document->setDocumentMargin(look::metrics().margin);
    m_document->setUndoRedoEnabled(false);
    if (canShow(utf8)) {
        m_document->setMarkdown(json::toQString(utf8.view()),
            QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub)
                | QTextDocument::MarkdownNoHTML);
        replacePictures(*m_document);
    }
    m_browser->setDocument(m_document);
    connect(m_browser, &QTextBrowser::anchorClicked, this,
        [this](const QUrl &url) { Q_EMIT linkRequested(url.toString()); });
}

int MarkdownViewer::wantedHeight(int width, int most) const
{
    // A text of many pages needs all the height there is; measuring it would lay it all out.
    constexpr int kMeasured = 10'000;
    if (m_document->characterCount() > kMeasured)
        return most;
    const int bar = m_browser->verticalScrollBar()->sizeHint().width();
    const int frame = 2 * m_browser->frameWidth();
    if (m_measuredWidth != width) {
        const std::unique_ptr<QTextDocument> copy(m_document->clone());
        copy->setTextWidth(std::max(1, width - frame - bar));
        m_measuredWidth = width;
        m_measuredHeight = int(copy->size().height()) + frame;
    }
    return std::min(most, m_measuredHeight);
}

} // namespace sonde::content
