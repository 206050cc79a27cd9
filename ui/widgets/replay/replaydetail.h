// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "replay/replayreport.h"
#include "replay/replayrules.h"

#include <QWidget>

#include <functional>
#include <utility>

class QPushButton;

namespace sonde::content {
class TextDiffView;
}

namespace sonde::look {
class PanelTitle;
}

namespace sonde::models {
class DifferenceModel;
class PropertyModel;
} // namespace sonde::models

namespace sonde::widgets {

class PlainTable;

// Where a response differs from the recorded one, the lines of both, and which places are ignored.
class ReplayDetail : public QWidget {
    Q_OBJECT
public:
    // Gives the recorded text and the one of now; runs on another thread.
    using Texts = std::function<std::pair<Bytes, Bytes>()>;

    explicit ReplayDetail(QWidget *parent = nullptr);

    void showRow(const replay::ReportRow &row, const Texts &texts);
    void showNothing(const QString &why);
    void setRules(const std::vector<replay::ReplayRule> &rules);

    PlainTable &places() const { return *m_places; }
    PlainTable &rules() const { return *m_rules; }
    const content::TextDiffView &diff() const { return *m_diff; }

Q_SIGNALS:
    void ignoreRequested(const sonde::replay::ReplayRule &rule);
    void removeRequested(const sonde::replay::ReplayRule &rule);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makePlaces();
    QWidget *makeRules();
    void ignorePlace();
    void removeRule();

    std::string m_method; // of the row that is shown
    std::string m_target;
    std::vector<replay::ReplayRule> m_shownRules;
    models::DifferenceModel *m_model;
    models::PropertyModel *m_ruleRows;
    look::PanelTitle *m_placesTitle;
    look::PanelTitle *m_rulesTitle;
    PlainTable *m_places;
    PlainTable *m_rules;
    content::TextDiffView *m_diff;
    QPushButton *m_ignore;
    QPushButton *m_remove;
};

} // namespace sonde::widgets
