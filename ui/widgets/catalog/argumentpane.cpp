// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/argumentpane.h"

#include "content/json/jsontreeview.h"
#include "look/controls/inlinemessage.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "mcp/client/listing.h"
#include "widgets/catalog/itemheading.h"
#include "widgets/kit/frame/pagescroll.h"
#include "widgets/request/argumentform.h"
#include "widgets/request/requestpreview.h"

#include <QTabWidget>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

// Lower than this many rows of a list, the arguments get what room there is.
constexpr int kLowRows = 12;

} // namespace

ArgumentPane::ArgumentPane(const QString &formTitle, const QString &definition,
    const QString &resultTitle, QWidget *parent)
    : ItemPane(resultTitle, parent)
    , m_heading(new ItemHeading(this))
    , m_definition(new content::JsonTreeView(this))
{
    tabs().setAccessibleName(tr("%1 and definition").arg(formTitle));
    m_definition->setAccessibleName(definition);
    tabs().addTab(makeFormPage(), look::icon("form"), formTitle);
    tabs().addTab(m_definition, look::icon("tree"), tr("Definition"));
    content().addWidget(m_heading);
    content().addWidget(&tabs(), 1);
}

QWidget *ArgumentPane::makeFormPage()
{
    auto *page = new QWidget(this);
    m_problem = new look::InlineMessage(page);
    m_form = new ArgumentForm(page);
    m_preview = new RequestPreview(page);
    m_formLayout = new QVBoxLayout(page);
    m_formLayout->setContentsMargins(6, 6, 6, 6);
    m_formLayout->setSpacing(4);
    m_formLayout->addWidget(m_problem);
    m_formLayout->addWidget(new PageScroll(m_form, PageScroll::Height::Wanted));
    m_formLayout->addWidget(m_preview, 1);
    m_formLayout->addStretch();
    connect(m_preview, &RequestPreview::openChanged, this, &ArgumentPane::shareRoom);
    shareRoom();
    return page;
}

// The fields stay at the top: what room there is goes to the open request, or below it.
void ArgumentPane::shareRoom()
{
    const bool open = m_preview->isOpen();
    m_formLayout->setStretch(m_formLayout->indexOf(m_preview), open ? 1 : 0);
    m_formLayout->setStretch(m_formLayout->count() - 1, open ? 0 : 1);
}

void ArgumentPane::addRow(QLayout *row)
{
    m_formLayout->insertLayout(m_formLayout->indexOf(m_preview), row);
}

void ArgumentPane::showDefinition(const mcp::ListItem &item)
{
    m_definition->setDocument({item.page, &item.page->document}, item.node);
    tabs().setTabEnabled(tabs().indexOf(m_definition), true);
}

void ArgumentPane::clearDefinition()
{
    m_definition->clear();
    tabs().setTabEnabled(tabs().indexOf(m_definition), false);
}

void ArgumentPane::forget()
{
    m_problem->hide();
    m_heading->setTitle({});
    m_definition->clear();
    m_form->setArguments({}, nullptr);
    m_preview->follow(nullptr);
    m_preview->showNothing({});
}

const content::JsonEditor &ArgumentPane::preview() const
{
    return m_preview->editor();
}

void ArgumentPane::resizeEvent(QResizeEvent *event)
{
    ItemPane::resizeEvent(event);
    m_preview->setLow(height() < look::metrics().row * kLowRows);
    shareRoom();
}

} // namespace sonde::widgets
