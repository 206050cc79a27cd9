// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/mock/mockresponseedit.h"

#include "content/json/jsoneditor.h"
#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"
#include "mock/maderesponse.h"
#include "models/mock/mockrow.h"
#include "widgets/kit/field/boundedspin.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <string>
#include <string_view>

namespace sonde::widgets {

using mock::Fault;
using mock::ResponseFields;
using models::ColorRole;
using Content = ResponseFields::Content;

namespace {

// What a new error begins as.
constexpr std::string_view kError = R"({"code": -32603, "message": "Internal error"})";

QLabel *labelFor(QWidget *field, const QString &text)
{
    auto *label = new QLabel(text, field->parentWidget());
    label->setBuddy(field);
    return label;
}

} // namespace

MockResponseEdit::MockResponseEdit(QWidget *parent)
    : QWidget(parent)
    , m_content(new QComboBox(this))
    , m_text(new content::JsonEditor(this))
    , m_recorded(new look::ColorLabel(
          tr("What the recording has for the request is sent."), ColorRole::Muted, this))
    , m_verdict(new look::ColorLabel(ColorRole::Muted, this))
{
    m_content->setObjectName(QStringLiteral("mockContent"));
    m_content->setAccessibleName(tr("What is sent"));
    m_content->addItems({tr("As recorded"), tr("Result"), tr("Error response")});
    m_text->setObjectName(QStringLiteral("mockText"));
    m_text->setAccessibleName(
        tr("JSON of the response; {{params.name}} is a value of the request"));
    m_text->focusProxy()->setAccessibleName(m_text->accessibleName());
    m_text->setTabMovesFocus(true);
    m_recorded->setWordWrap(true);
    m_recorded->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_verdict->setObjectName(QStringLiteral("mockVerdict"));
    m_verdict->setWordWrap(true);
    auto *top = new QHBoxLayout;
    top->addWidget(labelFor(m_content, tr("S&end")));
    top->addWidget(m_content);
    top->addStretch();
    m_textLabel = labelFor(m_text, tr("&JSON"));
    top->addWidget(m_textLabel);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(look::metrics().unit);
    layout->addLayout(top);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_recorded, 1);
    layout->addWidget(m_verdict);
    layout->addLayout(makeLimits());
    connect(m_content, &QComboBox::activated, this, &MockResponseEdit::contentChosen);
    connect(m_text, &content::JsonEditor::edited, this, &MockResponseEdit::report);
    showContent();
}

QLayout *MockResponseEdit::makeLimits()
{
    m_delay = new BoundedSpin(this);
    m_delay->setObjectName(QStringLiteral("mockDelay"));
    m_delay->setAccessibleName(tr("Delay in milliseconds"));
    m_maxDelay = new BoundedSpin(this);
    m_maxDelay->setObjectName(QStringLiteral("mockMaxDelay"));
    m_maxDelay->setAccessibleName(tr("Longest delay in milliseconds"));
    m_maxDelay->setSpecialValueText(tr("no range"));
    m_maxDelay->setToolTip(tr("Delay each request by another time, from the delay to this one"));
    for (BoundedSpin *spin : {m_delay, m_maxDelay}) {
        spin->setMaximum(int(mock::MadeResponses::kMaxDelay.count()));
        spin->setSuffix(tr(" ms"));
    }
    m_times = new BoundedSpin(this);
    m_times->setObjectName(QStringLiteral("mockTimes"));
    m_times->setAccessibleName(tr("Number of requests that get this response"));
    m_times->setMaximum(mock::MadeResponses::kMaxTimes);
    m_times->setSpecialValueText(tr("all requests"));
    m_times->setToolTip(tr("After so many requests, the next row that matches responds"));
    m_fault = new QComboBox(this);
    m_fault->setObjectName(QStringLiteral("mockFault"));
    m_fault->setAccessibleName(tr("Fault of the response"));
    for (int fault = 0; fault <= int(Fault::Close); ++fault)
        m_fault->addItem(models::MockRow::faultWord(Fault(fault)));
    for (BoundedSpin *spin : {m_delay, m_maxDelay, m_times}) {
        spin->sayBoundBelow();
        connect(spin, &QSpinBox::valueChanged, this, &MockResponseEdit::report);
    }
    connect(m_fault, &QComboBox::activated, this, &MockResponseEdit::report);
    auto *grid = new QGridLayout;
    grid->addWidget(labelFor(m_delay, tr("De&lay")), 0, 0);
    grid->addWidget(m_delay, 0, 1);
    grid->addWidget(labelFor(m_maxDelay, tr("Ma&ximum")), 0, 2);
    grid->addWidget(m_maxDelay, 0, 3);
    grid->addWidget(labelFor(m_times, tr("&For")), 1, 0);
    grid->addWidget(m_times, 1, 1);
    grid->addWidget(labelFor(m_fault, tr("Faul&t")), 1, 2);
    grid->addWidget(m_fault, 1, 3);
    grid->setColumnStretch(4, 1);
    return grid;
}

