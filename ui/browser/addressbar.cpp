// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "browser/addressbar.h"

#include "look/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>
#include <QRegularExpression>
#include <QStyleOptionFrame>

#include <algorithm>

namespace sonde::browser {

namespace {

constexpr int kPadding = 4; // as QLineEdit has it

} // namespace

AddressBar::AddressBar(QWidget *parent)
    : QLineEdit(parent)
{
    setReadOnly(true);
    setAccessibleName(tr("URL of the page"));
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this,
        qOverload<>(&QWidget::update));
}

void AddressBar::setUrl(const QUrl &url)
{
    m_url = url.adjusted(QUrl::RemoveUserInfo);
    setText(m_url.toString(QUrl::FullyEncoded));
    setCursorPosition(0);
    setAccessibleDescription(m_url.host(QUrl::FullyEncoded));
    update();
}

QFont AddressBar::hostFont() const
{
    QFont bold = font();
    bold.setBold(true);
    return bold;
}

AddressBar::Parts AddressBar::partsIn(int width) const
{
    const QString whole = m_url.toString(QUrl::FullyEncoded);
    const qsizetype scheme = whole.indexOf(QLatin1String("://"));
    if (scheme < 0)
        return {fontMetrics().elidedText(whole, Qt::ElideRight, width), {}, {}};
    Parts parts;
    parts.before = whole.left(scheme + 3);
    static const QRegularExpression end(QStringLiteral("[/?#]|$"));
    const qsizetype path = whole.indexOf(end, parts.before.size());
    parts.host = whole.mid(parts.before.size(), path - parts.before.size());
    parts.behind = whole.mid(path);
    const QFontMetrics bold(hostFont());
    int left = width - fontMetrics().horizontalAdvance(parts.before);
    if (bold.horizontalAdvance(parts.host) > left)
        parts.host = bold.elidedText(parts.host, Qt::ElideLeft, std::max(left, 0));
    left -= bold.horizontalAdvance(parts.host);
    parts.behind = fontMetrics().elidedText(parts.behind, Qt::ElideRight, std::max(left, 0));
    return parts;
}

// With the focus it is a field, so that all of it can be read and copied.
void AddressBar::paintEvent(QPaintEvent *event)
{
    if (hasFocus())
        return QLineEdit::paintEvent(event);
    QPainter painter(this);
    QStyleOptionFrame option;
    initStyleOption(&option);
    style()->drawPrimitive(QStyle::PE_PanelLineEdit, &option, &painter, this);
    const look::Theme &t = look::theme();
    QRect room = style()
                     ->subElementRect(QStyle::SE_LineEditContents, &option, this)
                     .adjusted(kPadding, 0, -kPadding, 0);
    const Parts parts = partsIn(room.width());
    const auto draw = [&](const QString &text, const QColor &color, const QFont &drawn) {
        painter.setFont(drawn);
        painter.setPen(color);
        painter.drawText(room, int(Qt::AlignVCenter | Qt::AlignLeft) | Qt::TextSingleLine, text);
        room.setLeft(room.left() + QFontMetrics(drawn).horizontalAdvance(text));
    };
    draw(parts.before, t.muted, font());
    draw(parts.host, t.text, hostFont());
    draw(parts.behind, t.muted, font());
}

void AddressBar::focusInEvent(QFocusEvent *event)
{
    QLineEdit::focusInEvent(event);
    update();
}

void AddressBar::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    deselect();
    setCursorPosition(0);
    update();
}

} // namespace sonde::browser
