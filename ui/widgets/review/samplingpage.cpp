// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/samplingpage.h"

#include "base/formatting.h"
#include "content/json/jsoneditor.h"
#include "content/json/jsontreeview.h"
#include "content/view/contentlist.h"
#include "look/access/focuspass.h"
#include "look/controls/emptystate.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "widgets/review/responseeditor.h"
#include "widgets/review/responsesource.h"
#include "widgets/review/samplingwishes.h"

#include <QLocale>
#include <QTabWidget>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

namespace {

constexpr std::size_t kMaxMessages{content::kMaxContents};
constexpr int kLowRows = 24; // of a list; with fewer, there is more room beside each other

QString headingOf(std::size_t number, const json::Value &message)
{
    const QString heading =
        QString::number(number) % QStringLiteral(" · ") % message["role"].toString().left(100);
    const json::Value blocks = message["content"];
    return blocks.isArray() && blocks.count() != 1 ? heading % QStringLiteral(" · ")
            % SamplingPage::tr("%Ln blocks", nullptr, int(blocks.count()))
                                                   : heading;
}

QString systemHeading()
{
    return SamplingPage::tr("system prompt");
}

content::Content systemPrompt(
    const std::shared_ptr<const json::Document> &document, const json::Value &prompt)
{
    content::Content system;
    system.kind = QStringLiteral("text");
    system.heading = systemHeading();
    system.document = document;
    system.block = prompt.id();
    system.payload = prompt.id();
    return system;
}

// The system prompt first, then each message's blocks under its role.
std::vector<content::Content> conversationOf(
    const std::shared_ptr<const json::Document> &document, const json::Value &params)
{
    std::vector<content::Content> all;
    if (const json::Value prompt = params["systemPrompt"])
        all.push_back(systemPrompt(document, prompt));
    std::size_t number = 0;
    for (const json::Value message : params["messages"]) {
        if (++number > kMaxMessages || all.size() > content::kMaxContents)
            break;
        const QString heading = headingOf(number, message);
        for (content::Content &block :
            content::contentsOfBlocks(document, message["content"], heading))
            all.push_back(std::move(block));
    }
    return all;
}

} // namespace

SamplingPage::SamplingPage(const Subject &subject, QWidget *parent)
    : QuestionPage(subject, parent)
    , m_tabs(new QTabWidget(this))
    , m_split(new look::Splitter(Qt::Vertical, this))
{
    m_split->addWidget(makeRequest());
    m_split->addWidget(makeResponse());
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(1, 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_split);
    look::passFocus(*this, *m_editor);
    SamplingPage::setMaking(true);
}

void SamplingPage::resizeEvent(QResizeEvent *event)
{
    QuestionPage::resizeEvent(event);
    const bool low = height() < look::metrics().row * kLowRows;
    if (std::exchange(m_low, low) != low)
        arrange(low);
}

// Under each other neither a conversation nor its response would have more than a few lines.
void SamplingPage::arrange(bool low)
{
    m_split->setOrientation(low ? Qt::Horizontal : Qt::Vertical);
    m_split->setSizes(low ? QList<int>{500, 500} : QList<int>{600, 400});
    if (low) {
        m_tabs->insertTab(1, m_wishes, m_wishesTitle);
    } else {
        m_request->addWidget(m_wishes);
        m_request->setSizes({640, 280});
        m_wishes->show();
    }
}

QWidget *SamplingPage::makeRequest()
{
    auto *conversation = new content::ContentList(m_tabs);
    conversation->setAccessibleName(tr("Conversation"));
    conversation->setNothing(tr("The request has no messages."));
    conversation->setContents(conversationOf(document(), params()));
    auto *tree = new content::JsonTreeView(m_tabs);
    tree->setAccessibleName(tr("Request as a tree"));
    tree->setDocument(document(), params().exists() ? params().id() : 0);
    auto *raw = new content::JsonEditor(m_tabs);
    raw->setAccessibleName(tr("Request as it arrived"));
    const bool shown = raw->setBytes(document()->bytes());
    raw->setReadOnly(true);
    auto *tooLong = new look::EmptyState(m_tabs);
    tooLong->setText(tr("The request is too long for an editor."),
        tr("See it on the Tree tab or in the trace."));
    m_edited = new content::JsonEditor(m_tabs);
    m_edited->setAccessibleName(tr("Edited request for a model or program"));
    m_edited->setLineNumbers(true);
    m_edited->setBytes(Bytes::copyOf(params().raw()));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(conversation, tr("Conversation"));
    m_tabs->addTab(tree, look::icon("tree"), tr("Tree"));
    raw->setVisible(shown);
    tooLong->setVisible(!shown);
    m_tabs->addTab(shown ? static_cast<QWidget *>(raw) : tooLong,
        tr("Raw · %1").arg(bytesText(document()->bytes().size())));
    m_tabs->addTab(m_edited, look::icon("edit"), tr("For the model"));
    m_tabs->setTabToolTip(
        3, tr("What a model or program receives; edits do not change the recorded request"));

    m_wishes = new SamplingWishes(this);
    m_wishes->setRequest(params(), remarks());
    m_wishesTitle = remarks().empty() ? tr("Preferences")
        : remarks().size() == 1       ? tr("Preferences · 1 problem")
                                : tr("Preferences · %n problems", nullptr, int(remarks().size()));
    m_request = new look::Splitter(Qt::Horizontal, this);
    m_request->addWidget(m_tabs);
    m_request->addWidget(m_wishes);
    m_request->setStretchFactor(0, 5);
    m_request->setStretchFactor(1, 2);
    m_request->setSizes({640, 280});
    return m_request;
}

QWidget *SamplingPage::makeResponse()
{
    auto *split = new look::Splitter(Qt::Horizontal, this);
    m_source = new ResponseSource(
        subject().settings, [this] { return paramsForModel(); }, split);
    m_editor = new ResponseEditor(params(), split);
    split->addWidget(m_source);
    split->addWidget(m_editor);
    split->setStretchFactor(1, 1);
    split->setSizes({240, 680});
    connect(m_source, &ResponseSource::answered, m_editor, &ResponseEditor::setResponse);
    connect(m_source, &ResponseSource::saveRequested, this,
        [this](const QString &name) { m_source->save(name, m_editor->response()); });
    connect(m_editor, &ResponseEditor::changed, this, &QuestionPage::responseChanged);
    m_responsePart = split;
    return split;
}

Bytes SamplingPage::paramsForModel() const
{
    return m_edited->isEmpty() ? Bytes::copyOf(params().raw()) : m_edited->bytes();
}

Bytes SamplingPage::response() const
{
    return m_editor->response();
}

void SamplingPage::setMaking(bool making)
{
    m_responsePart->setVisible(making);
}

// What was asked stays to be read, and what was answered.
void SamplingPage::setClosed(bool closed)
{
    m_edited->setReadOnly(closed);
    m_source->setEnabled(!closed);
    m_editor->setReadOnly(closed);
}

} // namespace sonde::widgets
