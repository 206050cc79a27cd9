// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/view/preparedcontent.h"

#include "content/base/contenttext.h"
#include "content/base/contenttype.h"
#include "content/media/audioreader.h"
#include "content/text/base64text.h"
#include "content/text/markdowndocument.h"
#include "content/text/markdownviewer.h"

#include <algorithm>

namespace sonde::content {
namespace {

// Text that is not declared as JSON, but could be, is parsed up to this size.
constexpr std::size_t kMaxGuessedJson = std::size_t(16) << 20;
constexpr std::size_t kMaxJson = std::size_t(256) << 20;

// The inside of a string; without a copy when nothing in it is escaped.
Bytes stringBytes(const Content &content)
{
    const json::Value value = content.document->value(content.payload);
    const json::Node &node = value.node();
    if (!node.escaped && node.complete)
        return content.document->bytes().slice(node.begin + 1, node.end - node.begin - 2);
    const auto text = std::make_shared<const std::string>(value.text());
    return {text, text->data(), text->size()};
}

Bytes rawBytes(const Content &content)
{
    if (!content.document || content.block == json::kNoNode)
        return content.bytes;
    const json::Node &node = content.document->node(content.block);
    return content.document->bytes().slice(node.begin, node.end - node.begin);
}

// Fills in a Prepared, step by step.
class Preparation {
public:
    Preparation(const Content &content, std::stop_token stop)
        : m_content(content)
        , m_stop(std::move(stop))
        , m_made(std::make_shared<Prepared>())
    {
    }

    std::shared_ptr<const Prepared> run()
    {
        m_made->raw = rawBytes(m_content);
        m_made->note = m_content.note;
        m_made->type = m_content.mediaType;
        if (m_content.kind == QLatin1String("resource_link"))
            offer({View::Link});
        else if (m_content.isJson && m_content.document)
            takeValue();
        else
            takePayload();
        offer({View::Raw});
        return m_made;
    }

private:
    void offer(std::initializer_list<View> views)
    {
        for (const View view : views) {
            if (!m_made->offers(view))
                m_made->views.push_back(view);
        }
    }

    void say(const QString &note, bool broken = false)
    {
        m_made->note += m_made->note.isEmpty() ? note : QString(u' ' % note);
        m_made->broken = m_made->broken || broken;
    }

    void takeValue()
    {
        m_made->document = m_content.document;
        m_made->root = m_content.block;
        m_made->bytes = m_made->raw;
        const json::Value value = m_made->document->value(m_made->root);
        m_made->table = jsonTable(m_made->document, tableIn(value), m_stop);
        offer({View::Json});
        if (m_made->table)
            offer({View::Table});
    }

    void takePayload()
    {
        const bool inDocument = m_content.document && m_content.payload != json::kNoNode;
        m_made->bytes = inDocument ? stringBytes(m_content) : m_content.bytes;
        if (m_content.base64) {
            const Base64Text read = readBase64(m_made->bytes);
            if (!read.problem.isEmpty()) {
                say(read.problem % u' ' % Text::tr("Its characters are shown."), true);
                offer({View::Hex});
                return;
            }
            m_made->bytes = read.bytes;
            if (!read.note.isEmpty())
                say(read.note);
        }
        if (m_stop.stop_requested())
            return;
        m_made->sniffed = sniffedType(m_made->bytes.view());
        const QString declared = bareType(m_content.mediaType);
        if (isImageType(declared) || isAudioType(declared)
            || declared == QLatin1String("application/pdf"))
            takeMedia(declared);
        else if (!m_made->sniffed.isEmpty() && m_made->sniffed != QLatin1String("image/svg+xml"))
            takeUndeclared(declared);
        else
            takeText(declared);
    }

    // A family that was declared, by what the bytes are.
    void takeMedia(const QString &declared)
    {
        const QString &sniffed = m_made->sniffed;
        if (sniffed.isEmpty() && !isAudioType(declared)) {
            say(Text::tr("Declared as %1, but the bytes are not %1.").arg(declared), true);
            offer({View::Hex});
            if (looksLikeText(m_made->bytes.view()))
                addText({});
            return;
        }
        const bool sameFamily = sniffed.section(u'/', 0, 0) == declared.section(u'/', 0, 0);
        if (!sniffed.isEmpty() && !sameFamily) {
            sayLie(declared);
            offer({View::Hex});
            addMedia(sniffed);
            return;
        }
        if (sameFamily && sniffed != declared && !isOtherName(declared, sniffed))
            sayLie(declared);
        addMedia(sniffed.isEmpty() ? declared : sniffed);
        offer({View::Hex});
    }

    // audio/x-wav, image/jpg, …
    static bool isOtherName(const QString &declared, const QString &sniffed)
    {
        const QString a = declared.section(u'/', 1).remove(QLatin1String("x-"));
        const QString b = sniffed.section(u'/', 1).remove(QLatin1String("x-"));
        static const QStringList same{QStringLiteral("jpg jpeg"), QStringLiteral("wave wav"),
            QStringLiteral("vnd.wave wav"), QStringLiteral("mp3 mpeg"),
            QStringLiteral("pjpeg jpeg"), QStringLiteral("opus ogg"), QStringLiteral("vorbis ogg"),
            QStringLiteral("m4a mp4"), QStringLiteral("vnd.microsoft.icon icon"),
            QStringLiteral("ms-bmp bmp")};
        return a == b || same.contains(a % u' ' % b);
    }

