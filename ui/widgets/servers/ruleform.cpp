// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/ruleform.h"

#include "config/commandline.h"
#include "content/json/jsoneditor.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"
#include "mcp/message/revision.h"
#include "models/session/rulemodel.h"
#include "review/responsecheck.h"
#include "widgets/kit/field/boundedspin.h"
#include "widgets/trace/filteredit.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>

#include <limits>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;
using How = review::ResponseRule::How;

namespace {

constexpr int kResponseLines = 6; // minimum height of the editor
constexpr qsizetype kMaxRemarks = 5; // shown
constexpr How kHows[] = {
    How::Response, How::Decline, How::Cancel, How::Error, How::Program, How::Ask};

} // namespace

RuleForm::RuleForm(QWidget *parent)
    : QWidget(parent)
    , m_form(new QFormLayout(this))
    , m_method(new QComboBox(this))
    , m_when(new FilterEdit(this))
    , m_problem(new ColorLabel(ColorRole::Error, this))
    , m_how(new QComboBox(this))
    , m_response(new content::JsonEditor(this))
    , m_hint(new ColorLabel(ColorRole::Muted, this))
    , m_code(new BoundedSpin(this))
    , m_message(new QLineEdit(this))
    , m_program(new QLineEdit(this))
    , m_delay(new BoundedSpin(this))
    , m_remarks(new ColorLabel(ColorRole::Error, this))
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setVerticalSpacing(look::metrics().unit);
    m_form->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_method->setEditable(true);
    m_method->addItems({QString(), QStringLiteral("sampling/createMessage"),
        QStringLiteral("elicitation/create"), QStringLiteral("roots/list")});
    m_method->lineEdit()->setPlaceholderText(tr("any request"));
    m_method->setAccessibleName(tr("Method that the rule matches; empty: any"));
    m_when->setPlaceholderText(tr("any params; or a filter such as params.maxTokens > 100"));
    m_when->setAccessibleName(tr("Filter that the request must match"));
    for (const How how : kHows)
        m_how->addItem(models::ruleHowText(how), static_cast<int>(how));
    m_how->setAccessibleName(tr("Action of the rule"));
    m_response->setLineNumbers(false);
    m_response->setMinimumHeight(kResponseLines * m_response->fontMetrics().lineSpacing());
    m_response->setAccessibleName(tr("Response, a JSON object"));
    m_hint->setText(tr("In a string, {{/messages/0/content/text}} is replaced by the value at that "
                       "JSON Pointer in the request's params."));
    m_hint->setWordWrap(true);
    m_code->setRange(std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
    m_code->setGroupSeparatorShown(false);
    m_code->sayBoundBelow();
    m_code->setAccessibleName(tr("Error code"));
    m_message->setAccessibleName(tr("Error message"));
    m_program->setFont(look::fixedFont());
    m_program->setPlaceholderText(
        tr("reads the request from stdin, writes the response to stdout"));
    m_program->setAccessibleName(tr("Program and arguments"));
    m_delay->setRange(0, int(review::ResponseRule::kMaxDelay.count()));
    m_delay->sayBoundBelow();
    m_delay->setSuffix(tr(" ms"));
    m_delay->setSpecialValueText(tr("immediately"));
    m_delay->setAccessibleName(tr("Delay before the rule responds"));
    m_remarks->setWordWrap(true);
    m_problem->setWordWrap(true);
    addFields(m_form);
    connect(m_method, &QComboBox::editTextChanged, this, &RuleForm::changed);
    connect(m_when, &QLineEdit::textChanged, this, &RuleForm::changed);
    connect(m_how, &QComboBox::currentIndexChanged, this, &RuleForm::changed);
    connect(m_response, &content::JsonEditor::edited, this, &RuleForm::changed);
    connect(m_code, &BoundedSpin::valueChanged, this, &RuleForm::changed);
    connect(m_message, &QLineEdit::textChanged, this, &RuleForm::changed);
    connect(m_program, &QLineEdit::textChanged, this, &RuleForm::changed);
    connect(m_delay, &BoundedSpin::valueChanged, this, &RuleForm::changed);
    look::passFocus(*this, *m_method);
    showHow();
}

