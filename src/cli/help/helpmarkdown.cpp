// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/help/helpmarkdown.h"

#include "cli/output/table.h"
#include "cli/output/terminaltext.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace sonde::cli {

namespace {

constexpr int kWidest = 100; // longer lines are hard to read
constexpr int kCodeIndent = 4;

// Without the marks for bold and code. A link keeps its text and gets its address in parentheses.
QString plain(QString text)
{
    static const QRegularExpression links(QStringLiteral("\\[([^\\]]*)\\]\\(([^)]*)\\)"));
    text.replace(links, QStringLiteral("\\1 (\\2)"));
    return text.remove(QStringLiteral("**")).remove(u'`');
}

// "| `a` | b |" as its cells. A vertical bar inside a cell is written as "\|".
QStringList cellsOf(const QString &row)
{
    static const QRegularExpression bar(QStringLiteral("(?<!\\\\)\\|"));
    QStringList cells = row.split(bar).mid(1);
    cells.removeLast();
    for (QString &cell : cells)
        cell = plain(cell.trimmed().replace(QStringLiteral("\\|"), QStringLiteral("|")));
    return cells;
}

class Page {
public:
    explicit Page(int width)
        : m_width(std::clamp(width, Table::kNarrowest, kWidest))
    {
    }

    QString text(const QString &markdown)
    {
        for (const QString &line : markdown.split(u'\n'))
            addLine(line);
        endBlock();
        return m_out;
    }

private:
    enum class Block { None, Paragraph, Item, Code, Table };

    static Block blockOf(const QString &line, Block before)
    {
        if (line.trimmed().isEmpty())
            return Block::None;
        if (before == Block::Item && line.startsWith(u"  "))
            return Block::Item;
        if (line.startsWith(QString(kCodeIndent, u' ')))
            return Block::Code;
        if (line.startsWith(u'|'))
            return Block::Table;
        if (line.startsWith(u"- "))
            return Block::Item;
        return before == Block::Item ? Block::Item : Block::Paragraph;
    }

    void addLine(const QString &line)
    {
        if (line.startsWith(u'#')) {
            endBlock();
            addHeading(line);
            return;
        }
        if (line.startsWith(QLatin1String("![")))
            return; // a picture, which a terminal cannot show
        const Block block = blockOf(line, m_block);
        if (block != m_block || line.startsWith(u"- "))
            endBlock();
        m_block = block;
        if (block != Block::None)
            m_lines += line;
    }

    void addHeading(const QString &line)
    {
        const bool isTitle = line.startsWith(u"# ");
        const QString title = plain(line.mid(line.indexOf(u' ') + 1));
        beginBlock();
        m_out += title + u'\n' + QString(cellWidth(title), isTitle ? u'=' : u'-') + u'\n';
        m_wasItem = false;
    }

    // Blocks have an empty line between them; the items of a list have none.
    void beginBlock()
    {
        if (!m_out.isEmpty())
            m_out += u'\n';
    }

    void endBlock()
    {
        if (m_lines.isEmpty())
            return;
        if (m_block != Block::Item || !m_wasItem)
            beginBlock();
        m_wasItem = m_block == Block::Item;
        switch (m_block) {
        case Block::Code:
            for (const QString &line : m_lines)
                m_out += line + u'\n';
            break;
        case Block::Table:
            addTable();
            break;
        case Block::Item:
            addWrapped(plain(m_lines.join(u' ').simplified().mid(2)), QStringLiteral("- "));
            break;
        case Block::Paragraph:
        case Block::None:
            addWrapped(plain(m_lines.join(u' ').simplified()), {});
            break;
        }
        m_lines.clear();
    }

    // The second row only divides the titles from the rest.
    void addTable()
    {
        std::vector<Column> columns;
        for (const QString &title : cellsOf(m_lines.front()))
            columns.push_back({title.toUpper(), 0});
        Table table(std::move(columns));
        for (const QString &row : m_lines.mid(2))
            table.addRow(cellsOf(row));
        m_out += table.text(m_width);
    }

    void addWrapped(const QString &text, const QString &mark)
    {
        QString indent = mark;
        for (const QString &line : wrapped(text, m_width - int(mark.size()))) {
            m_out += indent + line + u'\n';
            indent.fill(u' ');
        }
    }

    const int m_width;
    Block m_block = Block::None;
    QStringList m_lines; // of the block that has begun
    bool m_wasItem = false; // the block before this one is an item of a list
    QString m_out;
};

} // namespace

QString markdownText(const QString &markdown, int width)
{
    return Page(width).text(markdown);
}

} // namespace sonde::cli
