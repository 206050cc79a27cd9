// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/itemheading.h"

#include "base/formatting.h"
#include "look/colorlabel.h"
#include "look/inlinemessage.h"
#include "look/metrics.h"
#include "widgets/kit/tagstrip.h"

#include <QHBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::CatalogModel;
using models::ColorRole;

namespace {

constexpr qsizetype kMaxDescription = 2000; // the whole is in the definition
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

} // namespace

ItemHeading::ItemHeading(QWidget *parent)
    : QWidget(parent)
    , m_title(new ColorLabel(ColorRole::Normal, this))
    , m_name(new ColorLabel(ColorRole::Normal, this))
    , m_tags(new TagStrip(this))
    , m_description(new ColorLabel(ColorRole::Muted, this))
    , m_malformed(new look::InlineMessage(this))
{
    m_title->setFont(look::headingFont());
    m_name->setFont(look::fixedFont());
    m_description->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
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
    layout->addWidget(m_malformed);
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
    m_title->setText(title.isEmpty() ? index.data().toString() : title);
    m_name->setText(title.isEmpty() ? QString() : name);
    m_name->setVisible(!title.isEmpty());
    m_tags->setTags(tagsOf(item.value()));
    const QString description = index.data(CatalogModel::DescriptionRole).toString();
    m_description->setText(description.left(kMaxDescription).simplified());
    m_description->setVisible(!description.isEmpty());
    m_problem = index.data(CatalogModel::MalformedRole).toString();
    if (m_problem.isEmpty())
        m_malformed->hide();
    else
        m_malformed->showMessage(look::InlineMessage::Kind::Error, m_problem, {},
            tr("The server's entry violates the specification:"));
}

void ItemHeading::setTitle(const QString &title)
{
    m_title->setText(title);
    m_name->hide();
    m_tags->setTags({});
    m_description->hide();
    m_malformed->hide();
    m_problem.clear();
}

} // namespace sonde::widgets
