// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/completionlist.h"

#include "look/access/listkeys.h"
#include "look/controls/colorlabel.h"
#include "look/controls/itempanel.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QListView>
#include <QPainter>
#include <QScreen>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::content {

namespace {

constexpr int kRows = 10; // in sight
constexpr int kMinWidth = 240;
constexpr int kMaxWidth = 480;
constexpr int kRowPadding = 6;
constexpr int kDetailRole = Qt::UserRole + 1;
constexpr int kInkRole = Qt::UserRole + 2;

// The text as it will stand in the editor; its kind on the right, muted.
class ProposalDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &given,
        const QModelIndex &index) const override
    {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        look::paintItemPanel(painter, option);
        painter->save();
        QRect place = option.rect.adjusted(kRowPadding, 0, -kRowPadding, 0);
        const QString detail = index.data(kDetailRole).toString();
        painter->setFont(look::smallFont());
        painter->setPen(look::theme().muted);
        painter->drawText(place, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, detail);
        place.setRight(
            place.right() - painter->fontMetrics().horizontalAdvance(detail) - 2 * kRowPadding);
        painter->setFont(look::fixedFont());
        painter->setPen(look::theme().color(index.data(kInkRole).value<models::ColorRole>()));
        painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            painter->fontMetrics().elidedText(
                index.data(Qt::DisplayRole).toString(), Qt::ElideRight, place.width()));
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const override
    {
        const int text = QFontMetrics(look::fixedFont())
                             .horizontalAdvance(index.data(Qt::DisplayRole).toString());
        const int detail =
            QFontMetrics(look::smallFont()).horizontalAdvance(index.data(kDetailRole).toString());
        return {text + detail + 5 * kRowPadding, look::metrics().row};
    }
};

} // namespace

CompletionList::CompletionList(QWidget *parent)
    : QFrame(parent, Qt::ToolTip)
    , m_view(new QListView(this))
    , m_model(new QStandardItemModel(this))
    , m_description(new look::ColorLabel(models::ColorRole::Muted, this))
{
    setAttribute(Qt::WA_ShowWithoutActivating);
    setFrameShape(QFrame::StyledPanel);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Completions"));
    m_view->setAccessibleName(tr("Completions"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new ProposalDelegate(m_view));
    m_view->setUniformItemSizes(true);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_description->setFont(look::smallFont());
    m_description->setContentsMargins(kRowPadding, 2, kRowPadding, 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(m_view);
    layout->addWidget(m_description);
    connect(m_view, &QListView::clicked, this, &CompletionList::chosen);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        const int row = m_view->currentIndex().row();
        m_description->setText(
            row < 0 ? QString() : m_proposals.list[std::size_t(row)].description.simplified());
    });
    hide();
}

void CompletionList::showProposals(schema::Proposals proposals, const QPoint &below, int lineHeight)
{
    if (proposals.list.empty()) {
        hide();
        return;
    }
    m_proposals = std::move(proposals);
    m_model->clear();
    bool described = false;
    for (const schema::Proposal &proposal : m_proposals.list) {
        QStringList words;
        if (!proposal.detail.isEmpty())
            words << proposal.detail;
        if (proposal.required)
            words << tr("required");
        if (proposal.deprecated)
            words << tr("deprecated");
        auto *item = new QStandardItem(json::toQString(proposal.text));
        const QString detail = words.join(QStringLiteral(" · "));
        item->setData(detail, kDetailRole);
        item->setData(QVariant::fromValue(m_proposals.names ? models::ColorRole::Accent
                                                            : models::ColorRole::Normal),
            kInkRole);
        item->setData(
            detail.isEmpty() ? item->text() : item->text() % QStringLiteral(", ") % detail,
            Qt::AccessibleTextRole);
        m_model->appendRow(item);
        described = described || !proposal.description.isEmpty();
    }
    m_description->setVisible(described);
    look::selectRow(*m_view, 0);
    place(below, lineHeight);
    show();
}

void CompletionList::place(const QPoint &below, int lineHeight)
{
    const int rows = std::min(kRows, m_model->rowCount());
    m_view->setFixedHeight(rows * look::metrics().row + 2);
    const int height = sizeHint().height();
    const int width =
        std::clamp(m_view->sizeHintForColumn(0) + 2 * kRowPadding, kMinWidth, kMaxWidth);
    QPoint at = below;
    if (const QScreen *screen = this->screen()) {
        const QRect room = screen->availableGeometry();
        if (at.y() + height > room.bottom())
            at.setY(below.y() - lineHeight - height);
        at.setX(std::max(room.left(), std::min(at.x(), room.right() - width)));
    }
    setGeometry(QRect(at, QSize(width, height)));
}

const schema::Proposal *CompletionList::current() const
{
    const int row = m_view->currentIndex().row();
    if (isHidden() || row < 0 || std::size_t(row) >= m_proposals.list.size())
        return nullptr;
    return &m_proposals.list[std::size_t(row)];
}

bool CompletionList::move(int key)
{
    return look::moveInList(*m_view, key);
}

} // namespace sonde::content
