// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/texteditors.h"

#include "base/formatting.h"
#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

namespace sonde::widgets {

namespace {

using schema::FieldKind;

constexpr int kLinePadding = 2; // the line edit has 2 of its own
constexpr int kOfferWidth = 20;
constexpr std::size_t kMaxExamples = 20;
constexpr qsizetype kMaxExampleShown = 80;

QFont fontFor(const schema::Field &field)
{
    return field.kind == FieldKind::Text ? QFont() : look::fixedFont();
}

} // namespace

LineEditor::LineEditor(QWidget *parent)
    : FieldEditor(Type::Line, parent)
    , m_edit(new QLineEdit(this))
    , m_offer(new QToolButton(this))
{
    m_edit->setFrame(false);
    m_edit->installEventFilter(this);
    connect(m_edit, &QLineEdit::textEdited, this, [this](const QString &text) {
        act({FormAction::Kind::SetText, {}, text});
    });
    m_offer->setIcon(look::icon("down", models::ColorRole::Muted));
    m_offer->setAutoRaise(true);
    m_offer->setFocusPolicy(Qt::NoFocus); // Ctrl+Space opens it from the text
    m_offer->setToolTip(tr("Show examples from the schema (Ctrl+Space)"));
    m_offer->setAccessibleName(tr("Examples from the schema"));
    connect(m_offer, &QToolButton::clicked, this, &LineEditor::showExamples);
}

QWidget *LineEditor::target()
{
    return m_edit;
}

void LineEditor::fill(const schema::Form &form, const schema::Field &field, const QString &text)
{
    m_isText = field.kind == FieldKind::Text;
    m_edit->setFont(fontFor(field));
    if (m_edit->text() != text)
        m_edit->setText(text);
    m_examples = form.facts(field).examples;
    m_offer->setVisible(!m_examples.empty());
    place();
}

void LineEditor::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

void LineEditor::place()
{
    const int offer = m_examples.empty() ? 0 : kOfferWidth;
    const QRect text(kLinePadding, 0, width() - 2 * kLinePadding - offer, height());
    const QRect button(width() - offer, 0, offer, height());
    m_edit->setGeometry(QStyle::visualRect(layoutDirection(), rect(), text));
    m_offer->setGeometry(QStyle::visualRect(layoutDirection(), rect(), button));
}

bool LineEditor::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (enter && key->modifiers() == Qt::ShiftModifier && m_isText) {
            QString text = m_edit->text();
            text.insert(m_edit->cursorPosition(), u'\n');
            act({FormAction::Kind::SetText, {}, text});
            return true;
        }
        if (key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier
            && !m_examples.empty()) {
            showExamples();
            return true;
        }
    }
    return FieldEditor::eventFilter(watched, event);
}

void LineEditor::showExamples()
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (std::size_t i = 0; i < std::min(m_examples.size(), kMaxExamples); ++i) {
        const QString raw = json::toQString(m_examples[i]);
        QString words = raw.simplified().left(kMaxExampleShown);
        words.replace(u'&', QLatin1String("&&"));
        QAction *action = menu->addAction(words);
        connect(action, &QAction::triggered, this, [this, raw] {
            act({FormAction::Kind::SetRaw, {}, raw});
        });
    }
    menu->popup(mapToGlobal(QPoint(0, height())));
}

AreaEditor::AreaEditor(QWidget *parent)
    : FieldEditor(Type::Area, parent)
    , m_edit(new QPlainTextEdit(this))
{
    m_edit->setFrameShape(QFrame::NoFrame);
    m_edit->setTabChangesFocus(true);
    m_edit->document()->setDocumentMargin(3);
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        if (!isFilling())
            act({FormAction::Kind::SetText, {}, exactText()});
    });
}

QWidget *AreaEditor::target()
{
    return m_edit;
}

// toPlainText() makes spaces of no-break spaces.
QString AreaEditor::exactText() const
{
    QString text = m_edit->document()->toRawText();
    text.replace(QChar::ParagraphSeparator, u'\n');
    return text.replace(QChar::LineSeparator, u'\n');
}

void AreaEditor::fill(const schema::Form &, const schema::Field &field, const QString &text)
{
    m_edit->setFont(fontFor(field));
    if (exactText() == text)
        return;
    m_edit->setPlainText(text);
    m_edit->moveCursor(QTextCursor::End);
}

void AreaEditor::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_edit->setGeometry(rect());
}

ElsewhereEditor::ElsewhereEditor(QWidget *parent)
    : FieldEditor(Type::Elsewhere, parent)
    , m_words(new look::ColorLabel(models::ColorRole::Muted, this))
    , m_go(new QPushButton(tr("Edit as JSON"), this))
{
    m_go->setFlat(true);
    m_go->setAutoDefault(false);
    connect(m_go, &QPushButton::clicked, this, [this] { act({FormAction::Kind::EditAsJson, {}}); });
}

QWidget *ElsewhereEditor::target()
{
    return m_go;
}

void ElsewhereEditor::fill(const schema::Form &, const schema::Field &field, const QString &)
{
    const QString size = countText(field.value.raw().size());
    m_words->setText(field.value.raw().size() > kMaxText
            ? tr("%1 bytes: too long for a field").arg(size)
            : tr("%1 bytes, with characters that a field cannot keep").arg(size));
}

void ElsewhereEditor::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const int button = m_go->sizeHint().width();
    const QRect words(6, 0, width() - button - 8, height());
    const QRect go(width() - button, 0, button, height());
    m_words->setGeometry(QStyle::visualRect(layoutDirection(), rect(), words));
    m_go->setGeometry(QStyle::visualRect(layoutDirection(), rect(), go));
}

} // namespace sonde::widgets
