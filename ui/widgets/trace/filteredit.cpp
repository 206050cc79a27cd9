// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/filteredit.h"

#include "look/controls/plaintooltip.h"
#include "look/controls/searchfield.h"
#include "look/painting/iconengine.h"
#include "look/painting/signpainting.h"
#include "look/theme/theme.h"
#include "trace/filter/filterparser.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCompleter>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QStringListModel>
#include <QTextCharFormat>

namespace sonde::widgets {

namespace {

using TokenKind = trace::FilterToken::Kind;

constexpr int kOffersShown = 12; // offers at once

QColor colourOf(const trace::FilterToken &token, const look::Theme &theme)
{
    switch (token.kind) {
    case TokenKind::And:
    case TokenKind::Or:
    case TokenKind::Not:
        return theme.jLit;
    case TokenKind::String:
        return theme.jStr;
    case TokenKind::Word:
        if (trace::findFilterField(token.text) || trace::beginsLikePath(token.text))
            return theme.jKey;
        if (trace::wordOp(token.text))
            return theme.jLit;
        return token.text.at(0).isDigit() ? theme.jNum : theme.text;
    default:
        return theme.text;
    }
}

} // namespace

FilterEdit::FilterEdit(QWidget *parent)
    : QLineEdit(parent)
    , m_items(new QStringListModel(this))
{
    look::dressSearchField(*this, look::SearchField::Filter);
    setMaxLength(trace::FilterTokens::kMaxText);
    m_state = addAction(QIcon(), TrailingPosition);
    m_state->setVisible(false);
    connect(m_state, &QAction::triggered, this, &FilterEdit::helpRequested);
    m_completer = new QCompleter(m_items, this);
    m_completer->setWidget(this);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->setMaxVisibleItems(kOffersShown);
    m_completer->popup()->setAccessibleName(tr("Completions"));
    connect(m_completer, qOverload<const QString &>(&QCompleter::activated), this,
        &FilterEdit::complete);
    // Of the two signals, textEdited is the first.
    connect(this, &QLineEdit::textEdited, this, [this] { m_isTyping = true; });
    connect(this, &QLineEdit::textChanged, this, &FilterEdit::read);
    connect(this, &QLineEdit::textEdited, this, &FilterEdit::offer);
    connect(this, &QLineEdit::returnPressed, this, &FilterEdit::read); // as it is
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this, &FilterEdit::read);
}

void FilterEdit::setVocabulary(std::function<trace::FilterVocabulary()> vocabulary)
{
    m_vocabulary = std::move(vocabulary);
}

void FilterEdit::read()
{
    const auto compiled = trace::Filter::compile(text());
    const auto *invalid = std::get_if<trace::FilterError>(&compiled);
    const bool isTyping = std::exchange(m_isTyping, false);
    const auto error = invalid ? std::optional(*invalid) : isTyping ? unfinished() : std::nullopt;
    const QString problem = error ? error->sentence : QString();
    const bool changes = !error && (!m_filter || !(*m_filter == std::get<trace::Filter>(compiled)));
    m_filter = error ? std::nullopt : std::optional(std::get<trace::Filter>(compiled));
    showWords(error);
    m_state->setVisible(error || !m_filter->isEmpty());
    m_state->setIcon(error ? look::signIcon(models::Sign::ProtocolError)
                           : look::icon("check", models::ColorRole::Muted));
    m_state->setText(error ? problem : tr("The filter is valid."));
    m_state->setToolTip(look::plainToolTip(m_state->text()));
    setAccessibleDescription(problem);
    if (std::exchange(m_problem, problem) != problem)
        Q_EMIT problemChanged();
    if (changes)
        Q_EMIT filterChanged();
}

// While it is being typed; Return takes it as it is.
std::optional<trace::FilterError> FilterEdit::unfinished() const
{
    if (cursorPosition() < text().size())
        return {};
    auto missing =
        trace::unfinishedEnd(text(), m_vocabulary ? m_vocabulary() : trace::FilterVocabulary());
    if (missing)
        missing->sentence =
            tr("%1 Press Enter to apply the filter as it is.").arg(missing->sentence);
    return missing;
}

