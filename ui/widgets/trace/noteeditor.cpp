// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/noteeditor.h"

#include "base/formatting.h"
#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"
#include "models/trace/tracetext.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

constexpr int kLines = 3;

} // namespace

NoteEditor::NoteEditor(models::TraceModel &model, QWidget *parent)
    : QFrame(parent)
    , m_model(model)
    , m_title(new QLabel(this))
    , m_text(new QPlainTextEdit(this))
    , m_tooLong(new look::ColorLabel(models::ColorRole::Error, this))
    , m_save(new QPushButton(tr("Save"), this))
{
    setObjectName(QStringLiteral("noteEditor"));
    m_title->setBuddy(m_text);
    m_text->setTabChangesFocus(true);
    m_text->setPlaceholderText(tr("Note about this message"));
    m_text->setAccessibleName(tr("Note"));
    m_text->setFixedHeight(kLines * fontMetrics().lineSpacing() + 2 * look::metrics().gap);
    m_text->installEventFilter(this);
    m_tooLong->setText(tr("A note can have at most 4,096 bytes."));
    m_tooLong->hide();
    m_save->setToolTip(tr("Save the note (Ctrl+Return)"));
    auto *drop = new QPushButton(tr("Cancel"), this);
    drop->setToolTip(tr("Discard the changes (Esc)"));
    auto *head = new QHBoxLayout;
    head->addWidget(m_title);
    head->addWidget(m_tooLong);
    head->addStretch();
    head->addWidget(drop);
    head->addWidget(m_save);
    auto *column = new QVBoxLayout(this);
    const int unit = look::metrics().unit;
    column->setContentsMargins(unit, unit, unit, unit);
    column->setSpacing(unit);
    column->addLayout(head);
    column->addWidget(m_text);
    connect(m_text, &QPlainTextEdit::textChanged, this, &NoteEditor::check);
    connect(m_save, &QPushButton::clicked, this, &NoteEditor::save);
    connect(drop, &QPushButton::clicked, this, &NoteEditor::leave);
    hide();
}

void NoteEditor::edit(trace::Number number)
{
    m_number = number;
    m_title->setText(tr("Note on #%1").arg(countText(number)));
    m_text->setPlainText(QString::fromStdString(m_model.store().notes().of(number).text));
    m_text->selectAll();
    show();
    m_text->setFocus(Qt::ShortcutFocusReason);
}

void NoteEditor::check()
{
    const bool fits = std::size_t(m_text->toPlainText().toUtf8().size()) <= trace::Note::kMaxText;
    m_tooLong->setVisible(!fits);
    m_save->setEnabled(fits);
}

void NoteEditor::save()
{
    if (!m_save->isEnabled())
        return;
    trace::Note note = m_model.store().notes().of(m_number);
    note.text = m_text->toPlainText().trimmed().toStdString();
    const QString failure = m_model.setNote(m_number, note);
    if (!failure.isEmpty())
        Q_EMIT failed(failure);
    leave();
}

void NoteEditor::leave()
{
    hide();
    Q_EMIT left();
}

bool NoteEditor::eventFilter(QObject *watched, QEvent *event)
{
    const bool isOverride = event->type() == QEvent::ShortcutOverride;
    if (watched != m_text || (event->type() != QEvent::KeyPress && !isOverride))
        return QFrame::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    const bool saves = isReturn && key->modifiers().testFlag(Qt::ControlModifier);
    if (!saves && key->key() != Qt::Key_Escape)
        return false;
    if (isOverride) { // or the window takes the key for a call
        event->accept();
        return true;
    }
    saves ? save() : leave();
    return true;
}

} // namespace sonde::widgets
