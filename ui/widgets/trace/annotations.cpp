// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/annotations.h"

#include "base/formatting.h"
#include "look/painting/iconengine.h"
#include "models/trace/tracemodel.h"
#include "widgets/trace/noteeditor.h"
#include "widgets/trace/traceview.h"

#include <QAction>

#include <algorithm>

namespace sonde::widgets {

namespace {
constexpr std::size_t kMaxMarked = 1000; // messages at once
} // namespace

Annotations::Annotations(models::TraceModel &model, TraceView &view, QWidget *panel)
    : QObject(panel)
    , m_model(model)
    , m_view(view)
    , m_panel(panel)
    , m_note(new NoteEditor(model, panel))
    , m_mark(makeAction("mark", tr("Mark"), tr("Mark or unmark the selected messages (Ctrl+M)"),
          QKeySequence(Qt::CTRL | Qt::Key_M)))
    , m_noteAction(makeAction("note", tr("Note…"),
          tr("Write a note about the selected message (Ctrl+Shift+M)"),
          QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M)))
{
    m_mark->setObjectName(QStringLiteral("markMessage"));
    m_noteAction->setObjectName(QStringLiteral("noteMessage"));
    connect(m_mark, &QAction::triggered, this, &Annotations::markSelected);
    connect(m_noteAction, &QAction::triggered, this, [this] { edit(m_view.currentNumber()); });
    connect(m_note, &NoteEditor::left, this, [this] { m_view.setFocus(Qt::ShortcutFocusReason); });
    connect(m_note, &NoteEditor::failed, this, &Annotations::failed);
}

QAction *Annotations::makeAction(
    const char *icon, const QString &text, const QString &tip, const QKeySequence &key)
{
    auto *action = new QAction(look::icon(icon), text, this);
    action->setToolTip(tip);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_panel->addAction(action);
    return action;
}

void Annotations::setEnabled(bool enabled)
{
    m_mark->setEnabled(enabled);
    m_noteAction->setEnabled(enabled);
}

void Annotations::edit(trace::Number number)
{
    if (number != 0)
        m_note->edit(number);
}

// All of them; none when all are marked already.
void Annotations::markSelected()
{
    const std::vector<trace::Number> numbers = m_view.selectedNumbers();
    if (numbers.size() > kMaxMarked) {
        Q_EMIT failed(tr("Cannot mark more than %1 messages at once. Select fewer.")
                          .arg(countText(kMaxMarked)));
        return;
    }
    const trace::Notes &notes = m_model.store().notes();
    const bool mark = !std::all_of(numbers.begin(), numbers.end(),
        [&notes](trace::Number number) { return notes.of(number).marked; });
    for (const trace::Number number : numbers) {
        trace::Note note = notes.of(number);
        note.marked = mark;
        const QString failure = m_model.setNote(number, note);
        if (!failure.isEmpty()) {
            Q_EMIT failed(failure);
            return;
        }
    }
}

} // namespace sonde::widgets
