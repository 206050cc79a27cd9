// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/schemaform.h"

#include "base/formatting.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "widgets/form/fieldeditor.h"
#include "widgets/form/formcheck.h"
#include "widgets/form/formview.h"

#include <QApplication>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace sonde::widgets {

namespace {

using namespace std::chrono_literals;
using schema::Field;
using schema::FieldState;

constexpr auto kDebounce = 100ms;
constexpr qsizetype kMaxInputShown = 40; // characters of rejected input, in a sentence

QString shortened(QString text)
{
    text = text.simplified();
    return text.size() > kMaxInputShown ? QString(text.left(kMaxInputShown) % u'…') : text;
}

} // namespace

SchemaForm::SchemaForm(QWidget *parent)
    : QWidget(parent)
    , m_job(this)
    , m_view(new FormView(this))
    , m_message(new look::InlineMessage(this))
    , m_nothing(new look::ColorLabel(models::ColorRole::Muted, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_message);
    layout->addWidget(m_nothing);
    layout->addWidget(m_view, 1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_nothing->setContentsMargins(10, 8, 10, 8);
    m_nothing->setWordWrap(true);
    m_nothing->hide();
    m_wait.setSingleShot(true);
    m_wait.setInterval(kDebounce);
    connect(&m_wait, &QTimer::timeout, this, &SchemaForm::startCheck);
    connect(m_view, &FormView::acted, this, qOverload<const FormAction &>(&SchemaForm::act));
    connect(m_view, &FormView::rowWidthChanged, this, &SchemaForm::updateWidth);
    connect(
        m_message, &look::InlineMessage::buttonClicked, this, [this] { Q_EMIT jsonRequested({}); });
    addKeys();
    setSchema(nullptr);
}

// Deleting the rows' widgets moves the focus.
SchemaForm::~SchemaForm()
{
    disconnect(qApp, nullptr, this, nullptr);
}

void SchemaForm::addKeys()
{
    const auto add = [this](const QKeySequence &keys, auto slot) {
        auto *key = new QShortcut(keys, this);
        key->setContext(Qt::WidgetWithChildrenShortcut);
        connect(key, &QShortcut::activated, this, slot);
        return key;
    };
    for (int i = 0; i < 4; ++i) {
        add(QKeySequence(int(Qt::ALT) | (int(Qt::Key_1) + i)),
            [this, i] { act(FormAction::Kind::SetState, FieldState(i)); });
    }
    m_moves = {add(QKeySequence(Qt::ALT | Qt::Key_Up), [this] { move(-1); }),
        add(QKeySequence(Qt::ALT | Qt::Key_Down), [this] { move(1); })};
    add(QKeySequence(Qt::ALT | Qt::Key_Delete), [this] {
        if (const QString at = movable(false); !at.isNull())
            act(FormAction{FormAction::Kind::Remove, at});
    });
    // Elsewhere these keys are the editor's own: Alt+Down opens a list.
    connect(qApp, &QApplication::focusChanged, this, [this] {
        for (QShortcut *key : m_moves)
            key->setEnabled(!movable(true).isNull());
    });
}

void SchemaForm::setSchema(std::shared_ptr<const json::Document> schema, schema::Remotes remotes)
{
    m_view->clear();
    m_schema = std::move(schema);
    if (!m_schema)
        m_schema =
            std::make_shared<json::Document>(json::Document::parse(std::string_view("true")));
    m_remotes = std::move(remotes);
    m_form = std::make_unique<schema::Form>(m_schema, m_remotes);
    m_open.clear();
    m_problems.clear();
    m_unknown.clear();
    m_view->showProblems({});
    setText(m_text);
}

void SchemaForm::setText(const Bytes &text)
{
    m_text = text;
    m_lastEdited.clear();
    m_complaints.clear();
    showText();
}

// The view's rows point into the form: they go before it gets the next text.
void SchemaForm::showText(const QString &reveal)
{
    const bool tooLong = m_text.size() > kMaxText;
    m_view->hold();
    m_view->showComplaints(m_complaints);
    m_form->setText(tooLong ? Bytes() : m_text);
    m_parseError = tooLong ? std::nullopt : m_form->document().error();
    if (!reveal.isEmpty())
        openAround(*m_form, m_open, reveal, m_view->rowWidth());
    refresh(); // before a message takes room from rows of an older text
    if (tooLong) {
        m_message->showMessage(look::InlineMessage::Kind::Info,
            tr("The text is too large for a form (%1 bytes).").arg(countText(m_text.size())),
            tr("Go to the JSON text"));
    } else if (!m_form->root()) {
        const json::ParseError error = m_parseError.value_or(json::ParseError());
        m_message->showMessage(look::InlineMessage::Kind::Error,
            tr("The text is not valid JSON: line %1, column %2: %3")
                .arg(error.line)
                .arg(error.column)
                .arg(error.reason),
            tr("Go to the JSON text"));
    } else {
        m_message->setVisible(false);
    }
    checkSoon();
}

void SchemaForm::checkSoon()
{
    m_checked = false;
    m_job.stop(); // it checks an older text
    m_wait.start();
}

void SchemaForm::refresh()
{
    const Field *root = m_form->root();
    m_view->setVisible(root);
    m_nothing->hide();
    if (!root)
        return m_view->clear();
    auto rows = rowsOf(*m_form, m_open, m_view->rowWidth());
    if (rows.empty() || root->value.count() > kMaxChildren) {
        m_nothing->setText(rows.empty() && root->value.count() <= kMaxChildren
                ? tr("There is nothing to fill in: the schema has no properties.")
                : tr("There are too many properties for a form. Edit them as JSON."));
        m_nothing->show();
    } else if (!m_form->problem().isEmpty()) {
        m_nothing->setText(tr("Part of the schema cannot be used: %1").arg(m_form->problem()));
        m_nothing->show();
    }
    m_view->showRows(*m_form, std::move(rows));
}

// Records become groups where the form is too narrow for them, and records again.
void SchemaForm::updateWidth()
{
    const auto &rows = m_view->rows();
    const bool hasArrays = std::any_of(rows.begin(), rows.end(), [](const FormRow &row) {
        return row.type == FormRow::Type::Group && row.field->kind == schema::FieldKind::Array;
    });
    if (hasArrays)
        refresh();
}

void SchemaForm::act(const FormAction &action)
{
    if (action.kind == FormAction::Kind::Open) {
        m_open.insert(action.pointer, action.on);
        return refresh();
    }
    if (action.kind == FormAction::Kind::EditAsJson) {
        Q_EMIT jsonRequested(action.pointer);
        return;
    }
    m_problems.touch(action.pointer);
    const auto change = apply(*m_form, action);
    if (change)
        changed(action, *change);
    else
        complain(action, change.error());
}

void SchemaForm::changed(const FormAction &action, const FormChange &change)
{
    m_lastEdited = change.focus;
    const bool same = m_text == change.text;
    m_text = change.text;
    if (!follow(action))
        rebuild(action, change.focus);
    if (!same)
        Q_EMIT textChanged();
    Q_EMIT problemsChanged();
}

// A key changes one field of what may be thousands: only its row is filled again.
bool SchemaForm::follow(const FormAction &action)
{
    using Kind = FormAction::Kind;
    const bool isValue = action.kind == Kind::SetText || action.kind == Kind::SetRaw
        || action.kind == Kind::SetBool || action.kind == Kind::Choose;
    const Field *field = isValue ? m_form->find(action.pointer) : nullptr;
    if (!field || m_text.size() > kMaxText)
        return false;
    const FieldEditor::Type before = FieldEditor::typeFor(*field);
    if (!m_form->follow(m_text, action.pointer))
        return false;
    if (m_complaints.remove(action.pointer))
        m_view->showComplaints(m_complaints);
    if (FieldEditor::typeFor(*field) == before)
        m_view->showChange(action.pointer);
    else
        refresh();
    checkSoon();
    return true;
}

void SchemaForm::rebuild(const FormAction &action, const QString &focus)
{
    using Kind = FormAction::Kind;
    const bool others =
        action.kind == Kind::Move || action.kind == Kind::Remove || action.kind == Kind::Rename;
    if (others)
        m_complaints.clear(); // their pointers may have changed
    m_complaints.remove(action.pointer);
    const bool adds = action.kind == Kind::AddItem || action.kind == Kind::AddMember;
    if (adds || (action.kind == Kind::SetState && action.state == FieldState::Value))
        m_open.insert(action.pointer, true);
    if (action.kind == Kind::SetState && action.state != FieldState::Value)
        m_open.remove(action.pointer);
    // Within an element, the focus stays at the same member.
    const QString focused = m_view->focusedPointer();
    const bool within = others && focused.startsWith(action.pointer + u'/');
    const QString column = within ? focused.mid(action.pointer.size()) : QString();
    showText(adds ? QString(focus % u'/') : QString()); // opened itself
    if ((others || adds) && !m_view->focusRow(focus + column))
        m_view->focusRow(focus);
}

void SchemaForm::complain(const FormAction &action, const Error &error)
{
    FormComplaint complaint;
    complaint.sentence = error.sentence;
    if (action.kind == FormAction::Kind::SetText) {
        complaint.typed = action.text;
        complaint.hasTyped = true;
        const Field *field = m_form->find(action.pointer);
        const QString now = field && field->value.exists()
            ? tr("%1 is still sent").arg(shortened(json::toQString(field->value.raw())))
            : tr("nothing is sent");
        complaint.sentence = action.text.isEmpty()
            ? now
            : tr("“%1” is not a JSON value: %2").arg(shortened(action.text), now);
        if (action.text.isEmpty() && !(field && field->value.exists())) {
            m_complaints.remove(action.pointer);
            m_view->showComplaints(m_complaints);
            Q_EMIT problemsChanged();
            return;
        }
    }
    m_complaints.insert(action.pointer, complaint);
    m_view->showComplaints(m_complaints);
    Q_EMIT problemsChanged();
}

void SchemaForm::startCheck()
{
    m_job.start<FormFindings>(
        [schema = m_schema, remotes = m_remotes, text = m_text](
            const std::stop_token &stop) { return checkText(schema, remotes, text, stop); },
        [this](const FormFindings &findings) { showFindings(findings); });
}

void SchemaForm::showFindings(const FormFindings &findings)
{
    m_checked = true;
    m_unknown = findings.unknown;
    if (m_problems.update(findings, *m_form, m_view->rows()))
        m_view->showProblems(m_problems.judged());
    Q_EMIT problemsChanged();
}

void SchemaForm::judgeAll()
{
    if (!m_problems.judgeAll())
        return;
    m_view->showProblems(m_problems.judged());
    Q_EMIT problemsChanged();
}

void SchemaForm::forgetTouched()
{
    m_problems.forgetTouched();
    checkSoon();
}

QStringList SchemaForm::awaited() const
{
    return m_problems.awaited(*m_form);
}

std::vector<FormProblem> SchemaForm::problems() const
{
    std::vector<FormProblem> all;
    for (auto it = m_complaints.cbegin(); it != m_complaints.cend(); ++it)
        all.push_back({it.key(), it->sentence});
    std::sort(all.begin(), all.end(),
        [](const FormProblem &a, const FormProblem &b) { return a.pointer < b.pointer; });
    all.insert(all.end(), m_problems.all().begin(), m_problems.all().end());
    return all;
}

void SchemaForm::goTo(const QString &pointer)
{
    if (!m_form->root())
        return;
    openAround(*m_form, m_open, pointer, m_view->rowWidth());
    refresh();
    for (QString at = pointer; !m_view->focusRow(at) && !at.isEmpty();)
        at.truncate(qMax(qsizetype(0), at.lastIndexOf(u'/')));
}

void SchemaForm::goToProblem(int step)
{
    const auto all = problems();
    if (all.empty())
        return;
    const QString now = m_view->focusedPointer();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const FormProblem &problem) { return problem.pointer == now; });
    const auto count = std::ptrdiff_t(all.size());
    std::ptrdiff_t index = step > 0 ? 0 : count - 1;
    if (found != all.end())
        index = (std::distance(all.begin(), found) + step + count) % count;
    goTo(all[std::size_t(index)].pointer);
}

