// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/process/threadmodel.h"

#include "base/bytes.h"
#include "models/process/processtext.h"
#include "models/signs/sign.h"
#include "models/trace/tracetext.h"

namespace sonde::models {

void ThreadModel::setSample(const ProcessSample &sample)
{
    m_descriptors.clear();
    for (const SampledThread &thread : sample.details.threads) {
        if (thread.info.call && thread.info.call->descriptor) {
            const int descriptor = *thread.info.call->descriptor;
            m_descriptors[descriptor] = ProcessText::descriptor(sample, descriptor);
        }
    }
    mergeRows(sample.details.threads, [](const SampledThread &thread) { return thread.info.tid; });
}

QVariant ThreadModel::cell(const SampledThread &row, const QModelIndex &index, int role) const
{
    const platform::ThreadInfo &info = row.info;
    if (role == TextColorRole)
        return static_cast<int>(info.state == 'R' ? ColorRole::Normal : ColorRole::Muted);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case TidColumn:
        return QString::number(info.tid);
    case NameColumn:
        return lineText(Bytes::copyOf(info.name));
    case CpuColumn:
        return ProcessText::percent(row.cpu);
    case StateColumn:
        return ProcessText::state(info);
    case CallColumn:
        if (!info.call)
            return lineText(Bytes::copyOf(info.kernelFunction));
        return info.call->descriptor ? QString(QString::fromStdString(info.call->name)
                   % QStringLiteral(" · ") % m_descriptors.value(*info.call->descriptor))
                                     : QString::fromStdString(info.call->name);
    default:
        return {};
    }
}

QString ThreadModel::title(int column) const
{
    switch (column) {
    case TidColumn:
        return tr("TID");
    case NameColumn:
        return tr("Name");
    case CpuColumn:
        return tr("CPU, %");
    case StateColumn:
        return tr("State");
    default:
        return tr("System call");
    }
}

bool ThreadModel::isNumeric(int column) const
{
    return column == TidColumn || column == CpuColumn;
}

} // namespace sonde::models
