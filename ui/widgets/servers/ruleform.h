// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "review/ruledraft.h"
#include "trace/filter/filtercompletion.h"

#include <QWidget>

#include <functional>

class QComboBox;
class QFormLayout;
class QLineEdit;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class BoundedSpin;
class FilterEdit;

// One response rule as fields: which requests it matches, and how it responds.
class RuleForm : public QWidget {
    Q_OBJECT
public:
    explicit RuleForm(QWidget *parent = nullptr);

    void setRule(const review::RuleDraft &rule);
    // The rule of the fields; its enabled state and its text are those of setRule().
    review::RuleDraft rule() const;
    // The revision that responses are checked against; empty: the newest.
    void setRevision(const QString &revision);
    // The values that the filter's completion offers.
    void setVocabulary(std::function<trace::FilterVocabulary()> vocabulary);

    FilterEdit &filter() { return *m_when; }
    QComboBox &method() { return *m_method; }
    QComboBox &how() { return *m_how; }
    content::JsonEditor &response() { return *m_response; }
    QLineEdit &program() { return *m_program; }
    const look::ColorLabel &remarks() const { return *m_remarks; }

Q_SIGNALS:
    void edited();

private:
    void addFields(QFormLayout *form);
    void showHow();
    void check();
    void changed();

    review::RuleDraft m_rule;
    QString m_revision;
    bool m_setting = false;
    QFormLayout *m_form;
    QComboBox *m_method;
    FilterEdit *m_when;
    look::ColorLabel *m_problem; // the filter's error
    QComboBox *m_how;
    content::JsonEditor *m_response;
    look::ColorLabel *m_hint;
    BoundedSpin *m_code;
    QLineEdit *m_message;
    QLineEdit *m_program;
    BoundedSpin *m_delay;
    look::ColorLabel *m_remarks; // problems of the rule
};

} // namespace sonde::widgets
