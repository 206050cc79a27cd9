// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tools/callpane.h"

#include "content/json/jsoneditor.h"
#include "look/controls/inlinemessage.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "session/call/callmemory.h"
#include "session/call/schemaskeleton.h"
#include "session/catalog/toolstore.h"
#include "widgets/catalog/itemheading.h"
#include "widgets/form/problemlist.h"
#include "widgets/form/schemaform.h"
#include "widgets/form/schemapage.h"
#include "widgets/kit/button/doingbutton.h"
#include "widgets/kit/label/signlabel.h"
#include "widgets/request/rawedit.h"
#include "widgets/request/requestpreview.h"
#include "widgets/tools/callarguments.h"
#include "widgets/tools/callbuttons.h"
#include "widgets/tools/callrequest.h"
#include "widgets/tools/restorednote.h"
#include "json/singleline.h"

#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <chrono>
#include <utility>

namespace sonde::widgets {

using namespace std::chrono_literals;
namespace {

// Lower than this many rows of a list, the arguments get what room there is.
constexpr int kLowRows = 12;
constexpr int kPreviewRows = 6; // that the request has at least, where there is room
constexpr auto kRememberAfter = 1s; // without a key

} // namespace

CallPane::CallPane(session::CallMemory &memory, QWidget *parent)
    : ItemPane(tr("Result"), parent)
    , m_memory(memory)
    , m_heading(new ItemHeading(this))
{
    content().addWidget(m_heading);
    m_restored = new RestoredNote(this);
    content().addWidget(m_restored);
    makeTabs();
    content().addWidget(&tabs(), 3);
    content().addWidget(m_problems);
    m_preview = new RequestPreview(this);
    connect(&m_preview->rawEdit(), &RawEdit::toggled, this, &CallPane::editRaw);
    connect(&m_preview->rawEdit(), &RawEdit::confirmed, this, &CallPane::sendRaw);
    connect(m_preview, &RequestPreview::openChanged, this, &CallPane::showParts);
    connect(m_preview, &RequestPreview::outdated, this, &CallPane::refreshPreview);
    content().addWidget(m_preview, 1);
    addBelow(m_refusal);
    m_buttons = new CallButtons(this);
    m_buttons->reserveCallText(tr("Send anyway"));
    addBelow(m_buttons);
    connect(&m_buttons->doing(), &QToolButton::clicked, this, &CallPane::doingRequested);
    connectButtons();
    m_rememberLater.setSingleShot(true);
    m_rememberLater.setInterval(kRememberAfter);
    connect(&m_rememberLater, &QTimer::timeout, this, &CallPane::remember);
    connect(m_arguments, &CallArguments::edited, this, [this] {
        if (!m_filling)
            m_rememberLater.start();
    });
}

CallPane::~CallPane()
{
    if (m_rememberLater.isActive())
        remember();
}

void CallPane::makeArguments()
{
    m_form = new SchemaForm(this);
    m_form->setAccessibleName(tr("Arguments as a form"));
    m_editor = new content::JsonEditor(this);
    m_editor->setAccessibleName(tr("Arguments, sent byte for byte"));
    m_arguments = new CallArguments(m_form, m_editor, this);
    m_problems = new ProblemList(this);
    m_refusal = new look::InlineMessage(this);
    m_refusal->setObjectName(QStringLiteral("callRefusal"));
    connect(m_arguments, &CallArguments::edited, this, &CallPane::textEdited);
    connect(m_arguments, &CallArguments::problemsChanged, this, &CallPane::showFit);
    connect(m_form, &SchemaForm::jsonRequested, this, [this](const QString &pointer) {
        tabs().setCurrentWidget(m_editor);
        const auto document = json::Document::parse(arguments());
        if (document.error())
            m_editor->goToProblem();
        else if (const json::Value value = document.pointer(pointer))
            m_editor->setCaret(value.node().begin);
        m_editor->setFocus();
    });
    connect(m_problems, &ProblemList::activated, this, [this](int index) {
        const auto listed = m_arguments->judged();
        if (std::size_t(index) < listed.size())
            m_arguments->goToProblem(listed[std::size_t(index)], showsForm());
    });
    connect(m_refusal, &look::InlineMessage::buttonClicked, this, &CallPane::sendAnyway);
}

void CallPane::makeTabs()
{
    makeArguments();
    tabs().setAccessibleName(tr("Arguments, schema and result"));
    m_schema = new SchemaPage(this);
    tabs().addTab(m_form, look::icon("form"), tr("Form"));
    tabs().addTab(m_editor, look::icon("json"), tr("JSON"));
    tabs().addTab(m_schema, look::icon("tree"), tr("Schema"));
    m_fits = new SignLabel(this);
    tabs().setCornerWidget(m_fits);
    connect(&tabs(), &QTabWidget::currentChanged, this, &CallPane::showTab);
    connect(this, &ItemPane::tabsResized, this, &CallPane::showParts);
}

void CallPane::showTab()
{
    if (showsForm())
        m_arguments->bringForm();
    else if (tabs().currentWidget() == m_editor)
        m_arguments->bringEditor();
    showFit();
    showParts();
}

bool CallPane::showsForm() const
{
    return tabs().currentWidget() == m_form;
}

void CallPane::showForm(bool form)
{
    tabs().setCurrentWidget(form ? static_cast<QWidget *>(m_form) : m_editor);
}

void CallPane::switchView()
{
    showForm(!showsForm());
    focusForm();
}

void CallPane::focusForm()
{
    if (tabs().currentWidget() == m_editor)
        return m_editor->setFocus();
    tabs().setCurrentWidget(m_form);
    const QString place = m_arguments->lastPlace();
    if (place.isEmpty())
        m_form->focusFirst();
    else
        m_form->goTo(place);
}

void CallPane::goToProblem(int step)
{
    if (tabs().currentWidget() != m_editor)
        tabs().setCurrentWidget(m_form);
    if (m_form->parseError()) {
        tabs().setCurrentWidget(m_editor);
        m_editor->goToProblem();
    } else if (showsForm()) {
        m_form->goToProblem(step);
    } else {
        m_editor->goToMark(step > 0);
    }
}

const Bytes &CallPane::arguments() const
{
    return m_arguments->text();
}

void CallPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showParts();
}

