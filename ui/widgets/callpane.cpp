// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/callpane.h"

#include "content/iconengine.h"
#include "content/inlinemessage.h"
#include "content/jsoneditor.h"
#include "content/jsontreeview.h"
#include "content/metrics.h"
#include "content/paneltitle.h"
#include "content/tonelabel.h"
#include "models/toolmodel.h"
#include "widgets/callmemory.h"
#include "widgets/oneline.h"
#include "widgets/restorednote.h"
#include "widgets/schemaskeleton.h"
#include "widgets/signlabel.h"
#include "widgets/tagstrip.h"
#include "widgets/toolbook.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLocale>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include <chrono>
#include <utility>

namespace sonde::widgets {

using namespace std::chrono_literals;
using content::ToneLabel;
using models::Sign;
using models::Tone;

namespace {

// A longer request is shown in the trace once it is sent.
constexpr std::size_t kMaxPreview = 64 * 1024;
// Lower than this many rows of a list, the arguments get what room there is.
constexpr int kLowRows = 12;
// Of the headers that go with a request; the trace has them whole.
constexpr int kMaxHeaders = 8;
constexpr qsizetype kMaxHeaderValue = 100;
constexpr auto kRememberAfter = 1s; // without a key

} // namespace

CallPane::CallPane(CallMemory &memory, QWidget *parent)
    : QWidget(parent)
    , m_memory(memory)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(makeHeading());
    layout->addWidget(m_description);
    m_excluded = new content::InlineMessage(this);
    layout->addWidget(m_excluded);
    m_restored = new RestoredNote(this);
    layout->addWidget(m_restored);
    layout->addWidget(makeTabs(), 3);
    layout->addWidget(m_problem);
    layout->addWidget(makePreview(), 2);
    layout->addLayout(makeButtons());
    connect(m_arguments, &content::JsonEditor::edited, this, &CallPane::textEdited);
    connect(m_restored, &RestoredNote::changed, this,
        [this] { m_restoredWhen->setText(m_restored->when()); });
    m_rememberLater.setSingleShot(true);
    m_rememberLater.setInterval(kRememberAfter);
    connect(&m_rememberLater, &QTimer::timeout, this, &CallPane::remember);
    connect(m_arguments, &content::JsonEditor::edited, this, [this] {
        if (!m_filling)
            m_rememberLater.start();
    });
}

CallPane::~CallPane()
{
    if (m_rememberLater.isActive())
        remember();
}

QLayout *CallPane::makeHeading()
{
    m_title = new ToneLabel(Tone::Normal, this);
    m_title->setFont(content::headingFont());
    m_nameLabel = new ToneLabel(Tone::Normal, this);
    m_nameLabel->setFont(content::fixedFont());
    m_tags = new TagStrip(this);
    m_description = new ToneLabel(Tone::Muted, this);
    m_description->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *layout = new QHBoxLayout;
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_nameLabel);
    layout->addWidget(m_tags, 1);
    return layout;
}

QTabWidget *CallPane::makeTabs()
{
    m_tabs = new QTabWidget(this);
    m_tabs->setAccessibleName(tr("Arguments, schema and result"));
    m_arguments = new content::JsonEditor(this);
    m_arguments->setAccessibleName(tr("Arguments, sent byte for byte"));
    m_schema = new content::JsonTreeView(this);
    m_schema->setAccessibleName(tr("The tool as the server described it"));
    m_tabs->addTab(m_arguments, content::icon("json"), tr("JSON"));
    m_tabs->addTab(m_schema, content::icon("tree"), tr("Schema"));
    m_fits = new SignLabel(this);
    m_tabs->setCornerWidget(m_fits);
    m_problem = new SignLabel(this);
    m_problem->hide();
    connect(m_schema, &content::JsonTreeView::copied, this, &CallPane::copied);
    connect(m_tabs, &QTabWidget::currentChanged, this, &CallPane::showParts);
    return m_tabs;
}

void CallPane::takeResult(QWidget *result)
{
    m_resultPage = result;
    m_tabs->addTab(result, content::icon("import"), tr("Result"));
}

void CallPane::giveResultBack()
{
    m_tabs->removeTab(m_tabs->indexOf(m_resultPage));
    m_resultPage = nullptr;
    showParts();
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
    const bool result = m_resultPage && m_tabs->currentWidget() == m_resultPage;
    const bool low = height() < content::metrics().row * kLowRows;
    m_previewPanel->setVisible(!result);
    m_fits->setVisible(!result);
    m_description->setVisible(!low);
    m_preview->setVisible(!low);
    m_previewPanel->setSizePolicy(
        QSizePolicy::Preferred, low ? QSizePolicy::Fixed : QSizePolicy::Preferred);
}

