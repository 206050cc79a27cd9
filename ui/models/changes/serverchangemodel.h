// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/comparison.h"
#include "models/signs/rowtable.h"

#include <memory>

namespace sonde::models {

// What changed between two starts: a row for each item that was added, removed or changed, in the
// order of the report.
class ServerChangeModel : public RowTable<changes::Change> {
    Q_OBJECT
public:
    enum Columns { ChangeColumn, PartColumn, NameColumn, EffectColumn, ColumnCount };

    explicit ServerChangeModel(QObject *parent = nullptr);

    void setComparison(const std::shared_ptr<const changes::Comparison> &comparison);
    const changes::Change &change(int row) const { return this->row(row); }
    changes::Part part(int row) const { return m_parts[std::size_t(row)]; }
    // The first row whose change is breaking; -1: there is none.
    int firstBreaking() const;
    // "Tool get_weather: New required argument “units”": what a breaking row says.
    QString sentence(int row) const;

protected:
    QVariant cell(const changes::Change &change, const QModelIndex &index, int role) const override;
    QString title(int column) const override;

private:
    std::vector<changes::Part> m_parts; // by row
};

} // namespace sonde::models
