// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tap/breakpointdialog.h"

#include "content/json/jsoneditor.h"
#include "look/controls/colorlabel.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "models/tap/breakpointtext.h"
#include "rpc/responsetemplate.h"
#include "session/tap/messageprograms.h"
#include "widgets/kit/field/boundedspin.h"
#include "widgets/trace/filteredit.h"
#include "json/document.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

namespace sonde::widgets {

using models::ColorRole;
using tap::Breakpoint;
using Act = tap::BreakpointAction::Kind;

namespace {

constexpr QSize kFirstSize(560, 400);
constexpr int kTextLines = 6; // minimum height of the editor
constexpr int kMargin = 12;
constexpr double kMsPerSecond = 1000.0;
constexpr int kDelayDecimals = 2;
constexpr Act kActions[] = {Act::Hold, Act::Delay, Act::Drop, Act::Duplicate, Act::Respond,
    Act::Patch, Act::Program, Act::Truncate, Act::Split, Act::Garble, Act::Close};

bool isText(Act action)
{
    return action == Act::Respond || action == Act::Patch;
}

bool waits(Act action)
{
    return action == Act::Hold || action == Act::Delay || action == Act::Program;
}

bool hasBytes(Act action)
{
    return action == Act::Truncate || action == Act::Split || action == Act::Garble;
}

} // namespace

BreakpointDialog::BreakpointDialog(const Breakpoint &breakpoint, const Place &place,
    const QString &title, std::function<trace::FilterVocabulary()> vocabulary, QWidget *parent)
    : QDialog(parent)
    , m_given(breakpoint)
    , m_place(place)
    , m_direction(new QComboBox(this))
    , m_filter(new FilterEdit(this))
    , m_action(new QComboBox(this))
    , m_delay(new QDoubleSpinBox(this))
    , m_bytes(new BoundedSpin(this))
    , m_text(new content::JsonEditor(this))
    , m_placeholders(new look::ColorLabel(ColorRole::Muted, this))
    , m_command(new QLineEdit(this))
    , m_only(new BoundedSpin(this))
    , m_othersPass(new QCheckBox(tr("Let later messages pass meanwhile"), this))
    , m_problem(new look::ColorLabel(ColorRole::Error, this))
    , m_save(new QPushButton(tr("Save"), this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(title);
    m_filter->setVocabulary(std::move(vocabulary));
    makeFields();
    makeAmounts();
    m_problem->setWordWrap(true);
    m_save->setObjectName(QStringLiteral("saveBreakpoint"));
    m_save->setDefault(true);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, [this] {
        refresh();
        if (!m_save->isEnabled())
            return;
        Q_EMIT saved(this->breakpoint());
        accept();
    });
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->addLayout(makeForm());
    layout->addWidget(m_problem);
    layout->addStretch();
    layout->addLayout(buttons);
    show(breakpoint);
    m_filter->setFocus();
    look::setFirstSize(this, kFirstSize);
}

void BreakpointDialog::makeFields()
{
    for (const rpc::Channel channel : {rpc::Channel::Sent, rpc::Channel::Received})
        m_direction->addItem(
            models::tapDirectionText(channel, m_place.client), static_cast<int>(channel));
    m_direction->setObjectName(QStringLiteral("direction"));
    m_direction->setAccessibleName(tr("Direction of the messages"));
    m_filter->setPlaceholderText(tr("any message; or a filter such as method == \"tools/call\""));
    m_filter->setAccessibleName(tr("Filter that a message must match"));
    m_action->setObjectName(QStringLiteral("action"));
    m_action->setAccessibleName(tr("Action of the breakpoint"));
    m_text->setLineNumbers(false);
    m_text->setMinimumHeight(kTextLines * m_text->fontMetrics().lineSpacing());
    m_placeholders->setObjectName(QStringLiteral("placeholders"));
    m_placeholders->setWordWrap(true);
    m_placeholders->setText(tr("In a string, {{id}} and {{params.arguments.city}} are replaced by "
                               "these values of the request. A string that is only a placeholder "
                               "becomes the value itself, with every digit of a number."));
    m_command->setObjectName(QStringLiteral("command"));
    m_command->setPlaceholderText(tr("a program and its arguments, such as jq .params.n=1"));
    m_command->setToolTip(
        tr("Runs it on this computer for each message, with the message on its "
           "standard input, and sends the JSON object that it prints. If it fails "
           "or takes longer than 10 s, the message is sent as it was."));
    m_command->setAccessibleName(tr("Command that changes a message"));
    m_othersPass->setObjectName(QStringLiteral("othersPass"));
    connect(m_direction, &QComboBox::currentIndexChanged, this, &BreakpointDialog::listActions);
    connect(m_filter, &QLineEdit::textChanged, this, &BreakpointDialog::refresh);
    connect(m_action, &QComboBox::currentIndexChanged, this, &BreakpointDialog::refresh);
    connect(m_text, &content::JsonEditor::edited, this, &BreakpointDialog::refresh);
    connect(m_command, &QLineEdit::textChanged, this, &BreakpointDialog::refresh);
}

void BreakpointDialog::makeAmounts()
{
    const double most = double(tap::BreakpointAction::kMaxDelay.count()) / kMsPerSecond;
    m_delay->setRange(0, most);
    m_delay->setDecimals(kDelayDecimals);
    m_delay->setSuffix(tr(" s"));
    m_delay->setObjectName(QStringLiteral("delay"));
    m_bytes->setRange(1, std::numeric_limits<int>::max());
    m_bytes->sayBoundBelow();
    m_bytes->setObjectName(QStringLiteral("bytes"));
    m_bytes->setAccessibleName(tr("Number of bytes"));
    m_only->setRange(0, std::numeric_limits<int>::max());
    m_only->sayBoundBelow();
    m_only->setSpecialValueText(tr("each"));
    m_only->setObjectName(QStringLiteral("only"));
    m_only->setAccessibleName(tr("Number of the only hit that it acts on; 0: each"));
}

QFormLayout *BreakpointDialog::makeForm()
{
    m_form = new QFormLayout;
    m_form->setVerticalSpacing(look::metrics().unit);
    m_form->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->addRow(tr("Direction"), m_direction);
    m_form->addRow(tr("Filter"), m_filter);
    m_form->addRow(tr("Action"), m_action);
    m_form->addRow(tr("Delay"), m_delay);
    m_form->addRow(tr("Bytes"), m_bytes);
    m_form->addRow(tr("JSON"), m_text);
    m_form->addRow(QString(), m_placeholders);
    m_form->addRow(tr("Command"), m_command);
    m_form->addRow(tr("Only hit"), m_only);
    m_form->addRow(QString(), m_othersPass);
    return m_form;
}

void BreakpointDialog::show(const Breakpoint &breakpoint)
{
    m_direction->setCurrentIndex(m_direction->findData(static_cast<int>(breakpoint.channel)));
    listActions();
    m_filter->setText(breakpoint.filter.text());
    m_action->setCurrentIndex(
        std::max(0, m_action->findData(static_cast<int>(breakpoint.action.kind))));
    m_delay->setValue(double(breakpoint.action.delay.count()) / kMsPerSecond);
    m_bytes->setValue(static_cast<int>(breakpoint.action.bytes));
    if (breakpoint.action.kind == Act::Program)
        m_command->setText(QString::fromStdString(breakpoint.action.text));
    else
        m_text->setBytes(Bytes::copyOf(breakpoint.action.text));
    m_only->setValue(static_cast<int>(breakpoint.only));
    m_othersPass->setChecked(breakpoint.othersPass);
    refresh();
}

// The chosen one stays if it can.
void BreakpointDialog::listActions()
{
    const QVariant chosen = m_action->currentData();
    const QSignalBlocker blocker(m_action);
    m_action->clear();
    for (const Act action : kActions) {
        if (tap::isOffered(m_place.transport, channel(), action))
            m_action->addItem(models::actionWord(action), static_cast<int>(action));
    }
    m_action->setCurrentIndex(std::max(0, m_action->findData(chosen)));
    refresh();
}

rpc::Channel BreakpointDialog::channel() const
{
    return static_cast<rpc::Channel>(m_direction->currentData().toInt());
}

Act BreakpointDialog::action() const
{
    return static_cast<Act>(m_action->currentData().toInt());
}

Breakpoint BreakpointDialog::breakpoint() const
{
    Breakpoint made = m_given;
    made.channel = channel();
    made.filter = m_filter->filter().value_or(trace::Filter());
    made.action.kind = action();
    made.action.delay = std::chrono::milliseconds(qRound64(m_delay->value() * kMsPerSecond));
    made.action.bytes = static_cast<std::uint32_t>(m_bytes->value());
    made.action.text = isText(action()) ? std::string(m_text->bytes().view())
        : action() == Act::Program      ? m_command->text().toStdString()
                                        : std::string();
    made.only = static_cast<std::uint64_t>(m_only->value());
    made.othersPass = m_othersPass->isChecked() && !m_othersPass->isHidden();
    return made;
}

QString BreakpointDialog::problem() const
{
    if (!m_filter->problem().isEmpty())
        return tr("The filter is not valid: %1").arg(m_filter->problem());
    if (action() == Act::Program)
        return session::MessagePrograms::problemOf(m_command->text());
    if (!isText(action()))
        return {};
    const auto document = json::Document::parse(m_text->bytes());
    if (m_text->bytes().size() > tap::BreakpointAction::kMaxText)
        return tr("The JSON is longer than a breakpoint can keep.");
    if (action() == Act::Respond && !document.root().isObject())
        return tr("The response must be a JSON object: a result, or an object with a member "
                  "\"result\" or \"error\".");
    if (action() == Act::Patch && !document.root().isArray())
        return tr("The patch must be a JSON array of operations, as in RFC 6902.");
    if (!document.isValid())
        return tr("The text is not valid JSON.");
    const std::string unknown =
        action() == Act::Respond ? rpc::unknownPlaceholder(m_text->bytes().view()) : std::string();
    return unknown.empty()
        ? QString()
        : tr("No request has {{%1}}. A placeholder begins with id, method or params, such as "
             "{{params.name}} or {{/params/name}}.")
              .arg(QString::fromStdString(unknown));
}

// What is delayed is sent after that time, and what is held is so at the latest.
void BreakpointDialog::nameDelay(Act action)
{
    const bool holds = action == Act::Hold;
    if (auto *const label = qobject_cast<QLabel *>(m_form->labelForField(m_delay)))
        label->setText(holds ? tr("Hold at most") : tr("Delay"));
    m_delay->setSpecialValueText(holds ? tr("no limit") : QString());
    m_delay->setToolTip(
        holds ? tr("Send the message as it was if nothing is decided in that time") : QString());
    m_delay->setAccessibleName(holds
            ? tr("Seconds after which the message is sent as it was; 0: no limit")
            : tr("Delay in seconds"));
}

void BreakpointDialog::refresh()
{
    const Act action = this->action();
    const auto setShown = [this](QWidget *field, bool shown) {
        field->setVisible(shown);
        if (QWidget *const label = m_form->labelForField(field))
            label->setVisible(shown);
    };
    setShown(m_delay, action == Act::Delay || action == Act::Hold);
    nameDelay(action);
    setShown(m_bytes, hasBytes(action));
    setShown(m_text, isText(action));
    setShown(m_placeholders, action == Act::Respond);
    setShown(m_command, action == Act::Program);
    setShown(m_othersPass, waits(action));
    m_text->setAccessibleName(action == Act::Patch ? tr("JSON patch, an array of operations")
                                                   : tr("Response, a JSON object"));
    m_problem->setText(problem());
    m_problem->setVisible(!m_problem->text().isEmpty());
    m_save->setEnabled(m_problem->text().isEmpty());
}

} // namespace sonde::widgets
