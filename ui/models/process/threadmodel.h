// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/process/processsample.h"
#include "models/signs/rowtable.h"

#include <QHash>

namespace sonde::models {

// The threads of a process, by their ids, and what each of them waits for.
class ThreadModel : public RowTable<SampledThread> {
    Q_OBJECT
public:
    enum Columns { TidColumn, NameColumn, CpuColumn, StateColumn, CallColumn, ColumnCount };

    explicit ThreadModel(QObject *parent = nullptr)
        : RowTable(ColumnCount, parent)
    {
    }

    void setSample(const ProcessSample &sample);

protected:
    QVariant cell(const SampledThread &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override;

private:
    // Of the files of the sample, which the descriptor of a system call is one of.
    QHash<int, QString> m_descriptors;
};

} // namespace sonde::models
