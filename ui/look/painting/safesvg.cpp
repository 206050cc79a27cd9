// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/painting/safesvg.h"

#include "look/theme/looktext.h"

#include <QHash>
#include <QSet>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

#include <algorithm>
#include <vector>

namespace sonde::look {
namespace {

bool isLeftOut(QStringView element)
{
    static const QStringView kLeftOut[] = {u"script", u"foreignObject", u"iframe", u"object",
        u"embed", u"video", u"audio", u"handler", u"listener", u"set", u"animate", u"animateColor",
        u"animateMotion", u"animateTransform", u"font-face-uri"};
    return std::find(std::begin(kLeftOut), std::end(kLeftOut), element) != std::end(kLeftOut);
}

// url(#inside) is fine, url(anything else) is not, nor is an import of a style sheet.
bool refersOutside(QStringView value)
{
    qsizetype at = 0;
    while ((at = value.indexOf(u"url", at, Qt::CaseInsensitive)) >= 0) {
        qsizetype next = at + 3;
        while (next < value.size()
            && (value[next].isSpace() || value[next] == u'(' || value[next] == u'"'
                || value[next] == u'\''))
            ++next;
        if (next >= value.size() || value[next] != u'#')
            return true;
        at = next;
    }
    return value.contains(u'\\') || value.contains(u"@import", Qt::CaseInsensitive);
}

bool isKept(QStringView element, const QXmlStreamAttribute &attribute)
{
    const QStringView name = attribute.name();
    const QStringView value = attribute.value();
    if (name.startsWith(u"on", Qt::CaseInsensitive))
        return false;
    if (name == u"base")
        return false;
    if (name == u"href" || name == u"src") {
        const bool inside = value.trimmed().startsWith(u'#');
        const bool picture = element == u"image" && value.startsWith(u"data:image/")
            && !value.startsWith(u"data:image/svg");
        return inside || picture;
    }
    return !refersOutside(value);
}

// Walks the drawing once, writing what may stay and counting what "use" would draw.
class Rewriter {
public:
    explicit Rewriter(const QByteArray &svg)
        : m_reader(svg)
        , m_writer(&m_result.text)
    {
    }

    SafeSvg take()
    {
        while (!m_reader.atEnd() && m_result.problem.isEmpty())
            step();
        if (m_result.problem.isEmpty() && m_reader.hasError())
            m_result.problem = Text::tr("The SVG is not well-formed: line %1, column %2: %3")
                                   .arg(m_reader.lineNumber())
                                   .arg(m_reader.columnNumber())
                                   .arg(m_reader.errorString().left(200));
        if (m_result.problem.isEmpty() && drawn(0, 0) > SafeSvg::kMaxDrawn)
            m_result.problem = Text::tr("The SVG repeats elements too often to be drawn safely.");
        if (m_leftOut > 0)
            m_result.note = Text::tr("Not drawn, because it is active or refers to external "
                                     "content: %1.")
                                .arg(m_leftOut);
        return std::move(m_result);
    }

private:
    struct Element {
        std::vector<int> children{};
        QString uses{}; // the id it draws again
        qint64 cost = -1; // not counted yet
        bool counting = false;
    };

    void step()
    {
        switch (m_reader.readNext()) {
        case QXmlStreamReader::StartElement:
            start();
            break;
        case QXmlStreamReader::EndElement:
            m_writer.writeEndElement();
            m_open.pop_back();
            break;
        case QXmlStreamReader::Characters:
            if (!m_open.empty())
                m_writer.writeCharacters(m_reader.text().toString());
            break;
        case QXmlStreamReader::DTD:
            ++m_leftOut;
            break;
        case QXmlStreamReader::EntityReference: // defined by the document type, or undefined
            ++m_leftOut;
            break;
        default:
            break;
        }
    }