void RuleForm::addFields(QFormLayout *form)
{
    form->addRow(tr("When"), m_method);
    form->addRow(tr("Filter"), m_when);
    form->addRow(QString(), m_problem);
    form->addRow(tr("Then"), m_how);
    form->addRow(tr("Answer"), m_response);
    form->addRow(QString(), m_hint);
    form->addRow(tr("Code"), m_code);
    form->addRow(tr("Message"), m_message);
    form->addRow(tr("Program"), m_program);
    form->addRow(tr("After"), m_delay);
    form->addRow(QString(), m_remarks);
}

void RuleForm::setRevision(const QString &revision)
{
    m_revision = revision;
    check();
}

void RuleForm::setVocabulary(std::function<trace::FilterVocabulary()> vocabulary)
{
    m_when->setVocabulary(std::move(vocabulary));
}

void RuleForm::setRule(const review::RuleDraft &rule)
{
    m_setting = true;
    m_rule = rule;
    m_method->setEditText(rule.method);
    m_when->setText(rule.when);
    m_how->setCurrentIndex(m_how->findData(static_cast<int>(rule.how)));
    if (m_response->bytes().view() != rule.response)
        m_response->setBytes(Bytes::copyOf(rule.response));
    m_code->setValue(rule.code);
    m_message->setText(rule.message);
    m_program->setText(rule.program.isEmpty() ? QString() : config::joinCommandLine(rule.program));
    m_delay->setValue(rule.delayMs);
    m_setting = false;
    showHow();
    check();
}

review::RuleDraft RuleForm::rule() const
{
    review::RuleDraft rule = m_rule;
    rule.method = m_method->currentText().trimmed();
    rule.when = m_when->text();
    rule.how = static_cast<How>(m_how->currentData().toInt());
    // Invalid JSON cannot be part of the array: the rule keeps its last valid response.
    const Bytes response = m_response->bytes();
    if (json::Document::parse(response).isValid())
        rule.response = std::string(response.view());
    rule.code = m_code->value();
    rule.message = m_message->text();
    const auto line = config::splitCommandLine(m_program->text());
    rule.program = line ? line->words : QStringList(m_program->text());
    rule.delayMs = m_delay->value();
    return rule;
}

void RuleForm::changed()
{
    if (m_setting)
        return;
    showHow();
    check();
    Q_EMIT edited();
}

// Shows only the fields of the chosen action.
void RuleForm::showHow()
{
    const auto how = static_cast<How>(m_how->currentData().toInt());
    const auto show = [this](QWidget *field, bool visible) {
        field->setVisible(visible);
        if (QWidget *label = m_form->labelForField(field))
            label->setVisible(visible);
    };
    show(m_response, how == How::Response);
    show(m_hint, how == How::Response);
    show(m_code, how == How::Error);
    show(m_message, how == How::Error);
    show(m_program, how == How::Program);
}

void RuleForm::check()
{
    m_problem->setText(m_when->problem());
    m_problem->setVisible(!m_problem->text().isEmpty());
    const review::RuleDraft rule = this->rule();
    QStringList lines;
    if (rule.how == How::Response && !json::Document::parse(m_response->bytes()).isValid())
        lines << tr("The response is not valid JSON.");
    else if (m_when->problem().isEmpty())
        lines << review::problemOf(rule);
    const QString revision =
        m_revision.isEmpty() ? mcp::revisionsOf(mcp::Era::Legacy).front() : m_revision;
    for (const review::Remark &remark : review::remarksOf(rule, revision)) {
        if (lines.size() <= kMaxRemarks)
            lines << review::placed(remark);
    }
    lines.removeAll(QString());
    m_remarks->setText(lines.join(u'\n'));
    m_remarks->setVisible(!lines.isEmpty());
}

} // namespace sonde::widgets
