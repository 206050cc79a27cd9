// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/statebutton.h"

#include "look/painting/controlpainter.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "widgets/form/fieldtexts.h"

#include <QKeySequence>
#include <QMenu>
#include <QPainter>
#include <QStyleOptionButton>

#include <algorithm>
#include <array>

namespace sonde::widgets {

namespace {

using schema::FieldState;

constexpr int kPadding = 6;
constexpr int kGlyph = 16;
constexpr int kChevron = 14;
constexpr std::array kStates{
    FieldState::Omitted, FieldState::Null, FieldState::Empty, FieldState::Value};

} // namespace

StateButton::StateButton(QWidget *parent)
    : QAbstractButton(parent)
{
    // Alt+1 to Alt+4 set the state from the editor: one Tab stop for each field is enough.
    setFocusPolicy(Qt::ClickFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::clicked, this, &StateButton::openMenu);
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this,
        qOverload<>(&QWidget::update));
}

void StateButton::showField(const schema::Field &field, const QString &name)
{
    m_state = field.state;
    m_json = field.kind == schema::FieldKind::Json;
    for (const FieldState state : kStates) {
        const auto i = std::size_t(state);
        m_known[i] = field.allows(state);
        // Sending what the schema does not know is a debugger's business.
        m_possible[i] = m_known[i] || state == FieldState::Null || state == FieldState::Value;
    }
    setAccessibleName(tr("State of %1: %2").arg(name, stateWord(m_state)));
    setGlyphOnly(m_glyphOnly);
    update();
}

void StateButton::setGlyphOnly(bool only)
{
    m_glyphOnly = only;
    setToolTip(only ? stateWord(m_state) : QString());
    update();
}

int StateButton::glyphWidth()
{
    return kPadding + kGlyph + kChevron;
}

int StateButton::wordWidth() const
{
    int word = 0;
    for (const FieldState state : kStates)
        word = std::max(word, fontMetrics().horizontalAdvance(stateWord(state)));
    return 2 * kPadding + kGlyph + word + kChevron + 3;
}

QSize StateButton::sizeHint() const
{
    return {m_glyphOnly ? glyphWidth() : wordWidth(), look::metrics().formControl};
}

void StateButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QStyleOptionButton option;
    option.initFrom(this);
    if (isDown())
        option.state |= QStyle::State_Sunken;
    look::controls::pushButton(&painter, option);
    const look::Theme &t = look::theme();
    const auto part = [this](int left, int width) {
        return QStyle::visualRect(layoutDirection(), rect(), QRect(left, 0, width, height()));
    };
    painter.setPen(isEnabled() ? t.muted : t.off);
    const bool braces = m_json && m_state == FieldState::Value;
    painter.drawText(part(kPadding - 2, kGlyph), Qt::AlignCenter,
        braces ? QStringLiteral("{}") : stateGlyph(m_state));
    painter.setPen(isEnabled() ? t.text : t.off);
    if (!m_glyphOnly) {
        painter.drawText(part(kPadding + kGlyph, width()), Qt::AlignVCenter | Qt::AlignAbsolute,
            stateWord(m_state));
    }
    look::controls::chevron(&painter,
        part(width() - kPadding - kChevron + 2, kChevron).adjusted(0, 1, 0, 1),
        look::controls::Chevron::Down, isEnabled() ? t.text : t.off);
    if (hasFocus())
        look::controls::focusRing(&painter, rect());
}

void StateButton::openMenu()
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const FieldState state : kStates) {
        const auto i = std::size_t(state);
        QString words = stateGlyph(state) % QStringLiteral("  ") % stateWord(state);
        if (m_possible[i] && !m_known[i])
            words += QStringLiteral(" · ") % tr("not in the schema");
        const QKeySequence keys(int(Qt::ALT) | (int(Qt::Key_1) + int(i)));
        QAction *action =
            menu->addAction(QString(words % u'\t' % keys.toString(QKeySequence::NativeText)));
        action->setCheckable(true);
        action->setChecked(state == m_state);
        action->setEnabled(m_possible[i]);
        connect(action, &QAction::triggered, this, [this, state] { Q_EMIT stateRequested(state); });
    }
    menu->popup(mapToGlobal(QPoint(0, height())));
}

} // namespace sonde::widgets
