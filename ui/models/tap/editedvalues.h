// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "models/signs/rowtable.h"
#include "models/signs/sign.h"
#include "json/document.h"

#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sonde::models {

// A value that a person changed in a held message, or that the tool's input schema does not accept.
struct EditedValue {
    QString pointer; // RFC 6901, into the message
    QString before; // JSON text, cut; empty: it was not there
    QString after; // empty: it is gone
    QString misfit; // why the input schema does not accept it; empty: it does, or none applies
};

struct EditedValues {
    std::vector<EditedValue> values;
    // Whether the arguments fit the input schema; nothing: there is none to compare with.
    std::optional<bool> fits;
};

// The name of the tool that a message calls; empty: it calls none.
std::string calledTool(const Bytes &message);

// What differs between a message as it came and as it will be sent, and what does not fit the
// schema of the tool's arguments (null: not known). Nothing for a text that is not JSON, or is
// longer than kMaxEdited bytes. Thread-safe.
EditedValues editedValues(
    const Bytes &came, const Bytes &goes, const std::shared_ptr<const json::Document> &inputSchema);

inline constexpr std::size_t kMaxEdited = std::size_t(1) << 20;

// The list of them.
class EditedValueModel : public RowTable<EditedValue> {
    Q_OBJECT
public:
    enum Columns { PlaceColumn, BeforeColumn, AfterColumn, SchemaColumn, ColumnCount };

    explicit EditedValueModel(QObject *parent = nullptr);

    void setValues(const EditedValues &values);

protected:
    QVariant cell(const EditedValue &value, const QModelIndex &index, int role) const override;
    QString title(int column) const override;

private:
    QString text(const EditedValue &value, int column) const;

    bool m_isJudged = false; // a schema was there
};

} // namespace sonde::models