QWidget *CallPane::makePreview()
{
    auto *panel = new QWidget(this);
    m_previewPanel = panel;
    m_previewTitle = new content::PanelTitle(tr("Request, exactly as sent"), panel);
    auto *copy = new QAction(content::icon("copy"), tr("Copy the request"), this);
    connect(copy, &QAction::triggered, this, [this] {
        const QByteArray bytes = m_preview->bytes().toByteArray();
        QGuiApplication::clipboard()->setText(QString::fromUtf8(bytes));
        Q_EMIT copied(bytes.size());
    });
    m_previewTitle->addButton(copy);
    m_headers = new ToneLabel(Tone::Normal, panel);
    m_headers->setFont(content::fixedFont());
    m_headers->setContentsMargins(6, 3, 6, 3);
    m_headers->setAccessibleName(tr("Headers of HTTP that go with the request"));
    m_headers->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_headers->hide();
    m_preview = new content::JsonEditor(panel);
    m_preview->setReadOnly(true);
    m_preview->setAccessibleName(tr("Request, exactly as sent"));
    auto *layout = new QVBoxLayout(panel);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_previewTitle);
    layout->addWidget(m_headers);
    layout->addWidget(m_preview, 1);
    return panel;
}

QLayout *CallPane::makeButtons()
{
    m_call = new QPushButton(content::icon("play"), tr("Call"), this);
    m_call->setDefault(true);
    connect(m_call, &QPushButton::clicked, this, &CallPane::call);
    m_again = new QPushButton(tr("Call again"), this);
    connect(m_again, &QPushButton::clicked, this, &CallPane::callAgain);
    m_cancel = new QPushButton(content::icon("cancel"), tr("Cancel"), this);
    connect(m_cancel, &QPushButton::clicked, this, &CallPane::cancel);
    auto *limit =
        new ToneLabel(tr("limit %1 s idle").arg(mcp::CallOptions().idleTimeout.count() / 1000),
            Tone::Muted, this);
    auto *layout = new QHBoxLayout;
    layout->setSpacing(6);
    layout->setContentsMargins(3, 4, 3, 3); // room for the focus ring
    layout->addWidget(m_call);
    layout->addWidget(m_again);
    layout->addWidget(m_cancel);
    layout->addStretch();
    m_restoredWhen = new ToneLabel(Tone::Muted, this);
    layout->addWidget(m_restoredWhen);
    layout->addWidget(limit);
    m_controls = layout;
    return layout;
}

void CallPane::addControl(QWidget *control)
{
    m_controls->insertWidget(m_controls->indexOf(m_cancel) + 1, control);
}

void CallPane::setTool(ToolBook *book, const mcp::ListItem &item)
{
    if (m_rememberLater.isActive())
        remember();
    if (m_book)
        disconnect(m_book, nullptr, this, nullptr);
    const bool same = m_book == book && m_item.page && m_name == item.value()["name"].toString();
    const bool otherSchema =
        same && m_item.value()["inputSchema"].raw() != item.value()["inputSchema"].raw();
    m_book = book;
    m_item = item;
    const json::Value tool = item.value();
    if (std::exchange(m_name, tool["name"].toString()) != m_name)
        m_tabs->setCurrentWidget(m_arguments);
    models::ToolModel one;
    mcp::Listing listing;
    listing.items = {item};
    one.setListing(std::move(listing));
    const QModelIndex index = one.index(0);
    const QString title = index.data(models::ToolModel::TitleRole).toString();
    m_title->setText(title.isEmpty() ? m_name : title);
    m_nameLabel->setText(title.isEmpty() ? QString() : m_name);
    m_nameLabel->setVisible(!title.isEmpty());
    std::vector<content::Tag> tags;
    for (const QString &word : index.data(models::ToolModel::AnnotationsRole).toStringList())
        tags.push_back({word, word == QLatin1String("destructive")});
    m_tags->setTags(std::move(tags));
    m_description->setText(index.data(models::ToolModel::DescriptionRole).toString().simplified());
    if (item.excluded.isEmpty())
        m_excluded->hide();
    else
        m_excluded->showMessage(content::InlineMessage::Kind::Warning, item.excluded, {},
            tr("Not to be called over HTTP:"));
    m_schema->setDocument({item.page, &item.page->document}, item.node);

    const json::Value schema = tool["inputSchema"];
    m_arguments->setSchema(schema.isObject()
            ? std::make_shared<const json::Document>(json::Document::parse(schema.raw()))
            : nullptr);
    m_filling = true;
    if (!same)
        m_restored->clear();
    const auto draft = book->draft(m_name);
    const QByteArray text = draft ? *draft : firstText(tool);
    if (otherSchema) // the server has changed it meanwhile
        m_restored->setRestored({text, QDateTime::currentDateTime(), true}, schema);
    if (m_arguments->bytes().toByteArray() != text) // the same list again keeps the cursor
        m_arguments->setBytes(Bytes::fromByteArray(text));
    m_filling = false;
    connect(book, &ToolBook::changed, this, &CallPane::refreshPreview);
    connect(book->call(m_name), &ToolCall::changed, this, &CallPane::refreshPreview);
    textEdited();
}

