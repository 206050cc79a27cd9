// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/messagefindings.h"

#include "base/formatting.h"
#include "models/findings/findingtext.h"
#include "models/signs/sign.h"

#include <algorithm>
#include <utility>

namespace sonde::models {

using findings::Finding;

MessageFindings::MessageFindings(QObject *parent)
    : RowTable(ColumnCount, parent)
{
}

void MessageFindings::setFindings(std::vector<Finding> findings)
{
    std::stable_sort(findings.begin(), findings.end(),
        [](const Finding &a, const Finding &b) { return a.level > b.level; });
    const auto isSame = [](const Finding &a, const Finding &b) {
        return a.requirement == b.requirement && a.messages == b.messages && a.pointer == b.pointer
            && a.sentence == b.sentence;
    };
    if (!std::equal(findings.begin(), findings.end(), rows().begin(), rows().end(), isSame))
        resetRows(std::move(findings));
}

QVariant MessageFindings::cell(const Finding &finding, const QModelIndex &index, int role) const
{
    const Sign sign = levelSign(finding.level);
    const bool isLevel = index.column() == LevelColumn;
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == NumberColumn)
            return countText(finding.messages.front());
        return isLevel ? levelWord(finding.level) : finding.sentence;
    case Qt::ToolTipRole:
        return index.column() == SentenceColumn ? finding.sentence : QString();
    case SignRole:
        return int(isLevel ? sign : Sign::None);
    case TextColorRole:
        if (index.column() == NumberColumn)
            return int(ColorRole::Muted);
        return int(isLevel ? signColorRole(sign) : ColorRole::Normal);
    default:
        return {};
    }
}

QString MessageFindings::title(int column) const
{
    switch (column) {
    case LevelColumn:
        return tr("Level");
    case NumberColumn:
        return tr("#");
    default:
        return tr("What is wrong");
    }
}

} // namespace sonde::models