    void start()
    {
        if (isLeftOut(m_reader.name())) {
            ++m_leftOut;
            m_reader.skipCurrentElement();
            return;
        }
        if (m_reader.name() == QLatin1String("image") && !hasPicture()) {
            ++m_leftOut;
            m_reader.skipCurrentElement();
            return;
        }
        if (m_reader.name() == QLatin1String("style") && !m_open.empty()) {
            copyStyle();
            return;
        }
        if (int(m_elements.size()) >= SafeSvg::kMaxElements
            || int(m_open.size()) >= SafeSvg::kMaxDepth) {
            m_result.problem =
                Text::tr("The SVG has too many elements, or they are nested too deep.");
            return;
        }
        const int number = int(m_elements.size());
        m_elements.emplace_back();
        if (!m_open.empty())
            m_elements[std::size_t(m_open.back())].children.push_back(number);
        m_open.push_back(number);
        m_writer.writeStartElement(m_reader.name().toString());
        if (number == 0) {
            m_writer.writeDefaultNamespace(QStringLiteral("http://www.w3.org/2000/svg"));
            m_writer.writeNamespace(
                QStringLiteral("http://www.w3.org/1999/xlink"), QStringLiteral("xlink"));
        }
        for (const QXmlStreamAttribute &attribute : m_reader.attributes())
            writeAttribute(number, attribute);
    }

    bool hasPicture() const
    {
        const QXmlStreamAttributes attributes = m_reader.attributes();
        return std::any_of(attributes.begin(), attributes.end(), [this](const auto &attribute) {
            return attribute.name() == QLatin1String("href") && isKept(m_reader.name(), attribute);
        });
    }

    void copyStyle()
    {
        const QString style = m_reader.readElementText(QXmlStreamReader::SkipChildElements);
        if (refersOutside(style))
            ++m_leftOut;
        else
            m_writer.writeTextElement(QStringLiteral("style"), style);
    }

    void writeAttribute(int number, const QXmlStreamAttribute &attribute)
    {
        if (!isKept(m_reader.name(), attribute)) {
            ++m_leftOut;
            return;
        }
        const QString name = attribute.name().toString();
        const QString value = attribute.value().toString();
        if (name == QLatin1String("id"))
            m_ids.insert(value, number);
        if (name == QLatin1String("href")) {
            if (m_reader.name() == QLatin1String("use"))
                m_elements[std::size_t(number)].uses = value.trimmed().mid(1);
            m_writer.writeAttribute(QStringLiteral("http://www.w3.org/1999/xlink"), name, value);
        } else if (attribute.prefix().isEmpty()) {
            m_writer.writeAttribute(name, value);
        }
    }

    // How many elements are drawn for this one. Elements are at most kMaxDepth deep, and so are
    // the uses in uses, or there are too many.
    qint64 drawn(int number, int depth)
    {
        if (number >= int(m_elements.size()))
            return 0;
        Element &element = m_elements[std::size_t(number)];
        if (element.cost >= 0)
            return element.cost;
        if (element.counting || depth > 2 * SafeSvg::kMaxDepth)
            return SafeSvg::kMaxDrawn + 1; // it draws itself, without end
        element.counting = true;
        qint64 cost = 1;
        for (const int child : element.children)
            cost += drawn(child, depth + 1);
        if (!element.uses.isEmpty() && m_ids.contains(element.uses))
            cost += drawn(m_ids.value(element.uses), depth + 1);
        element.counting = false;
        element.cost = std::min(cost, SafeSvg::kMaxDrawn + 1);
        return element.cost;
    }

    QXmlStreamReader m_reader;
    SafeSvg m_result;
    QXmlStreamWriter m_writer;
    std::vector<Element> m_elements;
    std::vector<int> m_open;
    QHash<QString, int> m_ids;
    int m_leftOut = 0;
};

} // namespace

SafeSvg SafeSvg::from(std::string_view svg)
{
    if (svg.size() > kMaxBytes) {
        SafeSvg refused;
        refused.problem = Text::tr("The SVG is larger than 8 MiB and is not drawn.");
        return refused;
    }
    return Rewriter(QByteArray(svg.data(), qsizetype(svg.size()))).take();
}

} // namespace sonde::look