void MockResponseEdit::report()
{
    if (!m_isShowing)
        Q_EMIT edited();
}

// A text that was typed stays for the other kind.
void MockResponseEdit::contentChosen()
{
    const std::string text(m_text->bytes().view());
    const auto content = Content(m_content->currentIndex());
    if (content == Content::Recorded) // which gives up the text, also one that is too large
        setTooLarge(false);
    else if (!m_isTooLarge && (text.empty() || text == kNewResult || text == kError)) {
        m_isShowing = true;
        m_text->setBytes(Bytes::copyOf(content == Content::Error ? kError : kNewResult));
        m_isShowing = false;
    }
    showContent();
    report();
}

void MockResponseEdit::showContent()
{
    const bool hasText = Content(m_content->currentIndex()) != Content::Recorded;
    m_textLabel->setVisible(hasText);
    m_text->setVisible(hasText);
    m_recorded->setVisible(!hasText);
}

void MockResponseEdit::showFields(const ResponseFields &fields, bool readOnly)
{
    m_isShowing = true;
    m_content->setCurrentIndex(int(fields.content));
    m_isReadOnly = readOnly;
    setTooLarge(!m_text->setBytes(Bytes::copyOf(fields.text)));
    m_delay->setValue(int(fields.delay));
    m_maxDelay->setValue(int(fields.maxDelay));
    m_times->setValue(int(fields.times));
    m_fault->setCurrentIndex(int(fields.fault));
    for (QWidget *field :
        std::initializer_list<QWidget *>{m_content, m_delay, m_maxDelay, m_times, m_fault})
        field->setEnabled(!readOnly);
    m_isShowing = false;
    showContent();
}

void MockResponseEdit::setTooLarge(bool isTooLarge)
{
    m_isTooLarge = isTooLarge;
    m_text->setReadOnly(m_isReadOnly || m_isTooLarge);
}

void MockResponseEdit::readInto(ResponseFields &fields) const
{
    fields.content = Content(m_content->currentIndex());
    if (fields.content == Content::Recorded)
        fields.text.clear();
    else if (!m_isTooLarge)
        fields.text = m_text->bytes().view();
    fields.delay = m_delay->value();
    fields.maxDelay = m_maxDelay->value();
    fields.times = m_times->value();
    fields.fault = Fault(m_fault->currentIndex());
}

void MockResponseEdit::showVerdict(const session::ResponseVerdict &verdict)
{
    const bool isWrong = !verdict.problem.isEmpty();
    const bool isWarning = !isWrong && !verdict.unknown.isEmpty();
    m_verdict->setColorRole(isWrong ? ColorRole::Error
            : isWarning             ? ColorRole::Warn
                                    : ColorRole::Muted);
    m_verdict->setSign(isWrong ? models::Sign::ProtocolError
            : isWarning        ? models::Sign::Finding
                               : models::Sign::None);
    const QString remark = m_isTooLarge
        ? tr("The text is too large to be edited here. It stays as it is in the file.")
        : QString();
    m_verdict->setText(isWrong ? verdict.problem
            : isWarning        ? tr("No request has the place {{%1}}.").arg(verdict.unknown)
                               : remark);
    m_verdict->setVisible(!m_verdict->text().isEmpty());
}

} // namespace sonde::widgets
