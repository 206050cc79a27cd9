// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "fanout/fanreport.h"
#include "models/signs/sign.h"

#include <QAbstractTableModel>

#include <vector>

namespace sonde::models {

// What came of a call of several servers, side by side: a column for each server. The first rows
// have what is known of the whole response, the further ones its places: those that differ from the
// first response, and then the others. The first column names the row.
class FanTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int kNameColumn = 0;
    enum Roles {
        DiffersRole = Qt::UserRole + 1, // bool: the cell differs from the first response
        PointerRole, // of the cell that names a place, which may show only its beginning
        // What a cell shows is its mark, such as "≠ ", and then its value, or one of both.
        MarkRole,
        ValueRole,
    };

    explicit FanTableModel(QObject *parent = nullptr);

    void setReport(fanout::FanReport report);
    const fanout::FanReport &report() const { return m_report; }
    // What the rules have found in the messages of the call.
    void setFindings(std::size_t result, std::vector<findings::ListedFinding> findings);
    void setOnlyDifferences(bool only);
    bool onlyDifferences() const { return m_onlyDifferences; }

    // Of the report: the one of a column; -1 of the column that names the rows.
    static int resultOf(int column) { return column - 1; }
    // The next row whose place differs; -1: there is none.
    int nextDifference(int row, bool backwards) const;
    Sign summarySign() const;
    QString summary() const; // "Differ from the response of alpha: 1 of 2"

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    enum class Fact { Server, Revision, Outcome, Reason, Duration, Size, Findings, Comparison };

    static bool isKnown(Fact fact, const fanout::FanResult &result);
    static QString factName(Fact fact);
    static QString factText(Fact fact, const fanout::FanResult &result);
    const fanout::FanPlace *placeOf(int row) const; // null: the row has a fact
    const fanout::FanResult *first() const; // that the others are compared with, or null
    // How the response of a column differs in a place, or null: not there, or not at all.
    const changes::Difference *difference(const fanout::FanPlace &place, int column) const;
    // In a container of the place, or in a part of it.
    bool differsElsewhere(const fanout::FanPlace &place, int column) const;
    bool isCompared(const fanout::FanPlace &place, int column) const;
    int responses() const; // servers that sent one
    QVariant fact(Fact fact, int column, int role) const;
    QVariant place(const fanout::FanPlace &place, int column, int role) const;
    QString mark(const fanout::FanPlace &place, int column) const;
    QString value(const fanout::FanPlace &place, int column) const;
    QString spokenPlace(const fanout::FanPlace &place, int column) const;
    int shownPlaces() const;

    fanout::FanReport m_report;
    std::vector<Fact> m_facts; // that are known of any result
    int m_differing = 0; // places, which are the first ones
    bool m_onlyDifferences = true;
};

} // namespace sonde::models
