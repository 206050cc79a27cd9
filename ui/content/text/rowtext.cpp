// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/rowtext.h"

#include "content/base/utf8unit.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QFontMetricsF>
#include <QTextOption>

#include <algorithm>

namespace sonde::content {

RowText RowText::of(std::string_view bytes, const TextRows::Row &row)
{
    RowText made;
    const auto append = [&made](const QString &piece, std::size_t offset) {
        made.text += piece;
        made.offsets.resize(std::size_t(made.text.size()), offset);
    };
    const auto appendMark = [&](const QString &mark, std::size_t offset, const QColor &color) {
        QTextLayout::FormatRange range;
        range.start = int(made.text.size());
        range.length = int(mark.size());
        range.format.setForeground(color);
        made.formats.append(range);
        append(mark, offset);
    };
    for (std::size_t at = row.begin; at < row.end;) {
        const Utf8Unit unit = utf8At(bytes, at);
        if (!unit.valid)
            appendMark(QStringLiteral("‹%1›").arg(uint(uchar(bytes[at])), 2, 16, QLatin1Char('0')),
                at, look::theme().error);
        else if (unit.character != '\t' && isUnseen(unit.character))
            appendMark(QStringLiteral("‹U+%1›").arg(uint(unit.character), 4, 16, QLatin1Char('0')),
                at, look::theme().jEsc);
        else
            append(QString::fromUcs4(&unit.character, 1), at);
        at += unit.length;
    }
    made.offsets.push_back(row.end);
    return made;
}

qsizetype RowText::indexOf(std::size_t offset) const
{
    return std::lower_bound(offsets.begin(), offsets.end(), offset) - offsets.begin();
}

void RowText::light(const Part &part)
{
    QTextLayout::FormatRange range;
    range.start = int(indexOf(part.begin));
    range.length = int(indexOf(part.end)) - range.start;
    range.format.setBackground(part.ground);
    if (range.length > 0)
        formats.append(range);
}

void RowText::layOut(QTextLayout &layout) const
{
    QTextOption option(Qt::AlignLeft);
    option.setWrapMode(QTextOption::NoWrap);
    option.setTextDirection(Qt::LeftToRight);
    option.setTabStopDistance(
        TextRows::kTab * QFontMetricsF(layout.font()).horizontalAdvance(u'0'));
    layout.setTextOption(option);
    layout.setText(text);
    layout.setFormats(formats);
    layout.beginLayout();
    layout.createLine();
    layout.endLayout();
}

} // namespace sonde::content