// A result takes all the room there is, and so does the text where there is little: of the request
// only its size is left then, and its copy.
void CallPane::showParts()
{
    const bool result = showsResult();
    const bool low = height() < look::metrics().row * kLowRows;
    m_preview->setVisible(!result);
    m_fits->setVisible(!result);
    m_fits->setMaximumWidth(qMax(look::metrics().sign + 2, // the tabs come first
        tabs().width() - tabs().tabBar()->sizeHint().width()));
    const bool problems = m_problems->count() > 0 || !m_arguments->unknown().isEmpty();
    m_problems->setVisible(problems && !result && !low);
    m_heading->setLow(low);
    m_preview->setLow(low);
    const int shown = qMin(height() / 4, look::metrics().row * kPreviewRows);
    m_preview->setMinimumHeight(m_preview->isOpen() ? shown : 0);
}

void CallPane::connectButtons()
{
    connect(m_buttons, &CallButtons::callRequested, this, &CallPane::send);
    connect(m_buttons, &CallButtons::againRequested, this, &CallPane::sendAgain);
    connect(m_buttons, &CallButtons::cancelRequested, this, &CallPane::cancel);
    connect(m_restored, &RestoredNote::changed, this,
        [this] { m_buttons->setRemark(m_restored->when()); });
}

void CallPane::addControl(QToolButton *control)
{
    m_buttons->addControl(control);
}

void CallPane::leaveTool()
{
    if (m_rememberLater.isActive())
        remember();
    if (!m_store)
        return;
    disconnect(m_store, nullptr, this, nullptr);
    disconnect(m_store->call(m_name), nullptr, this, nullptr);
}

