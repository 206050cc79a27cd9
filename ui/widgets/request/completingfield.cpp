// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/completingfield.h"

#include "base/pluralnumber.h"
#include "session/catalog/completionsource.h"
#include "widgets/request/completionpopup.h"

#include <QKeyEvent>

#include <utility>

namespace sonde::widgets {

CompletingField::CompletingField(QWidget *parent)
    : QLineEdit(parent)
{
    m_wait.setSingleShot(true);
    m_wait.setInterval(kDebounceMs);
    connect(&m_wait, &QTimer::timeout, this, &CompletingField::ask);
    connect(this, &QLineEdit::textEdited, this, [this] {
        if (m_source && m_source->isOffered())
            m_wait.start();
    });
}

CompletingField::~CompletingField()
{
    delete m_popup;
}

void CompletingField::setSource(session::CompletionSource *source, const QString &argument)
{
    m_source = source;
    m_argument = argument;
}

bool CompletingField::isListShown() const
{
    return m_popup && m_popup->isVisible();
}

QStringList CompletingField::proposals() const
{
    return isListShown() ? m_popup->values() : QStringList();
}

void CompletingField::ask()
{
    m_wait.stop();
    if (!m_source || !hasFocus())
        return;
    m_source->ask(m_argument, text(), this,
        [this, asked = text()](const Result<mcp::Completions> &completions) {
            if (asked == text() && hasFocus())
                propose(completions);
        });
}

void CompletingField::propose(const Result<mcp::Completions> &completions)
{
    setProblem(completions.ok() ? QString() : completions.error().sentence);
    const QStringList values = completions.ok() ? completions->values : QStringList();
    if (values.isEmpty() || values == QStringList(text())) {
        hideList();
        return;
    }
    if (!m_popup) {
        m_popup = new CompletionPopup(window());
        connect(m_popup, &CompletionPopup::chosen, this, &CompletingField::take);
    }
    m_popup->open(*this, *completions);
    setAccessibleDescription(values.size() == 1
            ? tr("1 suggestion")
            : tr("%1 suggestions", nullptr, pluralNumber(values.size())).arg(values.size()));
}

void CompletingField::take(const QString &value)
{
    hideList();
    m_wait.stop();
    setText(value); // no edit: nothing is asked for it
    Q_EMIT taken();
}

void CompletingField::hideList()
{
    if (!isListShown())
        return;
    m_popup->hide();
    setAccessibleDescription({});
}

void CompletingField::setProblem(const QString &problem)
{
    if (std::exchange(m_problem, problem) != problem)
        Q_EMIT problemChanged();
}

// The keys of the list are its own while it is shown, whatever shortcuts the window has.
bool CompletingField::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && isListShown()) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::KeyPress && isListShown()) {
        const auto *key = static_cast<QKeyEvent *>(event);
        // Before it moves the focus on.
        if (key->key() == Qt::Key_Tab && !m_popup->current().isEmpty()) {
            take(m_popup->current());
            return true;
        }
    }
    return QLineEdit::event(event);
}

void CompletingField::keyPressEvent(QKeyEvent *event)
{
    const int key = event->key();
    if (isListShown()) {
        if (key == Qt::Key_Escape)
            return hideList();
        if (key == Qt::Key_Down || key == Qt::Key_Up)
            return m_popup->step(key == Qt::Key_Down ? 1 : -1);
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && event->modifiers() == Qt::NoModifier
            && !m_popup->current().isEmpty())
            return take(m_popup->current());
    } else if (key == Qt::Key_Down && m_source && m_source->isOffered()) {
        return ask(); // without typing
    }
    QLineEdit::keyPressEvent(event);
}

void CompletingField::focusOutEvent(QFocusEvent *event)
{
    m_wait.stop();
    hideList();
    if (m_source)
        m_source->withdraw();
    QLineEdit::focusOutEvent(event);
}

void CompletingField::hideEvent(QHideEvent *event)
{
    hideList();
    QLineEdit::hideEvent(event);
}

void CompletingField::moveEvent(QMoveEvent *event)
{
    hideList();
    QLineEdit::moveEvent(event);
}

} // namespace sonde::widgets