// A line edit has no highlighter; the formats of an input method are drawn all the same.
void FilterEdit::showWords(const std::optional<trace::FilterError> &error)
{
    if (m_isComposing)
        return; // the event would take away what is being composed
    const look::Theme &theme = look::theme();
    QList<QInputMethodEvent::Attribute> attributes;
    const auto add = [&](qsizetype at, qsizetype length, const QTextCharFormat &format) {
        attributes +=
            {QInputMethodEvent::TextFormat, int(at) - cursorPosition(), int(length), format};
    };
    for (const trace::FilterToken &token : trace::tokensOf(text()).tokens) {
        if (token.kind == TokenKind::End)
            continue;
        QTextCharFormat format;
        format.setForeground(colourOf(token, theme));
        add(token.at, token.length, format);
    }
    if (error && error->length > 0) {
        QTextCharFormat format;
        format.setForeground(theme.error);
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(theme.error);
        add(error->at, error->length, format);
    }
    QInputMethodEvent event(QString(), attributes);
    QLineEdit::inputMethodEvent(&event);
}

void FilterEdit::offer()
{
    m_completion = trace::completeFilter(
        text(), cursorPosition(), m_vocabulary ? m_vocabulary() : trace::FilterVocabulary());
    // A word that is complete needs nothing, and the Down key leads to the list.
    const bool isWritten = m_completion.items.size() == 1
        && text().mid(m_completion.from, m_completion.length) == m_completion.items.first();
    if (m_completion.items.isEmpty() || isWritten || !hasFocus()) {
        m_completer->popup()->hide();
        return;
    }
    m_items->setStringList(m_completion.items);
    // Below the word that is being written.
    QRect place = cursorRect();
    place.setWidth(std::min(width() / 2, fontMetrics().averageCharWidth() * 40));
    m_completer->complete(place);
    // The completer takes the first one for chosen, and Return would insert it.
    m_completer->popup()->setCurrentIndex({});
}

void FilterEdit::complete(const QString &item)
{
    QString whole = text();
    whole.replace(m_completion.from, m_completion.length, item);
    qsizetype cursor = m_completion.from + item.size();
    if (!item.endsWith(u'.') && (cursor == whole.size() || whole[cursor] != u' '))
        whole.insert(cursor++, u' ');
    setText(whole);
    setCursorPosition(int(cursor));
}

// F1 is the help of filters here, and that of the window elsewhere.
bool FilterEdit::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_F1 && key->modifiers() == Qt::NoModifier)
            event->accept();
    }
    return QLineEdit::event(event);
}

void FilterEdit::keyPressEvent(QKeyEvent *event)
{
    const bool isPlain = event->modifiers() == Qt::NoModifier;
    if (isPlain && event->key() == Qt::Key_F1) {
        Q_EMIT helpRequested();
    } else if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier) {
        offer();
    } else if (isPlain && event->key() == Qt::Key_Escape && m_completer->popup()->isVisible()) {
        m_completer->popup()->hide();
    } else if (isPlain && event->key() == Qt::Key_Escape && !text().isEmpty()) {
        clear();
    } else if (isPlain && event->key() == Qt::Key_Down) {
        Q_EMIT leftDown();
    } else {
        QLineEdit::keyPressEvent(event);
        return;
    }
    event->accept();
}

// The colours give way to the marks of the input method, and come back at its end.
void FilterEdit::inputMethodEvent(QInputMethodEvent *event)
{
    const bool wasComposing = std::exchange(m_isComposing, !event->preeditString().isEmpty());
    QLineEdit::inputMethodEvent(event);
    if (wasComposing && !m_isComposing)
        read();
}

void FilterEdit::changeEvent(QEvent *event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        read();
}

} // namespace sonde::widgets
