// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/requirementmodel.h"

#include "models/findings/findingtext.h"
#include "models/signs/sign.h"

#include <utility>

namespace sonde::models {

using findings::Requirement;

RequirementModel::RequirementModel(QObject *parent)
    : RowTable(ColumnCount, parent)
{
}

void RequirementModel::setRequirements(
    std::vector<const Requirement *> requirements, findings::Revision revision)
{
    m_revision = revision;
    resetRows(std::move(requirements));
}

// What the revision does not have stands muted, below the others.
QVariant RequirementModel::cell(
    const Requirement *const &requirement, const QModelIndex &index, int role) const
{
    const bool holds = requirement->revisions.has(m_revision);
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == RuleColumn)
            return QString::fromStdString(requirement->id);
        if (index.column() == SummaryColumn)
            return requirement->summary;
        return holds ? requirement->keywordIn(m_revision) : tr("other revision");
    case Qt::ToolTipRole:
        return requirement->summary;
    case SignRole:
        return int(holds && index.column() == RuleColumn
                ? levelSign(requirement->levelIn(m_revision))
                : Sign::None);
    case TextColorRole:
        return int(holds ? ColorRole::Normal : ColorRole::Muted);
    default:
        return {};
    }
}

QString RequirementModel::title(int column) const
{
    switch (column) {
    case RuleColumn:
        return tr("Rule");
    case KeywordColumn:
        return tr("Level");
    default:
        return tr("Requirement");
    }
}

} // namespace sonde::models
