// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "findings/page/ruleexample.h"

#include <QWidget>

#include <optional>

class QBoxLayout;
class QVBoxLayout;

namespace sonde::widgets {

// The page of a finding's rule: what it demands, why it matters, how to fix it, a bad and a good
// example, and the revisions. `sonde-cli rule` prints the same texts. In two columns where there
// is room.
class RulePageView : public QWidget {
    Q_OBJECT
public:
    explicit RulePageView(QWidget *parent = nullptr);

    // Nothing: the page is empty, and hidden.
    void showRuleOf(const std::optional<findings::Finding> &finding);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fill(const findings::Finding &finding);
    void addText(QVBoxLayout &column, const QString &title, const QString &text, const char *name);
    void addExample(QVBoxLayout &column, const findings::RuleExample &example,
        std::optional<findings::Level> level);
    void addRevisions(QVBoxLayout &column, const findings::Finding &finding);
    void chooseDirection();

    std::optional<findings::Finding> m_shown;
    QVBoxLayout *m_place;
    QWidget *m_content = nullptr; // of the rule that is shown
    QBoxLayout *m_columns = nullptr; // in it
};

} // namespace sonde::widgets