    void sayLie(const QString &declared)
    {
        say(Text::tr("Declared as %1, but the bytes are %2.").arg(declared, m_made->sniffed));
    }

    void takeUndeclared(const QString &declared)
    {
        const bool vague =
            declared.isEmpty() || declared == QLatin1String("application/octet-stream");
        if (!vague && declared != m_made->sniffed) {
            sayLie(declared);
            offer({View::Hex});
        } else if (declared.isEmpty()) {
            m_made->type = m_made->sniffed;
        }
        addMedia(m_made->sniffed);
        offer({View::Hex});
    }

    void addMedia(const QString &type)
    {
        if (isImageType(type)) {
            m_made->image = decodeImage(m_made->bytes, type, m_stop);
            if (!m_made->image.problem.isEmpty())
                say(m_made->image.problem, true);
            else
                offer({View::Image});
            if (!m_made->image.note.isEmpty())
                say(m_made->image.note);
            if (type == QLatin1String("image/svg+xml"))
                addText({});
        } else if (isAudioType(type)) {
            m_made->audio = audioFacts(m_made->bytes, m_made->sniffed, m_stop);
            if (m_made->sniffed.isEmpty())
                say(Text::tr("Declared as %1, but the bytes are not in a known audio format.")
                        .arg(type),
                    true);
            else
                offer({View::Audio});
            if (!m_made->audio.note.isEmpty())
                say(m_made->audio.note, true);
        } else {
            offer({View::File});
        }
    }

    void takeText(const QString &declared)
    {
        const bool svg = m_made->sniffed == QLatin1String("image/svg+xml") && m_content.base64
            && declared.isEmpty();
        const bool text = !m_content.base64 || isTextType(declared)
            || (declared.isEmpty() && looksLikeText(m_made->bytes.view()));
        if (svg) {
            m_made->type = m_made->sniffed;
            addMedia(m_made->sniffed);
        } else if (text) {
            if (m_content.base64 && !looksLikeText(m_made->bytes.view())) {
                say(Text::tr("Declared as %1, but the bytes are not text.").arg(declared));
                offer({View::Hex});
            }
            addText(declared);
        } else {
            offer({View::Hex});
            if (looksLikeText(m_made->bytes.view()))
                addText({});
        }
        offer({View::Hex});
    }

    void addText(const QString &declared)
    {
        m_made->text = decodeText(m_made->bytes, charsetOf(m_content.mediaType), m_stop);
        if (!m_made->text.note.isEmpty())
            say(m_made->text.note);
        addJson(declared);
        if (isCsvType(declared)) {
            const char separator = declared.endsWith(QLatin1String("csv")) ? ',' : '\t';
            m_made->table = csvTable(m_made->text.utf8, separator, m_stop);
            offer({View::Table});
        }
        const bool markdown = MarkdownDocument::canShow(m_made->text.utf8);
        if (isMarkdownType(declared)) {
            if (markdown)
                offer({View::Markdown});
            else
                say(Text::tr("Too large to render as Markdown; shown as text."));
        }
        offer({View::Text});
        if (markdown && (declared.isEmpty() || declared == QLatin1String("text/plain")))
            offer({View::Markdown});
    }

    void addJson(const QString &declared)
    {
        const std::string_view text = m_made->text.utf8.view();
        const auto first = text.find_first_not_of(" \t\r\n");
        const bool guess = (declared.isEmpty() || declared == QLatin1String("text/plain"))
            && text.size() <= kMaxGuessedJson && first != std::string_view::npos
            && (text[first] == '{' || text[first] == '[');
        if ((!isJsonType(declared) && !guess) || text.size() > kMaxJson)
            return;
        auto document =
            std::make_shared<const json::Document>(json::Document::parse(m_made->text.utf8));
        if (!document->isValid()) {
            if (!guess && document->error())
                say(Text::tr("Declared as %1, but line %2, column %3: %4")
                        .arg(declared)
                        .arg(document->error()->line)
                        .arg(document->error()->column)
                        .arg(document->error()->reason));
            return;
        }
        m_made->document = document;
        m_made->root = 0;
        m_made->table = jsonTable(document, tableIn(document->root()), m_stop);
        offer({View::Json});
        if (m_made->table)
            offer({View::Table});
    }

    const Content &m_content;
    std::stop_token m_stop;
    std::shared_ptr<Prepared> m_made;
};

} // namespace

bool Prepared::offers(View view) const
{
    return std::find(views.begin(), views.end(), view) != views.end();
}

std::shared_ptr<const Prepared> prepare(const Content &content, const std::stop_token &stop)
{
    return Preparation(content, stop).run();
}

} // namespace sonde::content