void SchemaForm::focusFirst()
{
    if (!m_view->rows().empty())
        m_view->focusRow(m_view->rows().front().field->pointer);
}

void SchemaForm::focusInEvent(QFocusEvent *)
{
    focusFirst();
}

void SchemaForm::act(FormAction::Kind kind, FieldState state)
{
    FormAction action{kind, m_view->focusedPointer()};
    action.state = state;
    if (!action.pointer.isNull())
        act(action);
}

QString SchemaForm::movable(bool elements) const
{
    const QString focused = m_view->focusedPointer();
    if (focused.isNull())
        return {};
    const Field *field = m_form->find(focused);
    for (; field; field = field->parent) {
        const bool fits =
            field->value.exists() && (field->isElement || (field->isAdded && !elements));
        if (fits && !field->pointer.isEmpty())
            return field->pointer;
    }
    return {};
}

void SchemaForm::move(int by)
{
    const QString at = movable(true);
    const Field *field = at.isNull() ? nullptr : m_form->find(at);
    if (!field)
        return;
    const std::uint32_t index = field->name.toUInt();
    if ((by < 0 && index == 0) || (by > 0 && index + 1 >= field->parent->value.count()))
        return;
    FormAction action{FormAction::Kind::Move, at};
    action.index = by < 0 ? index - 1 : index + 2;
    act(action);
}

} // namespace sonde::widgets
