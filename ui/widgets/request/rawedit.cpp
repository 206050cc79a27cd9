// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/rawedit.h"

#include "content/json/jsoneditor.h"
#include "look/controls/inlinemessage.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "mcp/message/rawmessage.h"
#include "json/singleline.h"

#include <QAction>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::InlineMessage;

namespace {

constexpr int kHeaderRows = 4; // in sight
constexpr qsizetype kMaxCustomHeaders = 100;

} // namespace

RawEdit::RawEdit(content::JsonEditor *preview, QWidget *parent)
    : QWidget(parent)
    , m_preview(preview)
    , m_action(new QAction(look::icon("edit"), tr("Edit as text, for one send"), this))
    , m_headers(new QPlainTextEdit(this))
    , m_message(new InlineMessage(this))
{
    m_action->setCheckable(true);
    m_headers->setFont(look::fixedFont());
    m_headers->setAccessibleName(tr("HTTP headers, one per line"));
    m_headers->setPlaceholderText(tr("HTTP headers, one per line"));
    m_headers->setTabChangesFocus(true);
    m_headers->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_headers->setFixedHeight(QFontMetrics(look::fixedFont()).lineSpacing() * kHeaderRows);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(2);
    layout->addWidget(m_headers);
    layout->addWidget(m_message);
    hide();
    connect(m_action, &QAction::toggled, this, &RawEdit::setOn);
    connect(m_preview, &content::JsonEditor::edited, this, [this] {
        if (!isOn() || m_preview->isReadOnly())
            return;
        m_asking = false;
        m_message->hide();
        Q_EMIT edited();
    });
    connect(m_headers, &QPlainTextEdit::textChanged, this, &RawEdit::edited);
    connect(m_preview, &content::JsonEditor::checked, this, [this] {
        if (isOn() && !m_asking)
            remark();
    });
    connect(m_message, &InlineMessage::buttonClicked, this, [this] {
        m_message->hide();
        m_asking = false;
        Q_EMIT confirmed();
    });
}

bool RawEdit::isOn() const
{
    return m_action->isChecked();
}

void RawEdit::setOn(bool on)
{
    if (m_action->isChecked() != on) {
        m_action->setChecked(on); // which calls this again
        return;
    }
    m_preview->setReadOnly(!on);
    m_preview->setLineNumbers(on);
    m_asking = false;
    m_message->hide();
    setVisible(on);
    Q_EMIT toggled(on);
}

void RawEdit::begin(mcp::Client *client, const Bytes &line, const wire::HttpHeaders &headers)
{
    m_client = client;
    m_headers->setVisible(client && client->config().endpoint.hasExchanges());
    QStringList lines;
    for (const wire::HttpHeader &header : headers.fields())
        lines << QString::fromUtf8(header.name + ": " + header.value);
    m_headers->setPlainText(lines.join(u'\n'));
    m_preview->setBytes(line);
    m_preview->setFocus(Qt::OtherFocusReason);
    remark();
}

Bytes RawEdit::bytes() const
{
    const Bytes typed = m_preview->bytes();
    return mcp::readRaw(typed).isJson ? json::singleLine(typed) : typed;
}

std::optional<wire::HttpHeaders> RawEdit::headers() const
{
    if (!m_client || !m_client->config().endpoint.hasExchanges())
        return {};
    wire::HttpHeaders headers;
    for (const QString &line : m_headers->toPlainText().split(u'\n').mid(0, kMaxCustomHeaders)) {
        if (const QString name = line.section(u':', 0, 0).trimmed(); !name.isEmpty())
            headers.add(name.toUtf8(), line.section(u':', 1).trimmed().toUtf8());
    }
    return headers;
}

// What cannot be answered is said while it is typed; it does not prevent sending.
void RawEdit::remark()
{
    const Bytes typed = bytes();
    const QString why = m_client ? m_client->whyUnpaired(typed) : QString();
    if (why.isEmpty())
        m_message->hide();
    else
        m_message->showMessage(InlineMessage::Kind::Info, why);
}

bool RawEdit::mayBeSent()
{
    const mcp::RawMessage raw = mcp::readRaw(m_preview->bytes());
    if (raw.isJson)
        return true;
    QString sentence = tr("The text is not valid JSON, %1.").arg(raw.problem);
    const bool lines = raw.lines > 1 && m_client && m_client->config().endpoint.sendsLines();
    if (lines)
        sentence +=
            u' ' + tr("Over stdio the server reads the %1 lines separately.").arg(raw.lines);
    m_asking = true;
    m_message->showMessage(InlineMessage::Kind::Warning, sentence, tr("Send anyway"));
    m_preview->goToProblem();
    return false;
}

QString RawEdit::said() const
{
    return m_message->isHidden() ? QString() : m_message->sentence();
}

} // namespace sonde::widgets
