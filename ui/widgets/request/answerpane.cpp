// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/answerpane.h"

#include "content/json/jsoneditor.h"
#include "content/json/jsontreeview.h"
#include "content/view/contentlist.h"
#include "look/clipboard.h"
#include "look/iconengine.h"
#include "look/inlinemessage.h"
#include "widgets/request/answerstrip.h"

#include <QAction>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

AnswerPane::AnswerPane(const QString &title, ContentsOf contentsOf, QWidget *parent)
    : QWidget(parent)
    , m_contentsOf(std::move(contentsOf))
    , m_strip(new AnswerStrip(title, this))
    , m_note(new look::InlineMessage(this))
    , m_tabs(new QTabWidget(this))
    , m_buttons(new QWidget(this))
    , m_contents(new content::ContentList(this))
    , m_tree(new content::JsonTreeView(this))
    , m_raw(new content::JsonEditor(this))
{
    m_tabs->setAccessibleName(title);
    m_tree->setAccessibleName(tr("Result as a tree"));
    m_raw->setAccessibleName(tr("Response as received"));
    m_raw->setReadOnly(true);
    m_tabs->addTab(m_contents, tr("Content"));
    m_tabs->addTab(m_tree, tr("Tree"));
    m_tabs->addTab(m_raw, tr("Raw"));
    auto *row = new QHBoxLayout(m_buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_tabs->setCornerWidget(m_buttons);
    auto *copy = new QAction(look::icon("copy"), tr("Copy the response as received"), this);
    connect(copy, &QAction::triggered, this, [this] {
        if (!m_shown)
            return;
        const QByteArray bytes = m_shown->message.bytes().toByteArray();
        look::copyToClipboard(bytes);
    });
    addButton(copy);
    connect(m_strip, &AnswerStrip::messageRequested, this, &AnswerPane::messageRequested);
    connect(m_contents, &content::ContentList::saved, this, &AnswerPane::saved);
    connect(m_contents, &content::ContentList::linkRequested, this, &AnswerPane::linkRequested);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_strip);
    layout->addWidget(m_note);
    layout->addWidget(m_tabs, 1);
}

void AnswerPane::addButton(QAction *action)
{
    auto *button = new QToolButton(m_buttons);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolTip(action->text());
    button->setAccessibleName(action->text());
    m_buttons->layout()->addWidget(button);
}

void AnswerPane::setRequest(session::Request *request, const QString &nothing,
    const std::shared_ptr<const mcp::Answer> &kept)
{
    if (m_request)
        disconnect(m_request, nullptr, this, nullptr);
    m_request = request;
    m_nothing = nothing;
    m_kept = kept;
    if (request)
        connect(request, &session::Request::changed, this, &AnswerPane::refresh);
    m_strip->setRequest(request);
    refresh();
}

void AnswerPane::refresh()
{
    if (m_request && m_request->answer()) {
        m_kept = m_request->answer();
        showAnswer(m_kept);
    } else if (m_request && m_request->error()) {
        showError(*m_request->error());
    } else if (m_kept) {
        showAnswer(m_kept);
    } else {
        showNothing(
            m_request && m_request->isPending() ? tr("Waiting for the response.") : m_nothing);
    }
}

void AnswerPane::showAnswer(const std::shared_ptr<const mcp::Answer> &answer)
{
    if (std::exchange(m_shown, answer) == answer)
        return;
    const std::shared_ptr<const json::Document> document(answer, &answer->message.document);
    const json::Value result = answer->result();
    m_tree->setDocument(document, result.exists() ? result.id() : 0);
    m_raw->setBytes(answer->message.bytes());
    std::vector<content::Content> contents = m_contentsOf(document, result);
    if (contents.empty())
        m_contents->setNothing(tr("The response has no contents."));
    else
        m_contents->setContents(std::move(contents));
    // 2026-07-28 server/…: the answer is a question to whoever asked.
    if (result["resultType"].equals("input_required"))
        m_note->showMessage(look::InlineMessage::Kind::Warning,
            tr("The server wants to be told something before it answers; what it asks is in the "
               "tree."));
    else
        m_note->hide();
    Q_EMIT answered();
}

void AnswerPane::showError(const Error &error)
{
    m_shown.reset();
    m_note->hide();
    m_contents->setNothing(error.sentence, error.detail);
    if (error.data.isEmpty())
        m_tree->clear();
    else
        m_tree->setDocument(std::make_shared<const json::Document>(
            json::Document::parse(Bytes::fromByteArray(error.data))));
    m_raw->setBytes(Bytes::fromByteArray(error.data));
    m_tabs->setCurrentWidget(m_contents);
    Q_EMIT answered();
}

void AnswerPane::showNothing(const QString &why)
{
    m_shown.reset();
    m_note->hide();
    m_tree->clear();
    m_contents->setNothing(why);
    m_raw->setBytes({});
    Q_EMIT answered();
}

} // namespace sonde::widgets
