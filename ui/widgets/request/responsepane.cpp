// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/responsepane.h"

#include "base/formatting.h"
#include "content/json/jsoneditor.h"
#include "content/json/jsontreeview.h"
#include "content/view/contentlist.h"
#include "look/access/announcements.h"
#include "look/controls/clipboard.h"
#include "look/controls/inlinemessage.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "mcp/message/repeatedmembers.h"
#include "widgets/kit/frame/later.h"
#include "widgets/request/requeststate.h"
#include "widgets/request/responsestrip.h"

#include <QAction>
#include <QStringBuilder>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

namespace {

using DocumentPtr = std::shared_ptr<const json::Document>;
using ResponseState = session::Request::State;

constexpr int kRunningMs = 100;
constexpr qsizetype kMaxSentence = 500; // of a server
constexpr int kLeastChars = 30;
constexpr int kLeastRows = 7;

} // namespace

ResponsePane::ResponsePane(const QString &title, ContentsOf contentsOf, QWidget *parent)
    : QWidget(parent)
    , m_contentsOf(std::move(contentsOf))
    , m_layout(new QVBoxLayout(this))
    , m_strip(new ResponseStrip(title, this))
    , m_note(new look::InlineMessage(this))
    , m_waiting(new look::InlineMessage(this))
    , m_repeated(new look::InlineMessage(this))
    , m_tabs(new QTabWidget(this))
    , m_buttons(new QWidget(this))
    , m_contents(new content::ContentList(this))
    , m_tree(new content::JsonTreeView(this))
    , m_raw(new Later<content::JsonEditor>(
          [this](content::JsonEditor &editor) {
              editor.setAccessibleName(tr("Response as received"));
              editor.setReadOnly(true);
              editor.setBytes(m_received);
          },
          this))
    , m_sent(new Later<content::JsonEditor>(
          [](content::JsonEditor &editor) {
              editor.setAccessibleName(tr("Request as sent"));
              editor.setReadOnly(true);
          },
          this))
{
    makeTabs(title);
    connect(m_strip, &ResponseStrip::traceRequested, this, &ResponsePane::traceRequested);
    connect(m_contents, &content::ContentList::saved, this, &ResponsePane::saved);
    connect(m_contents, &content::ContentList::linkRequested, this, &ResponsePane::linkRequested);
    m_running.setInterval(kRunningMs);
    connect(&m_running, &QTimer::timeout, this, &ResponsePane::refreshNumbers);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    m_layout->addWidget(m_strip);
    m_layout->addWidget(m_waiting);
    m_layout->addWidget(m_note);
    m_layout->addWidget(m_repeated);
    m_layout->addWidget(m_tabs, 1);
    m_note->hide();
    m_waiting->hide();
    m_repeated->hide();
    connect(m_waiting, &look::InlineMessage::buttonClicked, this, &ResponsePane::waitingClicked);
}

void ResponsePane::makeTabs(const QString &title)
{
    m_tabs->setAccessibleName(title);
    m_contents->setAccessibleName(tr("Contents of the result"));
    m_tree->setAccessibleName(tr("Result as a tree"));
    m_sent->hide();
    connect(m_tabs, &QTabWidget::currentChanged, this, &ResponsePane::showSent);
    m_tabs->addTab(m_contents, tr("Content"));
    m_tabs->addTab(m_tree, tr("Tree"));
    m_tabs->addTab(m_raw, tr("Raw"));
    auto *row = new QHBoxLayout(m_buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_tabs->setCornerWidget(m_buttons);
    auto *copy = new QAction(look::icon("copy"), tr("Copy the message byte for byte"), this);
    connect(copy, &QAction::triggered, this, &ResponsePane::copyMessage);
    addButton(copy);
}

void ResponsePane::addButton(QAction *action)
{
    auto *button = new QToolButton(m_buttons);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolTip(action->text());
    button->setAccessibleName(action->text());
    m_buttons->layout()->addWidget(button);
}

QSize ResponsePane::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * kLeastChars, look::metrics().row * kLeastRows};
}

void ResponsePane::addNote(QWidget *note)
{
    m_layout->insertWidget(m_layout->indexOf(m_tabs), note);
}

const SignLabel &ResponsePane::state() const
{
    return m_strip->state();
}

void ResponsePane::copyMessage()
{
    if (m_tabs->currentWidget() == m_sent)
        look::copyToClipboard(sent().bytes().toByteArray());
    else if (m_shown)
        look::copyToClipboard(m_shown->message.bytes().toByteArray());
}

void ResponsePane::setSentOf(SentOf sentOf)
{
    m_sentOf = std::move(sentOf);
    if (m_tabs->indexOf(m_sent) < 0)
        m_tabs->addTab(m_sent, tr("Request"));
}

// Read when it is looked at, because it may be long.
void ResponsePane::showSent()
{
    if (!m_sentOf || m_tabs->currentWidget() != m_sent)
        return;
    const bool wasSent = m_request && m_request->state() != ResponseState::Idle;
    const std::optional<Bytes> bytes = wasSent ? m_sentOf(*m_request) : std::nullopt;
    sent().setBytes(bytes.value_or(Bytes()));
}

void ResponsePane::setRequest(session::Request *request, const QString &nothing,
    const std::shared_ptr<const mcp::Response> &kept)
{
    if (m_request)
        disconnect(m_request, nullptr, this, nullptr);
    m_request = request;
    m_wasPending = false;
    m_nothing = nothing;
    m_kept = kept;
    if (request)
        connect(request, &session::Request::changed, this, &ResponsePane::refresh);
    refresh();
}

