// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/requirement.h"
#include "models/signs/rowtable.h"

#include <vector>

namespace sonde::models {

// Requirements about something, one a row, as a revision has them.
class RequirementModel : public RowTable<const findings::Requirement *> {
    Q_OBJECT
public:
    enum Columns { RuleColumn, KeywordColumn, SummaryColumn, ColumnCount };

    explicit RequirementModel(QObject *parent = nullptr);

    void setRequirements(
        std::vector<const findings::Requirement *> requirements, findings::Revision revision);
    const findings::Requirement &at(int row) const { return *this->row(row); }
    findings::Revision revision() const { return m_revision; }

protected:
    QVariant cell(const findings::Requirement *const &requirement, const QModelIndex &index,
        int role) const override;
    QString title(int column) const override;

private:
    findings::Revision m_revision = findings::Revision::R20260728;
};

} // namespace sonde::models
