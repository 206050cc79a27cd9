// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/process/processsample.h"
#include "models/signs/rowtable.h"

namespace sonde::models {

struct ShownFile {
    int descriptor = -1;
    QString kind;
    QString target;
    bool isDeleted = false;
    bool isListening = false;
};

// The open files and sockets of a process, by their descriptors.
class OpenFileModel : public RowTable<ShownFile> {
    Q_OBJECT
public:
    enum Columns { DescriptorColumn, KindColumn, TargetColumn, ColumnCount };

    explicit OpenFileModel(QObject *parent = nullptr)
        : RowTable(ColumnCount, parent)
    {
    }

    void setSample(const ProcessSample &sample);

protected:
    QVariant cell(const ShownFile &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override { return column == DescriptorColumn; }
};

} // namespace sonde::models
