// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/rulesedit.h"

#include "content/json/jsoneditor.h"
#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/exchange/propertymodel.h"
#include "models/session/rulemodel.h"
#include "session/review/ruletrials.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/servers/ruleform.h"
#include "json/document.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QTabWidget>
#include <QToolButton>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;
using models::RuleModel;

namespace {

constexpr int kListRows = 5;
constexpr int kTrialRows = 4;
constexpr int kJsonLines = 12; // minimum height of the editor
constexpr int kOnChars = 3;
constexpr int kNumberChars = 3;
constexpr int kThenChars = 26;
constexpr int kRequestChars = 28;
constexpr int kRuleChars = 10;

// Examples of rules, one for each action.
struct RuleSample {
    const char *name;
    const char *rule;
};
constexpr RuleSample kRuleSamples[] = {
    {QT_TRANSLATE_NOOP("sonde::widgets::RulesEdit", "Fixed response"),
        "{\"method\":\"elicitation/create\",\"answer\":{\"action\":\"accept\",\"content\":{}}}"},
    {QT_TRANSLATE_NOOP("sonde::widgets::RulesEdit", "Response with request values"),
        "{\"method\":\"sampling/createMessage\",\"when\":\"params.maxTokens <= 1000\",\"answer\":"
        "{\"role\":\"assistant\",\"model\":\"rule\",\"content\":{\"type\":\"text\","
        "\"text\":\"You said: {{/messages/0/content/text}}\"}}}"},
    {QT_TRANSLATE_NOOP("sonde::widgets::RulesEdit", "Decline"),
        "{\"method\":\"elicitation/create\",\"decline\":true}"},
    {QT_TRANSLATE_NOOP("sonde::widgets::RulesEdit", "Cancel"),
        "{\"method\":\"elicitation/create\",\"cancel\":true}"},
    {QT_TRANSLATE_NOOP("sonde::widgets::RulesEdit", "Error after a delay"),
        "{\"method\":\"sampling/createMessage\",\"delayMs\":500,\"error\":"
        "{\"code\":-1,\"message\":\"User rejected sampling request\"}}"},
    {QT_TRANSLATE_NOOP("sonde::widgets::RulesEdit", "External program"),
        "{\"method\":\"sampling/createMessage\",\"program\":[\"my-model\",\"--json\"]}"},
    {QT_TRANSLATE_NOOP("sonde::widgets::RulesEdit", "Review manually"),
        "{\"when\":\"params.maxTokens > 1000\",\"ask\":true}"},
};

} // namespace

RulesEdit::RulesEdit(QWidget *parent)
    : QWidget(parent)
    , m_model(new RuleModel(this))
    , m_views(new QTabWidget(this))
    , m_trials(
          new models::PropertyModel({tr("Request"), tr("Rule"), tr("Would respond with")}, this))
    , m_json(new content::JsonEditor(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_views->setDocumentMode(true);
    m_views->addTab(makeList(), tr("Rules"));
    m_json->setLineNumbers(true);
    m_json->setMinimumHeight(kJsonLines * m_json->fontMetrics().lineSpacing());
    m_json->setAccessibleName(tr("Response rules, a JSON array"));
    m_views->addTab(m_json, tr("JSON"));
    layout->addWidget(m_views);
    connect(m_json, &content::JsonEditor::edited, this, &RulesEdit::jsonEdited);
    connect(m_form, &RuleForm::edited, this, &RulesEdit::ruleEdited);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &RulesEdit::showRule);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &RulesEdit::listChanged);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &RulesEdit::listChanged);
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, &RulesEdit::listChanged);
    connect(m_model, &QAbstractItemModel::rowsMoved, this, &RulesEdit::listChanged);
    showRule();
}

