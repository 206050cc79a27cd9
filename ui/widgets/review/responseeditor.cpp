// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/responseeditor.h"

#include "content/json/jsoneditor.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"
#include "review/responsedraft.h"

#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFormLayout>
#include <QLineEdit>
#include <QMimeDatabase>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QToolButton>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr int kMaxTools = 1000;

QToolButton *textButton(const QString &text, const QString &toolTip, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace

ResponseEditor::ResponseEditor(const json::Value &params, QWidget *parent)
    : QWidget(parent)
    , m_tabs(new QTabWidget(this))
    , m_json(new content::JsonEditor(this))
    , m_note(new ColorLabel(ColorRole::Muted, this))
{
    for (const json::Value tool : params["tools"]) {
        if (m_tools.size() == kMaxTools)
            break;
        m_tools += tool["name"].toString();
    }
    m_json->setAccessibleName(tr("Response as JSON"));
    m_json->setLineNumbers(true);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makeForm(), look::icon("form"), tr("Form"));
    m_tabs->addTab(m_json, look::icon("json"), tr("JSON"));
    m_note->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(makeAdding());
    layout->addWidget(m_tabs, 1);
    layout->addWidget(m_note);
    connect(m_json, &content::JsonEditor::edited, this, [this] {
        if (m_putting) // it is empty in between
            return;
        fillForm();
        Q_EMIT changed();
    });
    setResponse(review::freshResponse());
    look::passFocus(*this, *m_text);
}

QWidget *ResponseEditor::makeForm()
{
    auto *page = new QWidget(m_tabs);
    auto *form = new QFormLayout(page);
    form->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_text = new QPlainTextEdit(page);
    m_text->setAccessibleName(tr("Text of the response"));
    m_text->setTabChangesFocus(true);
    m_model = new QLineEdit(page);
    m_model->setAccessibleName(tr("Name of the model"));
    m_stopReason = new QComboBox(page);
    m_stopReason->setAccessibleName(tr("Stop reason"));
    m_stopReason->setEditable(true);
    m_stopReason->addItems({QStringLiteral("endTurn"), QStringLiteral("stopSequence"),
        QStringLiteral("maxTokens"), QStringLiteral("toolUse")});
    form->addRow(tr("Te&xt"), m_text);
    form->addRow(tr("Mo&del"), m_model);
    form->addRow(tr("Stop reaso&n"), m_stopReason);
    const auto edited = [this](auto change) {
        return [this, change] {
            if (!m_filling)
                put(change(m_json->bytes()));
        };
    };
    connect(m_text, &QPlainTextEdit::textChanged, this, edited([this](const Bytes &response) {
        return review::withText(response, m_text->toPlainText().toStdString());
    }));
    connect(m_model, &QLineEdit::textEdited, this, edited([this](const Bytes &response) {
        return review::withMember(response, "model", m_model->text().toStdString());
    }));
    connect(
        m_stopReason, &QComboBox::currentTextChanged, this, edited([this](const Bytes &response) {
            return review::withMember(
                response, "stopReason", m_stopReason->currentText().toStdString());
        }));
    return page;
}

QLayout *ResponseEditor::makeAdding()
{
    auto *row = new QHBoxLayout;
    row->addStretch();
    row->addWidget(new ColorLabel(tr("Add block:"), ColorRole::Muted, this));
    auto *text = textButton(tr("Text"), tr("Add a text block"), this);
    auto *image = textButton(tr("Image"), tr("Add an image from a file"), this);
    auto *audio = textButton(tr("Audio"), tr("Add an audio file"), this);
    auto *tool = textButton(tr("Tool use"), tr("Add a tool use block"), this);
    connect(text, &QToolButton::clicked, this, [this] { addBlock(review::textBlock({})); });
    connect(image, &QToolButton::clicked, this, [this] {
        chooseFile(tr("Images (*.png *.jpg *.jpeg *.gif *.webp *.svg);;All files (*)"));
    });
    connect(audio, &QToolButton::clicked, this,
        [this] { chooseFile(tr("Audio files (*.wav *.mp3 *.ogg *.flac *.m4a);;All files (*)")); });
    connect(tool, &QToolButton::clicked, this, [this] {
        const QString name = m_tools.isEmpty() ? QStringLiteral("tool") : m_tools.first();
        addBlock(review::toolUseBlock("toolu_" + std::to_string(++m_toolUses), name.toStdString()));
        put(review::withMember(m_json->bytes(), "stopReason", "toolUse"));
    });
    m_adders = {text, image, audio, tool};
    for (QToolButton *button : m_adders)
        row->addWidget(button);
    return row;
}

void ResponseEditor::chooseFile(const QString &filter)
{
    auto *dialog = new QFileDialog(this, tr("Add a block from a file"), QString(), filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &ResponseEditor::addFile);
    dialog->setWindowModality(Qt::NonModal);
    dialog->show();
}

void ResponseEditor::addFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return say(tr("Cannot read %1: %2").arg(path, file.errorString()));
    if (file.size() > kMaxFile)
        return say(tr("%1 is larger than %L2 bytes.").arg(path).arg(kMaxFile));
    const QByteArray bytes = file.readAll();
    const QString type = QMimeDatabase().mimeTypeForFileNameAndData(path, bytes).name();
    const bool sound = type.startsWith(QLatin1String("audio/"));
    if (!sound && !type.startsWith(QLatin1String("image/")))
        return say(tr("%1 is neither an image nor an audio file (%2).").arg(path, type));
    addBlock(review::dataBlock(
        sound ? "audio" : "image", {bytes.data(), std::size_t(bytes.size())}, type.toStdString()));
}

void ResponseEditor::addBlock(const std::string &block)
{
    put(review::withBlock(m_json->bytes(), block));
}

void ResponseEditor::put(const Result<Bytes> &response)
{
    if (!response)
        return say(tr("Fix the JSON first: %1").arg(response.error().sentence));
    m_putting = true;
    m_json->setBytes(*response);
    m_putting = false;
    fillForm();
    Q_EMIT changed();
}

Bytes ResponseEditor::response() const
{
    return m_json->bytes();
}

void ResponseEditor::setResponse(const Bytes &response)
{
    put(response);
}

void ResponseEditor::setReadOnly(bool readOnly)
{
    m_json->setReadOnly(readOnly);
    m_text->setReadOnly(readOnly);
    m_model->setReadOnly(readOnly);
    m_stopReason->setEnabled(!readOnly);
    for (QToolButton *button : m_adders)
        button->setEnabled(!readOnly);
}

void ResponseEditor::fillForm()
{
    const json::Document document = json::Document::parse(m_json->bytes());
    const json::Value response = document.root();
    const json::Value text = review::firstText(response);
    m_filling = true;
    if (const QString shown = text.toString(); shown != m_text->toPlainText())
        m_text->setPlainText(shown);
    if (const QString model = response["model"].toString(); model != m_model->text())
        m_model->setText(model);
    m_stopReason->setCurrentText(response["stopReason"].toString());
    m_filling = false;
    const json::Value content = response["content"];
    const auto blocks = content.isArray() ? content.count() : 1U;
    if (!document.isValid())
        say(tr("The text on the JSON tab is not valid JSON."));
    else if (blocks > 1 || !text)
        say(tr("The response has %L1 content blocks; the form shows the first text. The others are "
               "under JSON.")
                .arg(blocks));
    else
        m_note->hide();
}

void ResponseEditor::say(const QString &problem)
{
    m_note->setText(problem);
    m_note->show();
}

} // namespace sonde::widgets