void CallPane::setTool(session::ToolStore *store, const mcp::ListItem &item)
{
    leaveTool();
    const bool same = m_store == store && m_item.page && m_name == item.value()["name"].toString();
    const bool otherSchema =
        same && m_item.value()["inputSchema"].raw() != item.value()["inputSchema"].raw();
    m_store = store;
    m_item = item;
    const json::Value tool = item.value();
    if (std::exchange(m_name, tool["name"].toString()) != m_name)
        tabs().setCurrentWidget(
            tabs().currentWidget() == m_editor ? static_cast<QWidget *>(m_editor) : m_form);
    m_heading->setItem(models::CatalogKind::Tool, item);
    m_schema->setTool(item);

    const json::Value schema = tool["inputSchema"];
    m_arguments->setSchema(schema);
    m_filling = true;
    if (!same) {
        m_form->forgetTouched();
        m_arguments->forgetProblems();
        m_restored->clear();
        m_preview->rawEdit().end();
    }
    const auto draft = store->draft(m_name);
    const QByteArray text = draft ? *draft : firstText(tool);
    if (otherSchema) // the server has changed it meanwhile
        m_restored->setRestored({text, QDateTime::currentDateTime(), true}, schema);
    if (arguments().toByteArray() != text) // the same list again keeps the cursor
        m_arguments->setText(Bytes::fromByteArray(text));
    m_filling = false;
    m_preview->follow(store->client());
    const mcp::ClientConfig &server = store->client()->config();
    m_buttons->setTool(server.name, m_name, server.timeouts.idle);
    connect(store, &session::ToolStore::changed, this, &CallPane::refreshPreview);
    connect(store->call(m_name), &session::ToolCall::changed, this, &CallPane::refreshPreview);
    textEdited();
}

QByteArray CallPane::firstText(const json::Value &tool)
{
    const json::Value schema = tool["inputSchema"];
    const auto last = m_memory.recall(m_store->client()->config().name, m_name, schema);
    if (last) {
        m_restored->setRestored(*last, schema);
        return last->arguments;
    }
    return QByteArray::fromStdString(session::argumentSkeleton(tool["inputSchema"]));
}

// What was typed, also when it is not sent.
void CallPane::remember()
{
    m_rememberLater.stop();
    if (m_store)
        m_memory.remember(m_store->client()->config().name, m_name, m_item.value()["inputSchema"],
            arguments().toByteArray());
}

void CallPane::setWantProgress(bool want)
{
    m_wantProgress = want;
    refreshPreview();
}

QString CallPane::problem() const
{
    const auto &wrong = m_arguments->error();
    if (!wrong)
        return {};
    return tr("line %1, column %2: %3").arg(wrong->line).arg(wrong->column).arg(wrong->reason);
}

QString CallPane::misfit() const
{
    const auto &problems = m_arguments->problems();
    return problems.empty() ? QString() : problems.front().sentence;
}

void CallPane::textEdited()
{
    if (m_filling || !m_store)
        return;
    m_store->setDraft(m_name, arguments().toByteArray());
    m_refusal->hide(); // it comes with the next attempt to send, not while typing
    showFit();
    refreshPreview();
}

// What does not fit forbids nothing: it is said, and the button says that it is known.
void CallPane::showFit()
{
    const bool broken = !problem().isEmpty();
    const auto &problems = m_arguments->problems();
    const QString unknown = broken ? QString() : m_arguments->unknown();
    const CallArguments::Fit fit = m_arguments->fit();
    m_fits->setSign(fit.sign, fit.text);
    m_fits->setToolTip(fit.text);
    m_problems->showProblems(broken ? std::vector<FormProblem>() : m_arguments->judged(), unknown);
    m_buttons->setCallText(broken || !problems.empty() ? tr("Send anyway") : tr("Call"),
        broken ? tr("Not valid JSON: %1").arg(problem()) : misfit());
    showParts();
}