QWidget *RulesEdit::makeList()
{
    auto *page = new QWidget(this);
    m_table = new PlainTable(m_model, page);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAccessibleName(tr("Response rules; the first enabled rule that matches responds"));
    m_table->setUsualWidth(RuleModel::OnColumn, kOnChars);
    m_table->setUsualWidth(RuleModel::NumberColumn, kNumberChars);
    m_table->setUsualWidth(RuleModel::ThenColumn, kThenChars);
    m_table->setFixedHeight(look::metrics().row * (kListRows + 1) + 4);
    m_form = new RuleForm(page);
    m_trialNote = new ColorLabel(ColorRole::Muted, page);
    m_trialNote->setWordWrap(true);
    m_trialTable = new PlainTable(m_trials, page);
    m_trialTable->setAccessibleName(tr("Trial of the rules with the requests received so far"));
    m_trialTable->setUsualWidth(0, kRequestChars);
    m_trialTable->setUsualWidth(1, kRuleChars);
    m_trialTable->setFixedHeight(look::metrics().row * (kTrialRows + 1) + 4);
    m_trialTable->hide();
    m_trialNote->hide();
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(4);
    column->addWidget(makeButtons());
    column->addWidget(m_table);
    column->addWidget(m_form);
    column->addWidget(m_trialNote);
    column->addWidget(m_trialTable);
    column->addStretch();
    return page;
}

