// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/itemheading.h"

#include "base/formatting.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/theme/metrics.h"
#include "models/catalog/shownname.h"
#include "widgets/kit/label/description.h"
#include "widgets/kit/label/tagstrip.h"

#include <QHBoxLayout>
#include <QShortcut>

namespace sonde::widgets {

using look::ColorLabel;
using models::CatalogModel;
using models::ColorRole;

namespace {

constexpr int kNarrow = 1100; // pixels of the window; a description has fewer lines there
constexpr qsizetype kMaxTag = 60;
constexpr int kMaxTags = 6;

// 2025-11-25 server/resources#annotations
std::vector<look::Tag> tagsOf(const json::Value &item)
{
    std::vector<look::Tag> tags;
    const auto add = [&tags](const QString &word) {
        if (!word.isEmpty() && int(tags.size()) < kMaxTags)
            tags.push_back({word.left(kMaxTag), false});
    };
    add(item["mimeType"].toString());
    if (const auto size = item["size"].toInt64())
        add(bytesText(*size));
    for (const json::Value audience : item["annotations"]["audience"])
        add(ItemHeading::tr("for %1").arg(audience.toString()));
    const json::Value priority = item["annotations"]["priority"];
    if (priority.isNumber())
        add(ItemHeading::tr("priority %1")
                .arg(QString::fromStdString(std::string(priority.raw()))));
    if (item["annotations"]["lastModified"].isString())
        add(ItemHeading::tr("modified %1").arg(item["annotations"]["lastModified"].toString()));
    return tags;
}

std::vector<look::Tag> tagsOfTool(const QModelIndex &tool)
{
    const QStringList words = tool.data(CatalogModel::MarksRole).toStringList();
    std::vector<look::Tag> tags;
    for (const QString &word : words) {
        const bool warns = tags.empty() && tool.data(CatalogModel::DestructiveRole).toBool();
        tags.push_back({word, warns}); // "destructive" is the first of them
    }
    return tags;
}

} // namespace

ItemHeading::ItemHeading(QWidget *parent)
    : QWidget(parent)
    , m_title(new ColorLabel(ColorRole::Normal, this))
    , m_name(new ColorLabel(ColorRole::Normal, this))
    , m_tags(new TagStrip(this))
    , m_description(new Description(this))
    , m_problem(new look::InlineMessage(this))
{
    m_title->setFont(look::headingFont());
    m_name->setFont(look::fixedFont());
    auto *first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(m_title);
    first->addWidget(m_name);
    first->addWidget(m_tags, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(first);
    layout->addWidget(m_description);
    layout->addWidget(m_problem);
    auto *open = new QShortcut(QKeySequence(Qt::ALT | Qt::Key_M), parent ? parent : this);
    open->setContext(Qt::WidgetWithChildrenShortcut);
    connect(open, &QShortcut::activated, this, [this] { setOpen(!m_open); });
    connect(m_description, &Description::openRequested, this, &ItemHeading::setOpen);
}

void ItemHeading::setOpen(bool open)
{
    m_open = open;
    m_description->setOpen(open);
}

void ItemHeading::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_description->setLines(window()->width() < kNarrow ? 2 : 3);
}

void ItemHeading::setItem(models::CatalogKind kind, const mcp::ListItem &item)
{
    CatalogModel one;
    mcp::Listing listing;
    listing.items = {item};
    one.setParts({{kind, std::move(listing)}});
    const QModelIndex index = one.index(0);
    const QString title = index.data(CatalogModel::TitleRole).toString();
    const QString name = index.data(CatalogModel::NameRole).toString();
    m_title->setText(title.isEmpty() ? index.data().toString() : models::shownName(title));
    m_name->setText(title.isEmpty() ? QString() : models::shownName(name));
    m_name->setVisible(!title.isEmpty());
    const bool isTool = kind == models::CatalogKind::Tool;
    m_tags->setTags(isTool ? tagsOfTool(index) : tagsOf(item.value()));
    const QString description = index.data(CatalogModel::DescriptionRole).toString();
    m_description->setText(description);
    m_description->setOpen(m_open);
    showDescription();
    const QString malformed = index.data(CatalogModel::MalformedRole).toString();
    if (!malformed.isEmpty())
        m_problem->showMessage(look::InlineMessage::Kind::Error, malformed, {},
            tr("The server's entry violates the specification:"));
    else if (!item.excluded.isEmpty())
        m_problem->showMessage(look::InlineMessage::Kind::Warning, item.excluded, {},
            tr("Cannot be called over HTTP:"));
    else
        m_problem->hide();
}

void ItemHeading::setTitle(const QString &title)
{
    m_title->setText(title);
    m_name->hide();
    m_tags->setTags({});
    m_description->setText({});
    m_problem->hide();
    showDescription();
}

void ItemHeading::setLow(bool low)
{
    m_low = low;
    showDescription();
}

void ItemHeading::showDescription()
{
    m_description->setVisible(!m_low && !m_description->isEmpty());
}

} // namespace sonde::widgets