void CallPane::refreshPreview()
{
    refreshButtons();
    if (!m_store)
        return;
    mcp::Client *client = m_store->client();
    if (client->state() != mcp::ClientState::Ready)
        return m_preview->showNothing(tr("the server is not connected"));
    const Bytes sent = json::singleLine(arguments());
    const QString place = m_arguments->lastPlace();
    const CallRequest request(*client, m_item, m_wantProgress);
    const QString remark = !problem().isEmpty() ? tr("not valid JSON: sent only when you confirm")
        : request.isTask()                      ? tr("as a task, which the tool demands")
                                                : QString();
    m_preview->showRequest(request.preview(sent), request.headers(sent), remark);
    if (!place.isEmpty())
        m_preview->light(QString(u"/params/arguments" % place));
}

const content::JsonEditor &CallPane::preview() const
{
    return m_preview->editor();
}

bool CallPane::canSend() const
{
    return m_store && m_store->client()->state() == mcp::ClientState::Ready && !isPending()
        && m_item.excluded.isEmpty();
}

bool CallPane::canSendAgain() const
{
    return canSend() && m_store->call(m_name)->state() != session::ToolCall::State::Idle;
}

bool CallPane::isPending() const
{
    return m_store && m_store->call(m_name)->isPending();
}

void CallPane::refreshButtons()
{
    m_buttons->setState(canSend(), canSendAgain(), isPending());
    m_buttons->doing().setPending(isPending(), m_store ? m_store->client() : nullptr);
    Q_EMIT stateChanged();
}

void CallPane::send()
{
    if (!m_store || !m_item.excluded.isEmpty())
        return;
    m_form->judgeAll();
    if (m_preview->rawEdit().isOn()) {
        if (m_preview->rawEdit().mayBeSent())
            sendRaw();
        return;
    }
    const QString wrong = problem();
    if (wrong.isEmpty())
        return sendAnyway();
    tabs().setCurrentWidget(m_editor);
    m_editor->checkNow();
    m_editor->goToProblem();
    m_refusal->showMessage(look::InlineMessage::Kind::Error,
        tr("The arguments are not valid JSON, %1. Neither would the request be, and the server "
           "may close the connection.")
            .arg(wrong),
        canSend() ? tr("Send it as it is") : QString(), tr("Not sent."));
}

void CallPane::sendAnyway()
{
    if (!canSend())
        return;
    m_refusal->hide();
    remember();
    pass(json::singleLine(arguments()));
}

void CallPane::sendAgain()
{
    if (canSendAgain())
        pass(m_store->call(m_name)->arguments());
}

void CallPane::pass(const Bytes &arguments)
{
    pass([this, arguments] { sendConfirmed(arguments); });
}

void CallPane::pass(std::function<void()> send)
{
    if (m_gate)
        m_gate(std::move(send));
    else
        send();
}

void CallPane::sendConfirmed(const Bytes &arguments)
{
    if (!canSend())
        return;
    bringResult();
    CallRequest(*m_store->client(), m_item, m_wantProgress)
        .send(*m_store->call(m_name), arguments, m_buttons->options());
}

void CallPane::editRaw(bool on)
{
    mcp::Client *const client = m_store ? m_store->client() : nullptr;
    const Bytes given = json::singleLine(arguments());
    if (on && client) {
        const CallRequest request(*client, m_item, m_wantProgress);
        m_preview->edit(client, request.preview(given), request.headers(given));
    }
    refreshPreview();
}

void CallPane::sendRaw()
{
    if (canSend())
        pass([this] { sendTyped(); });
}

void CallPane::sendTyped()
{
    RawEdit &raw = m_preview->rawEdit();
    if (!canSend() || !raw.isOn())
        return;
    const Bytes line = raw.bytes();
    const auto headers = raw.headers();
    raw.end();
    bringResult();
    m_store->call(m_name)->callRaw(m_store->client(), line, headers, m_buttons->options());
}

// What was typed is remembered.
void CallPane::clear()
{
    leaveTool();
    m_store = nullptr;
    m_item = {};
    m_name.clear();
    m_heading->setTitle({});
    m_restored->clear();
    m_refusal->hide();
    m_preview->rawEdit().end();
    m_preview->follow(nullptr);
    m_preview->showNothing({});
    refreshButtons();
}

void CallPane::cancel()
{
    if (m_store)
        m_store->call(m_name)->cancel();
}

} // namespace sonde::widgets
