// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/schemapage.h"

#include "base/formatting.h"
#include "content/json/jsoneditor.h"
#include "content/json/jsontreeview.h"
#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace sonde::widgets {

SchemaPage::SchemaPage(QWidget *parent)
    : QWidget(parent)
    , m_part(new QComboBox(this))
    , m_asTree(new QToolButton(this))
    , m_asText(new QToolButton(this))
    , m_views(new QStackedWidget(this))
    , m_tree(new content::JsonTreeView(this))
    , m_text(new content::JsonEditor(this))
    , m_nothing(new look::ColorLabel(models::ColorRole::Muted, this))
{
    m_part->addItems({tr("Input schema"), tr("Output schema"), tr("Whole definition")});
    m_part->setAccessibleName(tr("Part of the tool's definition"));
    auto *group = new QButtonGroup(this);
    const auto dress = [group](QToolButton *button, const char *icon, const QString &words) {
        button->setIcon(look::icon(icon));
        button->setText(words);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        group->addButton(button);
    };
    dress(m_asTree, "tree", tr("Tree"));
    dress(m_asText, "text", tr("Text"));
    m_asTree->setChecked(true);
    m_tree->setAccessibleName(tr("Definition of the tool as the server sent it"));
    m_text->setAccessibleName(tr("Text of the definition as the server sent it"));
    m_text->setReadOnly(true);
    m_nothing->setContentsMargins(8, 8, 8, 8);
    m_nothing->setAlignment(Qt::AlignTop | Qt::AlignLeading);
    m_nothing->setWordWrap(true);
    for (QWidget *view : {static_cast<QWidget *>(m_tree), static_cast<QWidget *>(m_text),
             static_cast<QWidget *>(m_nothing)})
        m_views->addWidget(view);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(6, 4, 6, 4);
    bar->addWidget(m_part);
    bar->addStretch(1);
    bar->addWidget(m_asTree);
    bar->addWidget(m_asText);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_views, 1);
    connect(m_part, &QComboBox::currentIndexChanged, this, &SchemaPage::refresh);
    connect(m_asText, &QToolButton::toggled, this, &SchemaPage::refresh);
}

void SchemaPage::setTool(const mcp::ListItem &item)
{
    m_item = item;
    refresh();
}

void SchemaPage::choosePart(Part part)
{
    m_part->setCurrentIndex(int(part));
}

void SchemaPage::showText(bool text)
{
    (text ? m_asText : m_asTree)->setChecked(true);
}

json::Value SchemaPage::shown() const
{
    if (!m_item.page)
        return {};
    switch (Part(m_part->currentIndex())) {
    case Part::Input:
        return m_item.value()["inputSchema"];
    case Part::Output:
        return m_item.value()["outputSchema"];
    case Part::Whole:
        break;
    }
    return m_item.value();
}

void SchemaPage::refresh()
{
    const json::Value value = shown();
    m_tree->clear();
    m_text->setBytes({});
    if (!value.exists()) {
        m_nothing->setText(Part(m_part->currentIndex()) == Part::Output
                ? tr("The tool has no output schema, so the structure of its result is not known.")
                : tr("The tool has no input schema, so its arguments are not known."));
        m_views->setCurrentWidget(m_nothing);
        return;
    }
    if (!m_asText->isChecked()) {
        m_tree->setDocument({m_item.page, &m_item.page->document}, value.id());
        m_views->setCurrentWidget(m_tree);
    } else if (m_text->setBytes(Bytes::copyOf(value.raw()))) {
        m_views->setCurrentWidget(m_text);
    } else {
        m_nothing->setText(
            tr("%1 bytes: too long to show as text. The tree shows the whole definition.")
                .arg(countText(value.raw().size())));
        m_views->setCurrentWidget(m_nothing);
    }
}

} // namespace sonde::widgets