QByteArray CallPane::firstText(const json::Value &tool)
{
    const json::Value schema = tool["inputSchema"];
    const auto last = m_memory.recall(m_book->client()->config().name, m_name, schema);
    if (last) {
        m_restored->setRestored(*last, schema);
        return last->arguments;
    }
    return QByteArray::fromStdString(argumentSkeleton(tool["inputSchema"]));
}

// What was typed, also when it is not sent.
void CallPane::remember()
{
    m_rememberLater.stop();
    if (m_book)
        m_memory.remember(m_book->client()->config().name, m_name, m_item.value()["inputSchema"],
            m_arguments->bytes().toByteArray());
}

void CallPane::setWantProgress(bool want)
{
    m_wantProgress = want;
    refreshPreview();
}

QString CallPane::problem() const
{
    const auto &wrong = m_arguments->checkNow();
    if (!wrong)
        return {};
    return tr("line %1, column %2: %3").arg(wrong->line).arg(wrong->column).arg(wrong->reason);
}

void CallPane::textEdited()
{
    if (m_filling || !m_book)
        return;
    m_book->setDraft(m_name, m_arguments->bytes().toByteArray());
    const QString wrong = problem();
    m_fits->setSign(wrong.isEmpty() ? Sign::Ok : Sign::ProtocolError,
        wrong.isEmpty() ? tr("valid JSON") : tr("not JSON"));
    if (wrong.isEmpty())
        m_problem->hide(); // it comes with the next attempt to send, not while typing
    refreshPreview();
}

void CallPane::refreshPreview()
{
    refreshButtons();
    m_headers->hide();
    if (!m_book || !problem().isEmpty()) {
        m_previewTitle->setDetail(tr("· nothing can be sent yet"));
        m_preview->setBytes({});
        return;
    }
    if (m_book->client()->state() != mcp::ClientState::Ready) {
        m_previewTitle->setDetail(tr("· the server is not connected"));
        m_preview->setBytes({});
        return;
    }
    const Bytes line =
        m_book->client()->previewToolCall(m_name, oneLine(m_arguments->bytes()), m_wantProgress);
    QString detail = tr("· %1 bytes").arg(QLocale().toString(qulonglong(line.size())));
    if (line.size() > kMaxPreview)
        detail += tr(", the first %1 shown").arg(QLocale().toString(qulonglong(kMaxPreview)));
    m_previewTitle->setDetail(detail);
    m_preview->setBytes(line.slice(0, kMaxPreview));
    showHeaders(oneLine(m_arguments->bytes()));
}

void CallPane::showHeaders(const Bytes &arguments)
{
    QStringList lines;
    const auto headers = m_book->client()->previewToolCallHeaders(m_name, arguments);
    for (const wire::HttpHeader &header : headers.fields()) {
        if (lines.size() == kMaxHeaders) {
            lines << QStringLiteral("…");
            break;
        }
        lines << QString::fromUtf8(header.name + ": " + header.value.left(kMaxHeaderValue));
    }
    m_headers->setText(lines.join(u'\n'));
    m_headers->setVisible(!lines.isEmpty() && !m_preview->isHidden());
}

bool CallPane::canCall() const
{
    return m_book && m_book->client()->state() == mcp::ClientState::Ready && !isPending()
        && m_item.excluded.isEmpty();
}

bool CallPane::isPending() const
{
    return m_book && m_book->call(m_name)->isPending();
}

void CallPane::refreshButtons()
{
    const bool called = m_book && m_book->call(m_name)->state() != ToolCall::State::Idle;
    m_call->setEnabled(canCall());
    m_again->setEnabled(canCall() && called);
    m_cancel->setEnabled(isPending());
    Q_EMIT stateChanged();
}

void CallPane::call()
{
    if (!m_book || !m_item.excluded.isEmpty())
        return;
    const QString wrong = problem();
    m_problem->setVisible(!wrong.isEmpty());
    m_problem->setSign(
        Sign::ProtocolError, tr("Not sent: the arguments are no JSON, %1").arg(wrong));
    if (!wrong.isEmpty()) {
        m_tabs->setCurrentWidget(m_arguments);
        m_arguments->goToProblem();
        return;
    }
    remember();
    send(oneLine(m_arguments->bytes()));
}

void CallPane::callAgain()
{
    if (canCall() && m_book->call(m_name)->state() != ToolCall::State::Idle)
        send(m_book->call(m_name)->arguments());
}

void CallPane::send(const Bytes &arguments)
{
    mcp::CallOptions options;
    options.wantProgress = m_wantProgress;
    if (m_resultPage)
        m_tabs->setCurrentWidget(m_resultPage);
    m_book->call(m_name)->call(m_book->client(), arguments, options);
}

void CallPane::cancel()
{
    if (m_book)
        m_book->call(m_name)->cancel();
}

} // namespace sonde::widgets
