// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "review/ruledraft.h"
#include "trace/filter/filtercompletion.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QMenu;
class QPushButton;
class QTabWidget;
class QToolButton;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::look {
class ColorLabel;
}

namespace sonde::models {
class PropertyModel;
class RuleModel;
} // namespace sonde::models

namespace sonde::widgets {

class PlainTable;
class RuleForm;

// The response rules of a server: as a list with fields, and as the JSON text that is saved. They
// can be tried on the requests received so far.
class RulesEdit : public QWidget {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxTried = 200; // of the newest requests

    using Seen = std::vector<std::shared_ptr<const review::QueuedRequest>>;

    explicit RulesEdit(QWidget *parent = nullptr);

    void setText(const std::string &text); // a JSON list, or empty
    // The text to save; while the editor holds no JSON array, the last one that was valid.
    std::string text() const;
    QString problem() const; // empty when all rules are valid
    // The server's requests of this session; may be empty.
    void setSeen(std::function<Seen()> seen, const QString &revision = {});
    // The values that the completion of a rule's filter offers.
    void setVocabulary(std::function<trace::FilterVocabulary()> vocabulary);

    void add(const char *rule); // after the selected rule
    void add(const review::RuleDraft &rule);
    // Before all others, so that no other rule responds first.
    void addFirst(const review::RuleDraft &rule);
    void duplicate();
    void remove();
    void moveUp();
    void moveDown();
    void tryThem();

    models::RuleModel &model() { return *m_model; }
    PlainTable &table() { return *m_table; }
    RuleForm &form() { return *m_form; }
    QTabWidget &views() { return *m_views; }
    content::JsonEditor &json() { return *m_json; }
    models::PropertyModel &trials() { return *m_trials; }
    QMenu &sorts() { return *m_sorts; }

Q_SIGNALS:
    void changed();

private:
    QWidget *makeList();
    QWidget *makeButtons();
    void addAt(const review::RuleDraft &rule, int place);
    void choose(int row);
    void showRule();
    void ruleEdited();
    void jsonEdited();
    void listChanged();
    int row() const;

    models::RuleModel *m_model;
    std::string m_text; // the last valid JSON array
    QString m_jsonProblem;
    std::function<Seen()> m_seen;
    QString m_revision;
    bool m_setting = false;
    QTabWidget *m_views;
    PlainTable *m_table = nullptr;
    QMenu *m_sorts = nullptr;
    QToolButton *m_duplicate = nullptr;
    QToolButton *m_remove = nullptr;
    QToolButton *m_up = nullptr;
    QToolButton *m_down = nullptr;
    QPushButton *m_try = nullptr;
    RuleForm *m_form = nullptr;
    models::PropertyModel *m_trials;
    PlainTable *m_trialTable = nullptr;
    look::ColorLabel *m_trialNote = nullptr;
    content::JsonEditor *m_json;
};

} // namespace sonde::widgets
