// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/plainresponsepage.h"

#include "content/json/jsoneditor.h"
#include "content/json/jsontreeview.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/splitter.h"
#include "look/theme/metrics.h"
#include "widgets/review/remarklist.h"

#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

namespace {

Bytes firstResponse(const QuestionPage::Subject &subject)
{
    if (subject.ask->questions[subject.index].kind != review::Kind::Roots)
        return Bytes::copyOf("{}");
    return subject.standing.folders.isEmpty() ? Bytes::copyOf("{\"roots\":[]}")
                                              : subject.standing.folders;
}

} // namespace

PlainResponsePage::PlainResponsePage(const Subject &subject, QWidget *parent)
    : QuestionPage(subject, parent)
    , m_response(new content::JsonEditor(this))
    , m_responsePart(new QWidget(this))
{
    const bool roots = question().kind == review::Kind::Roots;
    auto *tree = new content::JsonTreeView(this);
    tree->setAccessibleName(tr("Request as a tree"));
    tree->setDocument(document());
    auto *rules = new RemarkList(this);
    rules->setRemarks(remarks());

    auto *title = new ColorLabel(roots ? tr("Roots sent to the server") : tr("Response as JSON"),
        ColorRole::Normal, m_responsePart);
    title->setFont(look::boldFont());
    auto *why = new ColorLabel(roots
            ? tr("These are the roots in this server's settings, where you can also send them "
                 "without a review.")
            : tr("No protocol revision defines this request. Write any response."),
        ColorRole::Muted, m_responsePart);
    why->setWordWrap(true);
    m_response->setAccessibleName(title->text());
    m_response->setLineNumbers(true);
    m_response->setBytes(firstResponse(subject));
    connect(m_response, &content::JsonEditor::edited, this, &QuestionPage::responseChanged);
    auto *part = new QVBoxLayout(m_responsePart);
    part->setContentsMargins(0, 0, 0, 0);
    part->addWidget(title);
    part->addWidget(why);
    part->addWidget(m_response, 1);

    auto *split = new look::Splitter(Qt::Vertical, this);
    split->addWidget(tree);
    split->addWidget(m_responsePart);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(rules);
    layout->addWidget(split, 1);
    look::passFocus(*this, *m_response);
}

Bytes PlainResponsePage::response() const
{
    return m_response->bytes();
}

void PlainResponsePage::setMaking(bool making)
{
    m_responsePart->setVisible(making);
}

void PlainResponsePage::setClosed(bool closed)
{
    m_response->setReadOnly(closed);
}

} // namespace sonde::widgets
