// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/messageside.h"

#include "base/formatting.h"
#include "content/json/jsoneditor.h"
#include "content/json/jsontreeview.h"
#include "look/controls/paneltitle.h"
#include "look/theme/metrics.h"
#include "models/trace/tracetext.h"
#include "rpc/sentence.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <chrono>

namespace sonde::widgets {

namespace {

// A line of text (stderr, stray output) up to here; the rest is in the bytes.
constexpr std::size_t kMaxLineShown = 64 * 1024;
constexpr std::chrono::milliseconds kLong{100}; // so long an empty place is no riddle

bool hasTree(const trace::Record &record)
{
    switch (record.kind) {
    case rpc::Kind::Stderr:
    case rpc::Kind::Lifecycle:
    case rpc::Kind::Event:
        return false;
    case rpc::Kind::Invalid:
        return record.problem == rpc::Problem::NotJson
            || record.problem == rpc::Problem::NotJsonRpc;
    default:
        return true;
    }
}

} // namespace

MessageSide::MessageSide(QWidget *parent)
    : QWidget(parent)
    , m_title(new look::PanelTitle(QString(), this))
    , m_pages(new QStackedWidget(this))
    , m_sentence(new QLabel(this))
    , m_tree(new content::JsonTreeView(this))
    , m_job(this, BackgroundJob::Ending::Join)
    , m_frameJob(this, BackgroundJob::Ending::Join)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_title);
    column->addWidget(m_pages, 1);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_sentence->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_sentence->setMargin(look::metrics().margin);
    m_sentence->setFrameStyle(QFrame::StyledPanel);
    m_sentence->setBackgroundRole(QPalette::Base);
    m_sentence->setAutoFillBackground(true);
    m_pages->addWidget(m_sentence);
    m_pages->addWidget(m_tree);
    m_long.setSingleShot(true);
    m_long.setInterval(kLong);
    connect(&m_long, &QTimer::timeout, this, [this] { m_sentence->setText(tr("Reading…")); });
    connect(m_tree, &content::JsonTreeView::nodeSelected, this, &MessageSide::nodeSelected);
}

MessageSide::Title MessageSide::titleOf(
    const trace::Store &store, trace::Number number, const trace::Record &record)
{
    MessageSide::Title title;
    title.sign = models::directionSign(record);
    title.detail = u'#' + countText(number);
    title.right = bytesText(record.length);
    switch (record.kind) {
    case rpc::Kind::Request:
        title.name = tr("Request");
        title.detail = tr("%1 · id %2").arg(title.detail, store.idText(record));
        break;
    case rpc::Kind::Response:
        title.name = tr("Response");
        break;
    case rpc::Kind::ErrorResponse:
        title.name = tr("Error");
        break;
    case rpc::Kind::Notification:
        title.name = tr("Notification");
        break;
    case rpc::Kind::Invalid:
    case rpc::Kind::Lifecycle:
    case rpc::Kind::Exchange:
    case rpc::Kind::Event:
    case rpc::Kind::Stderr:
        title.name = models::kindText(record);
        break;
    }
    return title;
}

void MessageSide::setTitle(const Title &title)
{
    m_title->setTitle(title.name);
    m_title->setDetail(title.detail);
    m_title->setRightText(title.right);
    m_title->setSign(title.sign);
    m_tree->setAccessibleName(title.name + u' ' + title.detail);
}

MessageSide::Loaded MessageSide::load(
    const trace::Store &store, const trace::Record &record, const std::stop_token &stop)
{
    Loaded loaded;
    auto bytes = store.read(record);
    if (!bytes) {
        loaded.failure = bytes.error().sentence;
        return loaded;
    }
    loaded.bytes = std::move(bytes).value();
    if (hasTree(record) && !stop.stop_requested())
        loaded.document =
            std::make_shared<const json::Document>(json::Document::parse(loaded.bytes));
    return loaded;
}

void MessageSide::showRecord(const trace::Store &store, const trace::Record &record)
{
    m_job.stop();
    m_record = record;
    m_frame.reset();
    if (record.length <= kMaxInline) {
        readFrame(store);
        accept(load(store, record));
        return;
    }
    showSentence({});
    m_long.start();
    readFrame(store);
    m_reading = true;
    m_job.start<Loaded>(
        [&store, record](const std::stop_token &stop) { return load(store, record, stop); },
        [this](Loaded loaded) { accept(std::move(loaded)); });
}

void MessageSide::readFrame(const trace::Store &store)
{
    m_frameJob.start<Result<trace::MessageFrame>>(
        [&store, record = m_record](
            const std::stop_token &) { return trace::readMessageFrame(store, record); },
        [this](const Result<trace::MessageFrame> &frame) {
            if (!frame)
                return; // why, the message's own place has said
            m_frame = *frame;
            Q_EMIT frameRead();
        });
}

void MessageSide::showSentence(const QString &sentence)
{
    m_job.stop();
    m_frameJob.stop();
    m_long.stop();
    m_frame.reset();
    m_reading = false;
    m_bytes = {};
    m_document.reset();
    m_rawIsCurrent = false;
    m_tree->clear();
    m_sentence->setText(sentence);
    m_pages->setCurrentWidget(m_sentence);
}

void MessageSide::accept(Loaded loaded)
{
    m_reading = false;
    m_long.stop();
    m_rawIsCurrent = false;
    m_bytes = std::move(loaded.bytes);
    m_document = std::move(loaded.document);
    if (!loaded.failure.isEmpty()) {
        showSentence(loaded.failure);
    } else {
        m_tree->setDocument(m_document);
        showPage();
    }
    Q_EMIT finished();
}

void MessageSide::setRaw(bool raw)
{
    m_wantRaw = raw;
    if (!m_bytes.isEmpty())
        showPage();
}

void MessageSide::showPage()
{
    if (!m_document)
        showLine();
    else if (m_wantRaw)
        showRaw();
    else
        m_pages->setCurrentWidget(m_tree);
}

void MessageSide::showRaw()
{
    if (!m_raw) {
        m_raw = new content::JsonEditor(m_pages);
        m_raw->setAccessibleName(tr("Raw text of the message"));
        m_pages->addWidget(m_raw);
    }
    m_raw->setReadOnly(true);
    if (!m_rawIsCurrent && !m_raw->setBytes(m_bytes)) {
        m_sentence->setText(
            tr("The text is too long to display. The tree and the bytes show all of it."));
        m_pages->setCurrentWidget(m_sentence);
        return;
    }
    m_rawIsCurrent = true;
    m_pages->setCurrentWidget(m_raw);
}

void MessageSide::showLine()
{
    if (!m_line) {
        m_line = new QPlainTextEdit(m_pages);
        m_line->setReadOnly(true);
        m_line->setFont(look::fixedFont());
        m_line->setAccessibleName(tr("Text of the line"));
        m_pages->addWidget(m_line);
    }
    const auto shown = m_bytes.view().substr(0, kMaxLineShown);
    QString text = m_record.kind == rpc::Kind::Lifecycle
        ? rpc::Sentence::shownLine(shown)
        : QString::fromUtf8(shown.data(), static_cast<qsizetype>(shown.size()));
    if (shown.size() < m_bytes.size())
        text += tr("\n… the bytes show the rest");
    m_line->setPlainText(text);
    m_pages->setCurrentWidget(m_line);
}

void MessageSide::selectAt(std::size_t offset)
{
    if (m_document)
        m_tree->selectAt(offset);
}

} // namespace sonde::widgets
