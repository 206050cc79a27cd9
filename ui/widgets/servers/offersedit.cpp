// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/offersedit.h"

#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"
#include "widgets/servers/rootsedit.h"
#include "json/document.h"
#include "json/edit.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::widgets {

using config::Offers;
using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr int kIndent = 20; // of a capability that depends on the one above it
constexpr std::string_view kTaskExtension{"io.modelcontextprotocol/tasks"};

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
    , m_taskExtension(new QCheckBox(tr("task extension"), this))
    , m_roots(new RootsEdit(this))
    , m_problem(new ColorLabel(ColorRole::Error, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(3, 3, 6, 3); // room for the focus ring
    layout->setSpacing(2);
    m_rootsMark = makeMark(tr("none"));
    makeSwitches();
    makeJsonFields();
    m_problem->setWordWrap(true);
    layout->addWidget(m_problem);
    layout->addStretch();
    connect(m_taskExtension, &QCheckBox::clicked, this, &OffersEdit::switchTaskExtension);
    connect(m_roots, &RootsEdit::changed, this, &OffersEdit::refresh);
    look::passFocus(*this, *m_switches.front().box);
    refresh();
}

void OffersEdit::makeSwitches()
{
    add(tr("sampling"), &Offers::sampling);
    add(tr("with tools"), &Offers::samplingTools, 1);
    add(tr("with context"), &Offers::samplingContext, 1,
        tr("includeContext of other servers: soft-deprecated since 2025-11-25"));
    add(tr("elicitation in form mode"), &Offers::elicitationForm);
    add(tr("elicitation in URL mode"), &Offers::elicitationUrl);
    m_taskExtension->setObjectName(QStringLiteral("taskExtension"));
    m_taskExtension->setToolTip(
        tr("io.modelcontextprotocol/tasks: a tool call may return a task (2026-07-28)"));
    addRow(m_taskExtension, 0, nullptr); // marked as a member of the extensions
    add(tr("sampling and elicitation as tasks"), &Offers::tasks, 0,
        tr("Lets the server send its requests as client tasks and fetch the results later "
           "(2025-11-25)"));
    add(tr("roots"), &Offers::roots);
    add(tr("announce changes"), &Offers::rootsChanged, 1);
    add(tr("send roots without review"), &Offers::respondToRoots, 1);
    layout()->addWidget(m_roots);
    layout()->addWidget(m_rootsMark);
}

void OffersEdit::makeJsonFields()
{
    auto *form = new QFormLayout;
    form->setVerticalSpacing(4);
    const auto addField = [&](QLineEdit *edit, const QString &name, std::string Offers::*member) {
        edit->setFont(look::fixedFont());
        edit->setPlaceholderText(tr("not declared"));
        edit->setAccessibleName(tr("%1, a JSON object").arg(name));
        connect(edit, &QLineEdit::textChanged, this, &OffersEdit::refresh);
        form->addRow(name, edit);
        ColorLabel *mark = makeMark(tr("not declared"));
        form->addRow(QString(), mark);
        m_jsonFields.push_back({member, edit, mark});
    };
    addField(m_experimental, tr("experimental"), &Offers::experimental);
    addField(m_extensions, tr("extensions"), &Offers::extensions);
    static_cast<QVBoxLayout *>(layout())->addLayout(form);
}

void OffersEdit::add(const QString &text, bool Offers::*member, int depth, const QString &toolTip)
{
    auto *box = new QCheckBox(text, this);
    box->setToolTip(toolTip);
    connect(box, &QCheckBox::toggled, this, &OffersEdit::refresh);
    ColorLabel *mark = makeMark(Offers().*member ? tr("on") : tr("off"));
    m_switches.push_back({member, box, mark});
    addRow(box, depth, mark);
}

void OffersEdit::addRow(QCheckBox *box, int depth, QWidget *mark)
{
    auto *line = new QHBoxLayout;
    line->setSpacing(12);
    line->addSpacing(depth * kIndent);
    line->addWidget(box);
    if (mark)
        line->addWidget(mark);
    line->addStretch();
    static_cast<QVBoxLayout *>(layout())->addLayout(line);
}

ColorLabel *OffersEdit::makeMark(const QString &usual)
{
    auto *mark = new ColorLabel(tr("changed; default: %1").arg(usual), ColorRole::Accent, this);
    mark->setSign(models::Sign::Changed);
    mark->setFont(look::smallFont());
    mark->hide();
    return mark;
}

QCheckBox *OffersEdit::box(bool Offers::*member) const
{
    const auto found = std::find_if(m_switches.begin(), m_switches.end(),
        [member](const Switch &one) { return one.member == member; });
    return found->box;
}

void OffersEdit::fill(const Offers &offers)
{
    m_original = offers;
    for (const Switch &one : m_switches)
        one.box->setChecked(offers.*one.member);
    m_experimental->setText(QString::fromStdString(offers.experimental));
    m_extensions->setText(QString::fromStdString(offers.extensions));
    m_roots->setRoots(offers.folders);
    refresh();
}

Offers OffersEdit::offers() const
{
    Offers offers = m_original;
    for (const Switch &one : m_switches)
        offers.*one.member = one.box->isChecked();
    offers.experimental = m_experimental->text().trimmed().toStdString();
    offers.extensions = m_extensions->text().trimmed().toStdString();
    offers.folders = m_roots->roots();
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
    return first.isEmpty() ? objectProblem(m_extensions->text(), tr("extensions")) : first;
}

int OffersEdit::changeCount() const
{
    const Offers now = offers();
    const Offers usual;
    const auto differs = [&](const auto &field) {
        return now.*field.member != usual.*field.member;
    };
    return int(std::count_if(m_switches.begin(), m_switches.end(), differs)
        + std::count_if(m_jsonFields.begin(), m_jsonFields.end(), differs)
        + (now.folders != usual.folders ? 1 : 0));
}

// A check box that depends on another one is enabled only with it.
void OffersEdit::refresh()
{
    const bool sampling = box(&Offers::sampling)->isChecked();
    const bool roots = box(&Offers::roots)->isChecked();
    box(&Offers::samplingTools)->setEnabled(sampling);
    box(&Offers::samplingContext)->setEnabled(sampling);
    box(&Offers::rootsChanged)->setEnabled(roots);
    box(&Offers::respondToRoots)->setEnabled(roots);
    m_roots->setEnabled(roots);
    m_taskExtension->setChecked(
        bool(json::Document::parse(m_extensions->text().toStdString()).root()[kTaskExtension]));
    m_taskExtension->setEnabled(objectProblem(m_extensions->text(), QString()).isEmpty());
    const Offers now = offers();
    const Offers usual;
    for (const Switch &one : m_switches)
        one.mark->setVisible(now.*one.member != usual.*one.member);
    for (const JsonField &one : m_jsonFields)
        one.mark->setVisible(now.*one.member != usual.*one.member);
    m_rootsMark->setVisible(now.folders != usual.folders);
    m_problem->setText(problem());
    m_problem->setVisible(!m_problem->text().isEmpty());
    Q_EMIT changed();
}

} // namespace sonde::widgets
