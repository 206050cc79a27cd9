// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tools/callarguments.h"

#include "content/json/jsoneditor.h"
#include "widgets/form/schemaform.h"

#include <algorithm>
#include <chrono>
#include <iterator>

namespace sonde::widgets {

namespace {

using namespace std::chrono_literals;

constexpr auto kDebounce = 150ms;
// The text of a longer one is laid out anew only when it is looked at.
constexpr std::size_t kShort = 64 * 1024;

} // namespace

CallArguments::CallArguments(SchemaForm *form, content::JsonEditor *editor, QObject *parent)
    : QObject(parent)
    , m_form(form)
    , m_editor(editor)
{
    m_wait.setSingleShot(true);
    m_wait.setInterval(kDebounce);
    connect(&m_wait, &QTimer::timeout, this, &CallArguments::fillForm);
    connect(m_form, &SchemaForm::textChanged, this, &CallArguments::formEdited);
    connect(m_form, &SchemaForm::problemsChanged, this, &CallArguments::showProblems);
    connect(m_editor, &content::JsonEditor::edited, this, &CallArguments::editorEdited);
}

void CallArguments::setSchema(const json::Value &schema)
{
    constexpr std::string_view kNone = R"({"type":"object"})";
    const std::string_view raw = schema.exists() ? schema.raw() : kNone;
    if (m_schema == raw)
        return;
    m_schema = raw;
    const auto document = std::make_shared<json::Document>(json::Document::parse(raw));
    m_form->setSchema(document);
    m_editor->setSchema(document);
}

void CallArguments::forgetProblems()
{
    m_problems.clear();
    m_isJudged = false;
    m_editor->setMarks({});
}

void CallArguments::take(const Bytes &text)
{
    m_text = text;
    m_error = text.isEmpty() ? std::nullopt : json::Document::parse(text).error();
}

void CallArguments::setText(const Bytes &text)
{
    take(text);
    m_lastInForm = false;
    fillEditor();
    fillForm();
}

void CallArguments::fillForm()
{
    m_wait.stop();
    m_formIsOld = false;
    m_form->setText(m_text);
}

void CallArguments::fillEditor()
{
    m_filling = true;
    m_editor->setBytes(m_text);
    m_filling = false;
    m_editorIsOld = false;
}

void CallArguments::formEdited()
{
    take(m_form->text());
    m_lastInForm = true;
    m_editorIsOld = true;
    if (m_text.size() <= kShort)
        fillEditor();
    Q_EMIT edited();
}

void CallArguments::editorEdited()
{
    if (m_filling)
        return;
    take(m_editor->bytes());
    m_lastInForm = false;
    m_formIsOld = true;
    m_form->judgeAll();
    m_wait.start();
    Q_EMIT edited();
}

void CallArguments::bringForm()
{
    const QString place = m_lastInForm ? QString() : lastPlace();
    if (m_formIsOld)
        fillForm();
    if (!place.isEmpty())
        m_form->goTo(place);
}

void CallArguments::bringEditor()
{
    if (m_editorIsOld)
        fillEditor();
    if (!m_lastInForm || m_text.size() > kShort)
        return;
    const auto document = json::Document::parse(m_text);
    if (const json::Value value = document.pointer(m_form->lastEdited()))
        m_editor->setCaret(value.node().begin);
}

QString CallArguments::lastPlace() const
{
    if (m_lastInForm)
        return m_form->lastEdited();
    if (m_text.size() > kShort || m_editor->caret() == 0)
        return {};
    const auto document = json::Document::parse(m_text);
    return document.valueAt(m_editor->caret()).pointer();
}

const QString &CallArguments::unknown() const
{
    return m_form->unknown();
}

void CallArguments::showProblems()
{
    m_problems = m_form->problems();
    m_isJudged = m_isJudged || m_form->isChecked();
    std::vector<content::JsonEditor::Mark> marks;
    for (const FormProblem &problem : judged()) {
        if (problem.end > problem.begin)
            marks.push_back({problem.begin, problem.end, problem.sentence});
    }
    if (!m_editorIsOld && m_editor->bytes() == m_form->text())
        m_editor->setMarks(std::move(marks));
    Q_EMIT problemsChanged();
}

std::vector<FormProblem> CallArguments::judged() const
{
    std::vector<FormProblem> judged;
    std::copy_if(m_problems.begin(), m_problems.end(), std::back_inserter(judged),
        [](const FormProblem &problem) { return !problem.isAwaited; });
    return judged;
}

CallArguments::Fit CallArguments::fit() const
{
    using models::Sign;
    const std::size_t wrong = judged().size();
    if (m_error)
        return {Sign::ProtocolError, tr("not JSON")};
    if (wrong == 1)
        return {Sign::ProtocolError, tr("1 field does not fit")};
    if (wrong > 0)
        return {Sign::ProtocolError, tr("%1 fields do not fit").arg(wrong)};
    if (m_problems.size() == 1)
        return {Sign::NotReached, tr("1 required field is empty")};
    if (!m_problems.empty())
        return {Sign::NotReached, tr("%1 required fields are empty").arg(m_problems.size())};
    if (!unknown().isEmpty())
        return {Sign::ToolError, tr("cannot be checked")};
    if (!m_isJudged)
        return {Sign::None, {}};
    return {Sign::Ok, tr("fits the schema")};
}

void CallArguments::goToProblem(const FormProblem &problem, bool inForm)
{
    if (inForm)
        return m_form->goTo(problem.pointer);
    // The bytes are those of the last check: by name it is found in what was typed since, too.
    const auto document = json::Document::parse(m_text);
    QString at = problem.pointer;
    while (!document.pointer(at) && !at.isEmpty())
        at.truncate(qMax(qsizetype(0), at.lastIndexOf(u'/')));
    if (const json::Value value = document.pointer(at))
        m_editor->setCaret(value.node().begin);
    m_editor->setFocus();
}

} // namespace sonde::widgets
