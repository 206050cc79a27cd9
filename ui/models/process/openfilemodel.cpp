// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/process/openfilemodel.h"

#include "models/process/processtext.h"
#include "models/signs/sign.h"

namespace sonde::models {

void OpenFileModel::setSample(const ProcessSample &sample)
{
    std::vector<ShownFile> rows;
    for (const platform::OpenFile &file : sample.details.files.files)
        rows.push_back({file.descriptor, ProcessText::kind(file.kind),
            ProcessText::target(sample, file), file.isDeleted, file.isListening});
    mergeRows(std::move(rows), [](const ShownFile &file) { return file.descriptor; });
}

QVariant OpenFileModel::cell(const ShownFile &row, const QModelIndex &index, int role) const
{
    if (role == TextColorRole && index.column() == TargetColumn)
        return static_cast<int>(row.isDeleted ? ColorRole::Warn
                : row.isListening             ? ColorRole::Accent
                                              : ColorRole::Normal);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case DescriptorColumn:
        return QString::number(row.descriptor);
    case KindColumn:
        return row.kind;
    default:
        return row.target;
    }
}

QString OpenFileModel::title(int column) const
{
    switch (column) {
    case DescriptorColumn:
        return tr("FD");
    case KindColumn:
        return tr("Kind");
    default:
        return tr("Where");
    }
}

} // namespace sonde::models
