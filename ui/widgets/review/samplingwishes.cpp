// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/samplingwishes.h"

#include "base/formatting.h"
#include "look/controls/colorlabel.h"
#include "look/controls/plaintooltip.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "widgets/kit/label/tagstrip.h"
#include "widgets/kit/table/propertygrid.h"
#include "widgets/review/remarklist.h"

#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr int kNameWidth = 96;
constexpr int kNumberWidth = 44;
constexpr int kBarHeight = 8;
constexpr qsizetype kMaxWishText = 300;
constexpr int kMaxTags = 12;

QString rawText(const json::Value &value)
{
    const std::string_view raw = value.raw();
    return json::toQString(raw.substr(0, std::size_t(kMaxWishText)));
}

ColorLabel *heading(const QString &text, QWidget *parent)
{
    auto *label = new ColorLabel(text, ColorRole::Normal, parent);
    label->setFont(look::boldFont());
    return label;
}

QString toolsText(const json::Value &params)
{
    const json::Value mode = params["toolChoice"]["mode"];
    QString text = mode ? mode.toString().left(kMaxWishText) : QStringLiteral("auto");
    const json::Value tools = params["tools"];
    QStringList names;
    for (const json::Value tool : tools) {
        if (names.size() == kMaxTags)
            break;
        names += tool["name"].toString().left(kMaxWishText);
    }
    const auto count = tools.isArray() ? tools.count() : 0;
    text += QStringLiteral(" · ")
        % (count == 1 ? SamplingWishes::tr("1 tool")
                      : SamplingWishes::tr("%Ln tools", nullptr, int(count)));
    if (!names.isEmpty())
        text += QStringLiteral(": ") % listText(names);
    return text;
}

} // namespace

PriorityBar::PriorityBar(const QString &name, const json::Value &value, QWidget *parent)
    : QWidget(parent)
    , m_name(name)
    , m_text(value ? rawText(value) : QStringLiteral("–"))
    , m_fraction(std::clamp(value.toDouble().value_or(0), 0.0, 1.0))
{
    setAccessibleName(
        value ? tr("%1: %2 of 1").arg(m_name, m_text) : tr("%1: not specified").arg(m_name));
    setToolTip(look::plainToolTip(accessibleName()));
}

QSize PriorityBar::sizeHint() const
{
    return {kNameWidth + kNumberWidth + 80, look::metrics().treeRow};
}

void PriorityBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const look::Theme &theme = look::theme();
    painter.setPen(theme.text);
    painter.drawText(QRect(0, 0, kNameWidth, height()), Qt::AlignVCenter,
        fontMetrics().elidedText(m_name, Qt::ElideRight, kNameWidth - 4));
    const QRect bar(kNameWidth, (height() - kBarHeight) / 2,
        std::max(0, width() - kNameWidth - kNumberWidth), kBarHeight);
    painter.fillRect(bar, theme.line);
    painter.fillRect(QRect(bar.topLeft(), QSize(qRound(bar.width() * m_fraction), bar.height())),
        theme.accentFill);
    painter.setFont(look::fixedFont());
    painter.drawText(QRect(bar.right() + 6, 0, kNumberWidth - 6, height()), Qt::AlignVCenter,
        QFontMetrics(look::fixedFont()).elidedText(m_text, Qt::ElideRight, kNumberWidth - 6));
}

SamplingWishes::SamplingWishes(QWidget *parent)
    : QScrollArea(parent)
{
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Model preferences and limits"));
    setBackgroundRole(QPalette::Base);
}

void SamplingWishes::setRequest(const json::Value &params, const review::Remarks &remarks)
{
    auto *page = new QWidget(this);
    page->setBackgroundRole(QPalette::Base);
    auto *layout = new QVBoxLayout(page);
    layout->setSpacing(look::metrics().gap);
    addPriorities(layout, params["modelPreferences"]);
    addLimits(layout, params);
    auto *rules = new RemarkList(page);
    rules->setRemarks(remarks);
    layout->addSpacing(look::metrics().gap);
    layout->addWidget(rules);
    layout->addStretch();
    setWidget(page);
}

void SamplingWishes::addPriorities(QVBoxLayout *layout, const json::Value &preferences)
{
    QWidget *page = layout->parentWidget();
    layout->addWidget(heading(tr("Model preferences"), page));
    layout->addWidget(
        new PriorityBar(tr("Intelligence"), preferences["intelligencePriority"], page));
    layout->addWidget(new PriorityBar(tr("Speed"), preferences["speedPriority"], page));
    layout->addWidget(new PriorityBar(tr("Cost"), preferences["costPriority"], page));
    std::vector<look::Tag> hints;
    for (const json::Value hint : preferences["hints"]) {
        if (hints.size() == kMaxTags)
            break;
        hints.push_back({hint["name"].toString().left(40)});
    }
    auto *row = new QHBoxLayout;
    auto *name = new ColorLabel(tr("Hints"), ColorRole::Normal, page);
    name->setMinimumWidth(kNameWidth);
    row->addWidget(name);
    if (hints.empty()) {
        row->addWidget(new ColorLabel(tr("none"), ColorRole::Muted, page), 1);
    } else {
        auto *tags = new TagStrip(page);
        tags->setTags(std::move(hints));
        row->addWidget(tags, 1);
    }
    layout->addLayout(row);
}

void SamplingWishes::addLimits(QVBoxLayout *layout, const json::Value &params)
{
    QWidget *page = layout->parentWidget();
    layout->addSpacing(look::metrics().gap);
    layout->addWidget(heading(tr("Limits"), page));
    const auto said = [&](const char *member) {
        return params[member] ? rawText(params[member]) : QStringLiteral("–");
    };
    models::Properties facts;
    facts.push_back({tr("Max tokens"), said("maxTokens")});
    facts.push_back({tr("Temperature"), said("temperature")});
    facts.push_back({tr("Stop sequences"), said("stopSequences")});
    facts.push_back({tr("Context"), said("includeContext")});
    facts.push_back({tr("Tool choice"),
        params["tools"] || params["toolChoice"] ? toolsText(params) : QStringLiteral("–")});
    facts.push_back({tr("Metadata"), said("metadata")});
    auto *grid = new PropertyGrid(page);
    grid->setProperties(facts);
    layout->addWidget(grid);
}

} // namespace sonde::widgets