QWidget *RulesEdit::makeButtons()
{
    auto *bar = new QWidget(this);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(3, 3, 3, 3); // room for the focus ring
    row->setSpacing(look::metrics().gap);
    auto *add = new QPushButton(look::icon("add"), tr("Add"), bar);
    add->setObjectName(QStringLiteral("addRule"));
    add->setAutoDefault(false);
    m_sorts = new QMenu(add);
    for (const RuleSample &sample : kRuleSamples)
        m_sorts->addAction(tr(sample.name), this, [this, &sample] { this->add(sample.rule); });
    add->setMenu(m_sorts);
    row->addWidget(add);
    // Icons without text: the column is narrow.
    const auto make = [&](const char *icon, const QString &text, const QKeySequence &key,
                          void (RulesEdit::*act)()) {
        auto *button = new QToolButton(bar);
        button->setIcon(look::icon(icon));
        button->setAccessibleName(text);
        button->setToolTip(
            key.isEmpty() ? text : tr("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QToolButton::clicked, this, act);
        if (!key.isEmpty()) {
            auto *shortcut = new QShortcut(key, m_table);
            shortcut->setContext(Qt::WidgetShortcut);
            connect(shortcut, &QShortcut::activated, this, act);
        }
        row->addWidget(button);
        return button;
    };
    m_duplicate = make("copy", tr("Duplicate the rule"), {}, &RulesEdit::duplicate);
    m_remove = make("remove", tr("Remove the rule"), Qt::Key_Delete, &RulesEdit::remove);
    m_up = make("up", tr("Move the rule up"), Qt::ALT | Qt::Key_Up, &RulesEdit::moveUp);
    m_down = make("down", tr("Move the rule down"), Qt::ALT | Qt::Key_Down, &RulesEdit::moveDown);
    row->addStretch();
    m_try = new QPushButton(look::icon("play"), tr("Try rules"), bar);
    m_try->setAutoDefault(false);
    connect(m_try, &QPushButton::clicked, this, &RulesEdit::tryThem);
    row->addWidget(m_try);
    m_try->setToolTip(
        tr("Show what the rules would do with the requests received so far; nothing is sent"));
    return bar;
}

int RulesEdit::row() const
{
    return m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1;
}

void RulesEdit::setText(const std::string &text)
{
    m_setting = true;
    m_text = text;
    m_jsonProblem.clear();
    m_json->setBytes(Bytes::copyOf(text));
    m_model->setRules(review::draftsOf(json::Document::parse(text).root()));
    m_setting = false;
    choose(m_model->rowCount() > 0 ? 0 : -1);
}

std::string RulesEdit::text() const
{
    return m_text;
}

QString RulesEdit::problem() const
{
    if (!m_jsonProblem.isEmpty() || m_text.empty())
        return m_jsonProblem;
    const auto rules = review::rulesFromJson(json::Document::parse(m_text).root());
    return rules.problems.empty() ? QString()
                                  : tr("Rules: %1").arg(rules.problems.front().sentence);
}

void RulesEdit::setSeen(std::function<Seen()> seen, const QString &revision)
{
    m_seen = std::move(seen);
    m_revision = revision;
    m_form->setRevision(revision);
}

void RulesEdit::setVocabulary(std::function<trace::FilterVocabulary()> vocabulary)
{
    m_form->setVocabulary(std::move(vocabulary));
}

void RulesEdit::choose(int row)
{
    m_table->setCurrentIndex(row < 0 ? QModelIndex() : m_model->index(row, RuleModel::WhenColumn));
    showRule();
}

void RulesEdit::add(const char *rule)
{
    const json::Document list = json::Document::parse('[' + std::string(rule) + ']');
    add(review::draftsOf(list.root()).front());
}

void RulesEdit::add(const review::RuleDraft &rule)
{
    addAt(rule, row() < 0 ? m_model->rowCount() : row() + 1);
}

void RulesEdit::addFirst(const review::RuleDraft &rule)
{
    addAt(rule, 0);
}

void RulesEdit::addAt(const review::RuleDraft &rule, int place)
{
    choose(m_model->add(rule, place));
    m_form->setFocus(Qt::OtherFocusReason);
}

void RulesEdit::duplicate()
{
    if (const int made = m_model->duplicate(row()); made >= 0)
        choose(made);
}

void RulesEdit::remove()
{
    if (row() >= 0)
        choose(m_model->remove(row()));
}

void RulesEdit::moveUp()
{
    if (const int moved = m_model->move(row(), -1); moved >= 0)
        choose(moved);
}

void RulesEdit::moveDown()
{
    if (const int moved = m_model->move(row(), 1); moved >= 0)
        choose(moved);
}

void RulesEdit::showRule()
{
    const int at = row();
    const bool is = at >= 0 && at < m_model->rowCount();
    m_form->setVisible(is);
    m_setting = true;
    if (is)
        m_form->setRule(m_model->rule(at));
    m_setting = false;
    m_duplicate->setEnabled(is);
    m_remove->setEnabled(is);
    m_up->setEnabled(is && at > 0);
    m_down->setEnabled(is && at + 1 < m_model->rowCount());
    m_try->setEnabled(m_model->rowCount() > 0);
}

void RulesEdit::ruleEdited()
{
    const int at = row();
    if (m_setting || at < 0)
        return;
    review::RuleDraft rule = m_form->rule();
    rule.enabled = m_model->rule(at).enabled;
    m_model->setRule(at, std::move(rule));
}

void RulesEdit::jsonEdited()
{
    if (m_setting)
        return;
    const Bytes bytes = m_json->bytes();
    const json::Document document = json::Document::parse(bytes);
    if (m_json->isEmpty() || (document.isValid() && document.root().isArray())) {
        m_setting = true;
        m_jsonProblem.clear();
        m_text = std::string(bytes.view());
        m_model->setRules(review::draftsOf(document.root()));
        m_setting = false;
        choose(m_model->rowCount() > 0 ? 0 : -1);
    } else {
        m_jsonProblem = document.isValid() ? tr("The rules are not a JSON array.")
                                           : tr("The rules are not valid JSON.");
    }
    Q_EMIT changed();
}

// Writes the JSON text again; rules without changes keep their bytes.
void RulesEdit::listChanged()
{
    if (m_setting)
        return;
    m_setting = true;
    m_jsonProblem.clear();
    m_text = review::textOf(m_model->rules());
    m_json->setBytes(Bytes::copyOf(m_text));
    m_setting = false;
    m_trialTable->hide(); // its results belong to the old rules
    m_trialNote->hide();
    Q_EMIT changed();
}

void RulesEdit::tryThem()
{
    const Seen seen = m_seen ? m_seen() : Seen();
    const auto read = review::rulesFromJson(json::Document::parse(m_text).root());
    QStringList notes;
    for (const review::RuleProblem &problem : read.problems)
        notes << tr("Skipped: %1").arg(problem.sentence);
    notes << (seen.empty() ? tr("The server has sent no requests in this session yet.")
                           : tr("The server's requests of this session; nothing is sent."));
    m_trialNote->setText(notes.join(u'\n'));
    m_trialNote->show();
    m_trials->setRows(session::trialRows(read.rules, seen, m_revision, kMaxTried));
    m_trialTable->setVisible(m_trials->rowCount() > 0);
}

} // namespace sonde::widgets