void ResponsePane::refresh()
{
    const ResponseState state = m_request ? m_request->state() : ResponseState::Idle;
    m_strip->setState(requestSign(state), m_request ? requestStateText(*m_request) : QString());
    if (state == ResponseState::Pending)
        m_running.start();
    else
        m_running.stop();
    refreshNumbers();
    if (m_request && m_request->response()) {
        m_kept = m_request->response();
        showResponse(m_kept);
    } else if (m_request && m_request->error()) {
        showError(*m_request->error());
    } else if (m_kept) {
        showResponse(m_kept);
    } else {
        showNothing(state == ResponseState::Pending ? tr("Waiting for the response.") : m_nothing);
    }
    showSent();
    showNote(*m_note);
    m_strip->setTraceable(isTraceable());
    announceEnd(state);
    Q_EMIT requestChanged();
}

// Of a request that a person waits for, perhaps in another panel.
void ResponsePane::announceEnd(ResponseState state)
{
    const bool ended =
        m_wasPending && state != ResponseState::Pending && state != ResponseState::Idle;
    m_wasPending = state == ResponseState::Pending;
    if (!ended || !window()->isVisible())
        return;
    const QString &name = m_request->target().isEmpty() ? m_request->method() : m_request->target();
    look::announce(name % u": " % m_strip->spoken(),
        state == ResponseState::Ok ? look::Announcements::Urgency::Polite
                                   : look::Announcements::Urgency::Assertive);
}

void ResponsePane::setWaiting(const QString &sentence, const QString &button)
{
    if (sentence.isEmpty())
        m_waiting->hide();
    else if (m_waiting->isHidden() || m_waiting->sentence() != sentence)
        m_waiting->showMessage(look::InlineMessage::Kind::Info, sentence, button);
}

void ResponsePane::refreshNumbers()
{
    const bool wasSent = m_request && m_request->state() != ResponseState::Idle;
    m_strip->setNumbers(wasSent ? numbers().join(QStringLiteral(" · ")) : QString());
    if (wasSent && m_sent->isMade() && sent().isEmpty()) // it was not written yet
        showSent();
}

QStringList ResponsePane::numbers() const
{
    QStringList parts;
    if (m_request->state() != ResponseState::TimedOut) // the state says after what time
        parts << durationText(std::chrono::nanoseconds(m_request->elapsedNs()));
    if (m_request->response())
        parts << bytesText(m_request->response()->message.bytes().size());
    return parts;
}

void ResponsePane::showNote(look::InlineMessage &note)
{
    using Kind = look::InlineMessage::Kind;
    if (m_request && m_request->state() == ResponseState::ProtocolError)
        note.showMessage(Kind::Error,
            tr("The server refused the request; there is no result. %1")
                .arg(m_request->error()->sentence.left(kMaxSentence)),
            {}, requestStateText(*m_request));
    // 2026-07-28 basic/utilities/mrtr: the result requests input from the caller.
    else if (m_shown && m_shown->result()["resultType"].equals("input_required"))
        note.showMessage(Kind::Warning,
            tr("The server needs input before it can respond: see the requests in the tree."));
    else
        note.hide();
}

void ResponsePane::showResponse(const std::shared_ptr<const mcp::Response> &response)
{
    if (std::exchange(m_shown, response) == response)
        return;
    const DocumentPtr document(response, &response->message.document);
    const json::Value result = response->result();
    m_tree->setDocument(document, result.exists() ? result.id() : 0);
    setReceived(response->message.bytes());
    std::vector<content::Content> contents = m_contentsOf(document, result);
    if (contents.empty())
        m_contents->setNothing(tr("The response has no contents."));
    else
        m_contents->setContents(std::move(contents));
    showRepeated();
    Q_EMIT answered();
}

void ResponsePane::showRepeated()
{
    const QStringList notes = m_shown && m_shown->message.bytes().size() <= mcp::kMaxNoted
        ? mcp::repeatedMemberNotes(
            m_shown->message.document, m_request ? m_request->method().toStdString() : "")
        : QStringList();
    if (notes.isEmpty())
        m_repeated->hide();
    else
        m_repeated->showMessage(
            look::InlineMessage::Kind::Warning, notes.join(u' '), {}, tr("Repeated member"));
}

void ResponsePane::showResult(const DocumentPtr &document, std::vector<content::Content> contents)
{
    m_tree->setDocument(document);
    setReceived(document->bytes());
    m_contents->setContents(std::move(contents));
}

// A protocol error is no result at all: its sentence stands above, and the error object below.
void ResponsePane::showError(const Error &error)
{
    m_shown.reset();
    showRepeated();
    const auto document = error.data.isEmpty()
        ? DocumentPtr()
        : std::make_shared<const json::Document>(
            json::Document::parse(Bytes::fromByteArray(error.data)));
    if (document && document->isValid())
        m_contents->setContents({content::contentOfValue(
            document, document->root(), tr("The error object, as received"))});
    else
        m_contents->setNothing(error.sentence, error.detail);
    if (document)
        m_tree->setDocument(document);
    else
        m_tree->clear();
    setReceived(Bytes::fromByteArray(error.data));
    m_tabs->setCurrentWidget(m_contents);
    Q_EMIT answered();
}

void ResponsePane::setReceived(const Bytes &message)
{
    m_received = message;
    if (content::JsonEditor *editor = m_raw->ifMade())
        editor->setBytes(message);
}

content::JsonEditor &ResponsePane::sent() const
{
    return m_sent->get();
}

void ResponsePane::showNothing(const QString &why)
{
    m_shown.reset();
    showRepeated();
    m_tree->clear();
    m_contents->setNothing(why);
    setReceived({});
    Q_EMIT answered();
}

} // namespace sonde::widgets
