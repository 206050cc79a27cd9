// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/offersedit.h"

#include "content/jsoneditor.h"
#include "content/metrics.h"
#include "content/tonelabel.h"
#include "review/answerrule.h"
#include "widgets/rootsedit.h"
#include "json/document.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>

namespace sonde::widgets {

using config::Offers;
using content::ToneLabel;
using models::Tone;

namespace {

constexpr int kRuleLines = 5; // of the editor, at least

// A rule of each sort, to begin with.
struct RuleSample {
    const char *name;
    const char *rule;
};
constexpr RuleSample kRuleSamples[] = {
    {QT_TRANSLATE_NOOP("sonde::widgets::OffersEdit", "A fixed answer"),
        "{\"method\":\"elicitation/create\",\"when\":\"\",\"answer\":"
        "{\"action\":\"accept\",\"content\":{}}}"},
    {QT_TRANSLATE_NOOP("sonde::widgets::OffersEdit", "An answer with values of the request"),
        "{\"method\":\"sampling/createMessage\",\"when\":\"params.maxTokens <= 1000\",\"answer\":"
        "{\"role\":\"assistant\",\"model\":\"rule\",\"content\":{\"type\":\"text\","
        "\"text\":\"You said: {{/messages/0/content/text}}\"}}}"},
    {QT_TRANSLATE_NOOP("sonde::widgets::OffersEdit", "Decline"),
        "{\"method\":\"elicitation/create\",\"decline\":true}"},
    {QT_TRANSLATE_NOOP("sonde::widgets::OffersEdit", "An error, after a delay"),
        "{\"method\":\"sampling/createMessage\",\"delayMs\":500,\"error\":"
        "{\"code\":-1,\"message\":\"User rejected sampling request\"}}"},
    {QT_TRANSLATE_NOOP("sonde::widgets::OffersEdit", "An external program"),
        "{\"method\":\"sampling/createMessage\",\"program\":[\"my-model\",\"--json\"]}"},
    {QT_TRANSLATE_NOOP("sonde::widgets::OffersEdit", "Ask me"),
        "{\"when\":\"params.maxTokens > 1000\",\"ask\":true}"},
};

QString objectProblem(const QString &text, const QString &name)
{
    if (text.trimmed().isEmpty())
        return {};
    const json::Document document = json::Document::parse(text.toStdString());
    return document.isValid() && document.root().isObject()
        ? QString()
        : OffersEdit::tr("%1 is no JSON object.").arg(name);
}

} // namespace

OffersEdit::OffersEdit(QWidget *parent)
    : QWidget(parent)
    , m_experimental(new QLineEdit(this))
    , m_extensions(new QLineEdit(this))
    , m_roots(new RootsEdit(this))
    , m_rules(new content::JsonEditor(this))
    , m_addRule(new QPushButton(tr("Add a rule"), this))
    , m_problem(new ToneLabel(Tone::Error, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 3, 0, 0);
    layout->setSpacing(2);
    const auto row = [&](std::initializer_list<QCheckBox *> boxes) {
        auto *line = new QHBoxLayout;
        line->setSpacing(12);
        for (QCheckBox *box : boxes)
            line->addWidget(box);
        line->addStretch();
        layout->addLayout(line);
    };
    row({add(tr("sampling"), &Offers::sampling), add(tr("with tools"), &Offers::samplingTools),
        add(tr("with context"), &Offers::samplingContext,
            tr("includeContext of other servers: soft-deprecated since 2025-11-25"))});
    row({add(tr("elicitation by form"), &Offers::elicitationForm),
        add(tr("by URL"), &Offers::elicitationUrl)});
    row({add(tr("roots"), &Offers::roots),
        add(tr("tell when they change"), &Offers::rootsChanged)});
    row({add(tr("tell them without asking me"), &Offers::answerRoots)});
    layout->addWidget(m_roots);
    auto *form = new QFormLayout;
    form->setVerticalSpacing(4);
    for (const auto &[edit, name] : {std::pair{m_experimental, tr("experimental")},
             std::pair{m_extensions, tr("extensions")}}) {
        edit->setFont(content::fixedFont());
        edit->setPlaceholderText(tr("not declared"));
        edit->setAccessibleName(tr("%1, a JSON object").arg(name));
        connect(edit, &QLineEdit::textChanged, this, &OffersEdit::refresh);
        form->addRow(name, edit);
    }
    layout->addLayout(form);
    row({add(tr("answer by rules, the first that fits"), &Offers::answerByRules,
        tr("Without asking you; the list of requests says which rule answered"))});
    layout->addWidget(makeRules());
    m_problem->setWordWrap(true);
    layout->addWidget(m_problem);
    connect(m_roots, &RootsEdit::changed, this, &OffersEdit::refresh);
    setFocusProxy(m_switches.front().second);
    refresh();
}

QWidget *OffersEdit::makeRules()
{
    auto *page = new QWidget(this);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    m_rules->setLineNumbers(false);
    m_rules->setMinimumHeight(kRuleLines * m_rules->fontMetrics().lineSpacing());
    m_rules->setAccessibleName(tr("Rules that answer, a JSON list"));
    auto *menu = new QMenu(m_addRule);
    for (const RuleSample &sample : kRuleSamples)
        menu->addAction(tr(sample.name), this, [this, &sample] { addRule(sample.rule); });
    m_addRule->setObjectName(QStringLiteral("addRule"));
    m_addRule->setMenu(menu);
    column->addWidget(m_rules);
    column->addWidget(m_addRule, 0, Qt::AlignLeft);
    connect(m_rules, &content::JsonEditor::edited, this, &OffersEdit::refresh);
    return page;
}

// Behind the others; what is no list is left to the person.
void OffersEdit::addRule(const char *rule)
{
    const Bytes present = m_rules->bytes();
    const json::Document document = json::Document::parse(present);
    std::string text;
    if (!document.isValid()) {
        text = std::string("[\n  ") + rule + "\n]";
        if (!present.view().empty())
            return;
    } else if (document.root().isArray()) {
        text = std::string(document.root().raw());
        while (text.back() == ']' || text.back() == ' ' || text.back() == '\n') {
            const bool isEnd = text.back() == ']';
            text.pop_back();
            if (isEnd)
                break;
        }
        while (text.back() == ' ' || text.back() == '\n')
            text.pop_back();
        text += std::string(document.root().count() == 0 ? "\n  " : ",\n  ") + rule + "\n]";
    } else {
        return;
    }
    m_rules->setBytes(Bytes::copyOf(text));
    m_rules->setFocus(Qt::OtherFocusReason);
    refresh();
}

QString OffersEdit::rulesProblem() const
{
    if (m_rules->isEmpty())
        return {};
    const json::Document document = json::Document::parse(m_rules->bytes());
    if (!document.isValid())
        return tr("The rules are no JSON.");
    const auto rules = review::rulesFromJson(document.root());
    return rules ? QString() : tr("Rules: %1").arg(rules.error().sentence);
}

QCheckBox *OffersEdit::add(const QString &text, bool Offers::*member, const QString &toolTip)
{
    auto *box = new QCheckBox(text, this);
    box->setToolTip(toolTip);
    connect(box, &QCheckBox::toggled, this, &OffersEdit::refresh);
    m_switches.emplace_back(member, box);
    return box;
}

void OffersEdit::fill(const Offers &offers)
{
    m_original = offers;
    for (const auto &[member, box] : m_switches)
        box->setChecked(offers.*member);
    m_experimental->setText(QString::fromStdString(offers.experimental));
    m_extensions->setText(QString::fromStdString(offers.extensions));
    m_roots->setRoots(offers.folders);
    m_rules->setBytes(Bytes::copyOf(offers.rules));
    refresh();
}

Offers OffersEdit::offers() const
{
    Offers offers = m_original;
    for (const auto &[member, box] : m_switches)
        offers.*member = box->isChecked();
    offers.experimental = m_experimental->text().trimmed().toStdString();
    offers.extensions = m_extensions->text().trimmed().toStdString();
    offers.folders = m_roots->roots();
    // What is no JSON is not kept: a file with it could not be read again.
    if (json::Document::parse(m_rules->bytes()).root().isArray())
        offers.rules = std::string(m_rules->bytes().view());
    else if (m_rules->isEmpty())
        offers.rules.clear();
    return offers;
}

QString OffersEdit::problem() const
{
    const QString first = objectProblem(m_experimental->text(), tr("experimental"));
    const QString second =
        first.isEmpty() ? objectProblem(m_extensions->text(), tr("extensions")) : first;
    return second.isEmpty() ? rulesProblem() : second;
}

// What depends on another switch can be set only with it.
void OffersEdit::refresh()
{
    const auto box = [this](bool Offers::*member) {
        for (const auto &[known, one] : m_switches) {
            if (known == member)
                return one;
        }
        return m_switches.front().second;
    };
    const bool sampling = box(&Offers::sampling)->isChecked();
    const bool roots = box(&Offers::roots)->isChecked();
    box(&Offers::samplingTools)->setEnabled(sampling);
    box(&Offers::samplingContext)->setEnabled(sampling);
    box(&Offers::rootsChanged)->setEnabled(roots);
    box(&Offers::answerRoots)->setEnabled(roots);
    m_roots->setEnabled(roots);
    const bool byRules = box(&Offers::answerByRules)->isChecked();
    m_rules->parentWidget()->setVisible(byRules || !m_rules->isEmpty());
    m_addRule->setEnabled(byRules);
    m_problem->setText(problem());
    m_problem->setVisible(!m_problem->text().isEmpty());
    Q_EMIT changed();
}

} // namespace sonde::widgets
