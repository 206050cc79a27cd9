// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tap/responddialog.h"

#include "content/json/jsoneditor.h"
#include "look/controls/colorlabel.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "models/tap/resulttemplate.h"
#include "rpc/message.h"
#include "session/tap/tapbreakpoints.h"
#include "json/document.h"

#include <QComboBox>
#include <QFormLayout>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

constexpr QSize kFirstSize(560, 320);
constexpr int kMargin = 12;

} // namespace

RespondDialog::RespondDialog(const rpc::Message &request, const QString &title, QWidget *parent)
    : QDialog(parent)
    , m_id(request.id)
    , m_result(models::resultTemplate(request))
    , m_kind(new QComboBox(this))
    , m_text(new content::JsonEditor(this))
    , m_problem(new look::ColorLabel(models::ColorRole::Error, this))
    , m_send(new QPushButton(tr("Send"), this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(title);
    m_kind->setObjectName(QStringLiteral("responseKind"));
    m_kind->setAccessibleName(tr("Kind of the response"));
    m_kind->addItem(tr("Result"));
    m_kind->addItem(tr("Error"));
    m_text->setLineNumbers(false);
    m_text->setTabMovesFocus(true);
    m_text->setAccessibleName(tr("Response as it will be sent"));
    m_problem->setWordWrap(true);
    m_send->setObjectName(QStringLiteral("sendResponse"));
    m_send->setDefault(true);
    m_send->setToolTip(tr("Send the response (Ctrl+Return)"));
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_send);
    auto *form = new QFormLayout;
    form->addRow(tr("Response"), m_kind);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->addLayout(form);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_problem);
    layout->addLayout(buttons);
    insertTemplate();
    connect(m_kind, &QComboBox::currentIndexChanged, this, &RespondDialog::insertTemplate);
    connect(m_text, &content::JsonEditor::edited, this, &RespondDialog::refresh);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_send, &QPushButton::clicked, this, &RespondDialog::send);
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter})
        connect(new QShortcut(QKeySequence(Qt::CTRL | key), this), &QShortcut::activated, this,
            &RespondDialog::send);
    m_text->setFocus();
    look::setFirstSize(this, kFirstSize);
}

void RespondDialog::insertTemplate()
{
    if (!m_text->isEmpty() && !(m_text->bytes() == m_inserted))
        return;
    m_inserted = m_kind->currentIndex() == 0
        ? rpc::response(m_id, m_result)
        : rpc::errorResponse(m_id, rpc::kInternalError, "Internal error");
    m_text->setBytes(m_inserted);
    refresh();
}

QString RespondDialog::problem() const
{
    if (m_gone)
        return tr("The request is no longer held, so no response can be sent.");
    const Bytes text = m_text->bytes();
    if (json::Document::parse(text).isValid())
        return {};
    return session::TapBreakpoints::canSend(text)
        ? tr("The text is not valid JSON.")
        : tr("The text is not valid JSON, and only one line of text is one message.");
}

void RespondDialog::send()
{
    refresh();
    if (!m_send->isEnabled())
        return;
    Q_EMIT sent(m_text->bytes());
    accept();
}

void RespondDialog::setGone()
{
    m_gone = true;
    refresh();
}

void RespondDialog::refresh()
{
    m_problem->setText(problem());
    m_problem->setVisible(!m_problem->text().isEmpty());
    m_send->setEnabled(!m_gone && session::TapBreakpoints::canSend(m_text->bytes()));
    m_send->setText(m_problem->text().isEmpty() || m_gone ? tr("Send") : tr("Send anyway"));
}

} // namespace sonde::widgets
