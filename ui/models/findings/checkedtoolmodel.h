// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/rowtable.h"

#include <string>

namespace sonde::models {

// A tool that a check may call.
struct CheckedTool {
    QString name;
    std::string arguments; // JSON, sent as it is; empty: what the tool requires is not known
    QStringList annotations; // words, see ToolFacts
    bool isDestructive = false; // the server says so
    bool isChosen = false;
};

// The tools of a server, each with a check box; none is chosen at first.
class CheckedToolModel : public RowTable<CheckedTool> {
    Q_OBJECT
public:
    enum Columns { NameColumn, ArgumentsColumn, AnnotationsColumn, ColumnCount };

    explicit CheckedToolModel(QObject *parent = nullptr);

    // What was chosen stays chosen, by name, if it can be called still.
    void setTools(std::vector<CheckedTool> tools);
    std::vector<CheckedTool> chosen() const;

    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

protected:
    QVariant cell(const CheckedTool &tool, const QModelIndex &index, int role) const override;
    QString title(int column) const override;

private:
    QString text(const CheckedTool &tool, int column) const;
};

} // namespace sonde::models
