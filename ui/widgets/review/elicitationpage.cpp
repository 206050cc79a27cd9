// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/elicitationpage.h"

#include "content/json/jsoneditor.h"
#include "content/json/jsontreeview.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "review/formdefaults.h"
#include "widgets/form/schemaform.h"
#include "widgets/review/remarklist.h"

#include <QTabWidget>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

ElicitationPage::ElicitationPage(const Subject &subject, QWidget *parent)
    : QuestionPage(subject, parent)
    , m_tabs(new QTabWidget(this))
    , m_form(new SchemaForm(this))
    , m_json(new content::JsonEditor(this))
    , m_responsePart(m_tabs)
{
    m_json->setAccessibleName(tr("Values of the form as JSON"));
    m_json->setLineNumbers(true);
    const json::Value schema = params()["requestedSchema"];
    m_form->setSchema(std::make_shared<const json::Document>(
        json::Document::parse(Bytes::copyOf(schema ? schema.raw() : "{}"))));
    m_form->setText(review::formDefaults(schema));
    m_json->setBytes(m_form->text());
    connect(m_form, &SchemaForm::textChanged, this, [this] { take(m_form->text(), true); });
    connect(m_json, &content::JsonEditor::edited, this, [this] { take(m_json->bytes(), false); });
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_form, look::icon("form"), tr("Form"));
    m_tabs->addTab(m_json, look::icon("json"), tr("JSON"));
    auto *split = new look::Splitter(Qt::Horizontal, this);
    split->addWidget(makeRequest());
    split->addWidget(m_tabs);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(split);
    look::passFocus(*this, [this] { return m_tabs->currentWidget(); });
}

QWidget *ElicitationPage::makeRequest()
{
    auto *page = new QWidget(this);
    auto *message = new ColorLabel(messageText(), ColorRole::Normal, page);
    message->setFont(look::boldFont());
    message->setWordWrap(true);
    message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *rules = new RemarkList(page);
    rules->setRemarks(remarks());
    auto *tree = new content::JsonTreeView(page);
    tree->setAccessibleName(tr("Request as a tree"));
    tree->setDocument(document(), params().exists() ? params().id() : 0);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(8, 8, 8, 0);
    layout->addWidget(message);
    layout->addWidget(rules);
    layout->addWidget(tree, 1);
    return page;
}

// The form and the text are one: what is done in either is in the other.
void ElicitationPage::take(const Bytes &text, bool fromForm)
{
    if (m_syncing)
        return;
    m_syncing = true;
    if (fromForm) {
        m_json->setBytes(text);
    } else {
        m_form->judgeAll();
        m_form->setText(text);
    }
    m_syncing = false;
    Q_EMIT responseChanged();
}

Bytes ElicitationPage::response() const
{
    return review::acceptedForm(m_json->bytes());
}

bool ElicitationPage::isAwaited(const review::Remark &remark) const
{
    return !remark.missing.isEmpty() && remark.path == QLatin1String("content")
        && m_form->awaited().contains(remark.missing);
}

void ElicitationPage::judge()
{
    m_form->judgeAll();
}

void ElicitationPage::setMaking(bool making)
{
    m_responsePart->setVisible(making);
}

void ElicitationPage::setClosed(bool closed)
{
    m_json->setReadOnly(closed);
    m_form->setEnabled(!closed);
}

std::vector<QuestionPage::Choice> ElicitationPage::choices() const
{
    return {{tr("&Decline"), tr("Tell the server that you decline"),
                Bytes::copyOf("{\"action\":\"decline\"}")},
        {tr("Ca&ncel"), tr("Tell the server that you made no choice"),
            Bytes::copyOf("{\"action\":\"cancel\"}")}};
}

} // namespace sonde::widgets
