// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/rowtable.h"
#include "models/tap/breakpointtext.h"
#include "rpc/message.h"
#include "tap/announce/tapline.h"

#include <vector>

namespace sonde::models {

// A message that a tap holds until a person decides.
struct HeldRow {
    tap::TapHeld message;
    rpc::Kind kind = rpc::Kind::Invalid;
    QString method{}; // empty for a response
    QString respondsTo{}; // of a response: the method of its request; empty: not known
    QString target{}; // the tool, prompt or resource of the request
    QString id{}; // as written; empty for a notification

    static HeldRow of(const tap::TapHeld &message);
    QString name() const; // "tools/call", "response to tools/call"
};

// The messages that a tap holds, the oldest first.
class HeldModel : public RowTable<HeldRow> {
    Q_OBJECT
public:
    enum Columns { DirectionColumn, MethodColumn, TargetColumn, IdColumn, TimeColumn, ColumnCount };

    explicit HeldModel(QObject *parent = nullptr);

    void setClient(TapClient client) { m_client = client; } // before the rows
    // Rows that stay are the same rows.
    void setHeld(const std::vector<tap::TapHeld> &held);
    // The time that the running times end at, nanoseconds of the wall clock.
    void setNow(std::int64_t wallNs);
    const HeldRow &held(int row) const { return this->row(row); }
    int rowOf(std::uint64_t message) const; // -1: it is held no more
    QString heldFor(int row) const; // "0:07"

protected:
    QVariant cell(const HeldRow &held, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override { return column == TimeColumn; }

private:
    QString text(const HeldRow &held, int row, int column) const;

    std::int64_t m_now = 0;
    TapClient m_client = TapClient::Host;
};

} // namespace sonde::models
