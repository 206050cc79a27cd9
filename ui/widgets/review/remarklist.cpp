// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/remarklist.h"

#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"

#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;
using models::Sign;

RemarkList::RemarkList(QWidget *parent)
    : QWidget(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    setAccessibleName(tr("Problems"));
    hide();
}

void RemarkList::setRemarks(const review::Remarks &remarks)
{
    delete m_rows;
    m_rows = new QWidget(this);
    auto *rows = new QVBoxLayout(m_rows);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(look::metrics().gap);
    for (const review::Remark &remark : remarks) {
        auto *sentence = new ColorLabel(
            remark.sentence, remark.must ? ColorRole::Error : ColorRole::Warn, m_rows);
        sentence->setSign(remark.must ? Sign::ProtocolError : Sign::Finding);
        sentence->setWordWrap(true);
        sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
        const QString place = remark.path.isEmpty()
            ? remark.rule
            : QString(remark.rule % QStringLiteral(" · ") % remark.path.left(200));
        auto *rule = new ColorLabel(place, ColorRole::Muted, m_rows);
        rule->setFont(look::smallFont());
        rule->setWordWrap(true);
        rows->addWidget(sentence);
        rows->addWidget(rule);
    }
    layout()->addWidget(m_rows);
    m_count = int(remarks.size());
    setVisible(m_count > 0);
}

} // namespace sonde::widgets
