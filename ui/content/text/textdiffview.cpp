// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/textdiffview.h"

#include "base/formatting.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/itempanel.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "models/trace/diffmodel.h"

#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::content {

using models::DiffModel;
using Kind = models::LineDiff::Kind;

namespace {

constexpr int kPadding = 6;

// Paints the two line numbers, the sign and the line; the background repeats the sign by color.
class DiffDelegate final : public QStyledItemDelegate {
public:
    explicit DiffDelegate(const DiffModel &model, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_model(model)
    {
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &given,
        const QModelIndex &index) const override
    {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        const look::Theme &t = look::theme();
        const auto kind = Kind(index.data(DiffModel::KindRole).toInt());
        const bool hidden = index.data(DiffModel::HiddenRole).toInt() > 0;
        painter->save();
        painter->fillRect(option.rect,
            kind == Kind::Added         ? t.okBg
                : kind == Kind::Removed ? t.errorBg
                : hidden                ? t.altBase
                                        : t.base);
        if (option.state.testFlag(QStyle::State_Selected))
            look::paintItemPanel(painter, option);
        painter->setFont(look::fixedFont());
        const int column = numberWidth(painter->fontMetrics());
        painter->setPen(t.muted);
        QRect place(option.rect.left(), option.rect.top(), column, option.rect.height());
        for (const int role : {DiffModel::OldNumberRole, DiffModel::NewNumberRole}) {
            if (const int number = index.data(role).toInt())
                painter->drawText(place.adjusted(0, 0, -kPadding, 0),
                    Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
            place.translate(column, 0);
        }
        place.setRight(option.rect.right());
        place.setLeft(place.left() + kPadding);
        if (!hidden)
            painter->setPen(kind == Kind::Added ? t.ok : kind == Kind::Removed ? t.error : t.text);
        painter->drawText(place, Qt::AlignVCenter | Qt::TextSingleLine, index.data().toString());
        if (const QVariant changed = index.data(DiffModel::ChangedRole); changed.isValid())
            frame(painter, place, index.data().toString(), changed.toPoint());
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        const QFontMetrics metric(look::fixedFont());
        const int line = (m_model.widestLine() + 16) * metric.horizontalAdvance(u'0');
        return {2 * numberWidth(metric) + line + 2 * kPadding, look::metrics().treeRow};
    }

private:
    // Around the characters that differ; `text` has a sign and a blank before the line.
    static void frame(
        QPainter *painter, const QRect &place, const QString &text, const QPoint &changed)
    {
        const QFontMetrics metric = painter->fontMetrics();
        const int left = metric.horizontalAdvance(text.left(changed.x() + 2));
        const int right = metric.horizontalAdvance(text.left(changed.y() + 2));
        if (right > left)
            painter->drawRect(QRect(
                place.left() + left - 1, place.top() + 1, right - left + 1, place.height() - 3));
    }

    int numberWidth(const QFontMetrics &metric) const
    {
        const int lines = int(m_model.diff().lines.size());
        const auto digits = std::max(3, int(QString::number(lines).size()));
        return digits * metric.horizontalAdvance(u'0') + 2 * kPadding;
    }

    const DiffModel &m_model;
};

} // namespace

TextDiffView::TextDiffView(QWidget *parent)
    : QWidget(parent)
    , m_model(new DiffModel(this))
    , m_list(new QListView(this))
    , m_summary(new look::ColorLabel(models::ColorRole::Muted, this))
    , m_comparing(this)
{
    m_list->setModel(m_model);
    m_list->setItemDelegate(new DiffDelegate(*m_model, m_list));
    m_list->setAccessibleName(tr("Removed and added lines"));
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_summary->setContentsMargins(kPadding, 3, kPadding, 3);
    m_summary->setAlignment(Qt::AlignLeft | Qt::AlignTop); // it is alone where nothing is compared
    connect(m_list, &QListView::activated, this,
        [this](const QModelIndex &index) { m_model->open(index.row()); });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_summary);
    layout->addWidget(m_list, 1);
    look::passFocus(*this, *m_list);
}

void TextDiffView::compare(std::function<std::pair<Bytes, Bytes>()> texts)
{
    m_ready = false;
    m_comparing.start<models::LineDiff>(
        [texts = std::move(texts)](const std::stop_token &stop) {
            auto [before, after] = texts();
            return models::LineDiff::between(std::move(before), std::move(after), stop);
        },
        [this](models::LineDiff diff) { take(std::move(diff)); });
}

void TextDiffView::take(models::LineDiff diff)
{
    m_model->setDiff(std::move(diff));
    m_summary->setWordWrap(false);
    m_summary->setText(summary());
    m_list->setVisible(!m_model->diff().isSame());
    m_list->doItemsLayout();
    m_ready = true;
    Q_EMIT ready();
}

void TextDiffView::setNothing(const QString &why)
{
    m_comparing.stop();
    m_ready = true;
    m_model->setDiff({});
    m_summary->setWordWrap(true);
    m_summary->setText(why);
    m_list->hide();
}

QString TextDiffView::summary() const
{
    const models::LineDiff &diff = m_model->diff();
    if (diff.isSame())
        return tr("No differences.");
    QString text =
        tr("Lines: %1 removed, %2 added").arg(countText(diff.removed), countText(diff.added));
    if (diff.coarse)
        text += tr(" · too different for a comparison by line");
    if (diff.cut)
        text += tr(" · only the first %1 lines are compared")
                    .arg(countText(models::LineDiff::kMaxLines));
    return text;
}

} // namespace sonde::content
