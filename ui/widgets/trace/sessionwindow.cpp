// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/sessionwindow.h"

#include "look/controls/inlinemessage.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"
#include "widgets/trace/traceworkbench.h"

#include <QAction>
#include <QFileInfo>
#include <QToolButton>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

constexpr QSize kSize(1200, 760);

} // namespace

SessionWindow::SessionWindow(std::unique_ptr<trace::SessionStore> store,
    const models::TraceDocument::Shared &shared, QWidget *parent)
    : SecondaryWindow(parent)
    , m_store(std::move(store))
    , m_document(*m_store, shared)
    , m_buttons(new QHBoxLayout)
    , m_parts(new look::Splitter(Qt::Vertical, this))
    , m_workbench(new TraceWorkbench(m_document, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(QFileInfo(m_store->path()).fileName());
    look::setFirstSize(this, kSize);
    trace().setButtonsVisible(false);
    trace().followAction()->setChecked(false);
    trace().view().setFollowing(false);
    m_parts->addWidget(&trace());
    m_parts->addWidget(&detail());
    m_parts->setDefaultSizes({kSize.height() * 2 / 3, kSize.height() / 3});
    auto *message = new look::InlineMessage(this);
    message->hide();
    auto *column = new QVBoxLayout(this);
    const int margin = look::metrics().margin;
    column->setContentsMargins(margin, margin, margin, margin);
    m_buttons->addStretch();
    column->addLayout(m_buttons);
    column->addWidget(message);
    column->addWidget(m_parts, 1);
    detail().hide(); // until a message is opened
    connectParts(message);
}

void SessionWindow::connectParts(look::InlineMessage *message)
{
    connect(&trace(), &TracePanel::messageOpened, &detail(), &QWidget::show);
    connect(&detail(), &MessageDetail::closeRequested, this, &SessionWindow::closeDetail);
    connect(&trace(), &TracePanel::closeRequested, this, [this] {
        if (detail().isVisible())
            closeDetail();
        else
            close();
    });
    connect(m_workbench, &TraceWorkbench::said, this, [message](const QString &sentence) {
        message->showMessage(look::InlineMessage::Kind::Info, sentence, tr("Close"));
    });
    connect(message, &look::InlineMessage::buttonClicked, message, &QWidget::hide);
    connect(&m_document.model(), &models::TraceModel::taken, this, [this, message] {
        if (const auto failure = m_store->failure())
            message->showMessage(look::InlineMessage::Kind::Error, failure->sentence, tr("Close"));
    });
}

SessionWindow::~SessionWindow()
{
    // Views, and windows opened from them, read from the document until they are gone.
    qDeleteAll(findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly));
}

TracePanel &SessionWindow::trace() const
{
    return m_workbench->trace();
}

MessageDetail &SessionWindow::detail() const
{
    return m_workbench->detail();
}

void SessionWindow::addButton(QAction *action)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(action->text());
    addAction(action);
    m_buttons->insertWidget(m_buttons->count() - 1, button);
}

void SessionWindow::addPart(QWidget *part)
{
    m_parts->insertWidget(0, part);
    const int third = m_parts->height() / 3;
    m_parts->setSizes({third, third, third});
}

void SessionWindow::closeDetail()
{
    detail().hide();
    trace().view().setFocus(Qt::OtherFocusReason);
}

} // namespace sonde::widgets
