// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/offersedit.h"

#include "look/colorlabel.h"
#include "look/metrics.h"
#include "widgets/servers/rootsedit.h"
#include "widgets/servers/rulesedit.h"
#include "json/document.h"
#include "json/edit.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLineEdit>

namespace sonde::widgets {

using config::Offers;
using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr std::string_view kTaskExtension = "io.modelcontextprotocol/tasks";

QString objectProblem(const QString &text, const QString &name)
{
    if (text.trimmed().isEmpty())
        return {};
    const json::Document document = json::Document::parse(text.toStdString());
    return document.isValid() && document.root().isObject()
        ? QString()
        : OffersEdit::tr("“%1” is not a JSON object.").arg(name);
}

} // namespace

OffersEdit::OffersEdit(QWidget *parent)
    : QWidget(parent)
    , m_experimental(new QLineEdit(this))
    , m_extensions(new QLineEdit(this))
    , m_taskExtension(new QCheckBox(this))
    , m_roots(new RootsEdit(this))
    , m_rules(new RulesEdit(this))
    , m_problem(new ColorLabel(ColorRole::Error, this))
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
    row({add(tr("elicitation in form mode"), &Offers::elicitationForm),
        add(tr("in URL mode"), &Offers::elicitationUrl)});
    row({add(tr("roots"), &Offers::roots), add(tr("announce changes"), &Offers::rootsChanged)});
    row({add(tr("send roots without review"), &Offers::answerRoots)});
    layout->addWidget(m_roots);
    m_taskExtension->setText(tr("task extension"));
    m_taskExtension->setObjectName(QStringLiteral("taskExtension"));
    m_taskExtension->setToolTip(
        tr("io.modelcontextprotocol/tasks: a tool call may return a task (2026-07-28)"));
    connect(m_taskExtension, &QCheckBox::clicked, this, &OffersEdit::switchTaskExtension);
    row({m_taskExtension,
        add(tr("sampling and elicitation as tasks"), &Offers::tasks,
            tr("Lets the server send its requests as client tasks and fetch the results later "
               "(2025-11-25)"))});
    auto *form = new QFormLayout;
    form->setVerticalSpacing(4);
    for (const auto &[edit, name] : {std::pair{m_experimental, tr("experimental")},
             std::pair{m_extensions, tr("extensions")}}) {
        edit->setFont(look::fixedFont());
        edit->setPlaceholderText(tr("not declared"));
        edit->setAccessibleName(tr("%1, a JSON object").arg(name));
        connect(edit, &QLineEdit::textChanged, this, &OffersEdit::refresh);
        form->addRow(name, edit);
    }
    layout->addLayout(form);
    row({add(tr("respond automatically by rules"), &Offers::answerByRules,
        tr("Sends the response of the first rule that matches, without review; the list of server "
           "requests shows which rule it was"))});
    layout->addWidget(m_rules);
    m_problem->setWordWrap(true);
    layout->addWidget(m_problem);
    connect(m_roots, &RootsEdit::changed, this, &OffersEdit::refresh);
    connect(m_rules, &RulesEdit::changed, this, &OffersEdit::refresh);
    setFocusProxy(m_switches.front().second);
    refresh();
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
    m_rules->setText(offers.rules);
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
    offers.rules = m_rules->text();
    return offers;
}

// The JSON text is the setting: the check box edits it.
void OffersEdit::switchTaskExtension(bool on)
{
    const std::string text = m_extensions->text().trimmed().toStdString();
    const json::Document document = json::Document::parse(text.empty() ? "{}" : text);
    const json::Value known = document.root()[kTaskExtension];
    if (on == bool(known))
        return;
    const auto edited =
        on ? json::appendMember(document.root(), kTaskExtension, "{}") : json::removeValue(known);
    if (!edited)
        return refresh();
    const QString written = QString::fromUtf8(edited->data(), qsizetype(edited->size()));
    const bool isEmpty = json::Document::parse(*edited).root().count() == 0;
    m_extensions->setText(isEmpty ? QString() : written);
}

QString OffersEdit::problem() const
{
    const QString first = objectProblem(m_experimental->text(), tr("experimental"));
    const QString second =
        first.isEmpty() ? objectProblem(m_extensions->text(), tr("extensions")) : first;
    return second.isEmpty() ? m_rules->problem() : second;
}

// A check box that depends on another one is enabled only with it.
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
    m_taskExtension->setChecked(
        bool(json::Document::parse(m_extensions->text().toStdString()).root()[kTaskExtension]));
    m_taskExtension->setEnabled(objectProblem(m_extensions->text(), QString()).isEmpty());
    const bool byRules = box(&Offers::answerByRules)->isChecked();
    m_rules->setVisible(byRules || !m_rules->text().empty());
    m_problem->setText(problem());
    m_problem->setVisible(!m_problem->text().isEmpty());
    Q_EMIT changed();
}

} // namespace sonde::widgets
