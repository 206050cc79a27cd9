// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/bundlefields.h"

#include "bundle/bundleserver.h"
#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"
#include "widgets/kit/field/pathfield.h"
#include "widgets/kit/field/stringlistedit.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLineEdit>

#include <algorithm>

namespace sonde::widgets {

using bundle::Setting;
using look::ColorLabel;
using models::ColorRole;

namespace {

ColorLabel *wrapped(ColorRole tone, QWidget *page)
{
    auto *label = new ColorLabel(tone, page);
    label->setWordWrap(true);
    return label;
}

std::vector<Secret> secretsOf(const QStringList &texts)
{
    std::vector<Secret> secrets;
    for (const QString &text : texts)
        secrets.emplace_back(text);
    return secrets;
}

} // namespace

BundleFields::BundleFields(QWidget *parent)
    : QWidget(parent)
    , m_form(new QFormLayout(this))
    , m_title(wrapped(ColorRole::Normal, this))
    , m_author(wrapped(ColorRole::Muted, this))
    , m_description(wrapped(ColorRole::Normal, this))
    , m_notes(wrapped(ColorRole::Warn, this))
{
    m_form->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_form->setVerticalSpacing(4);
    m_form->setContentsMargins(3, 3, 6, 3); // room for the focus ring
    m_title->setFont(look::boldFont());
    m_title->setObjectName(QStringLiteral("bundleTitle"));
    m_notes->setObjectName(QStringLiteral("bundleNotes"));
    for (ColorLabel *label : {m_title, m_author, m_description, m_notes})
        m_form->addRow(label);
}

BundleFields::~BundleFields() = default;

void BundleFields::setBundle(bundle::Bundle bundle)
{
    m_bundle = std::make_unique<bundle::Bundle>(std::move(bundle));
    const bundle::Manifest &manifest = m_bundle->manifest;
    m_title->setText(QString(manifest.displayName + u' ' + manifest.version).trimmed());
    m_author->setText(tr("A bundle by %1").arg(manifest.author));
    m_author->setVisible(!manifest.author.isEmpty());
    m_description->setText(manifest.description);
    m_description->setVisible(!manifest.description.isEmpty());
    const bundle::Values defaults = bundle::defaultValues(manifest, m_bundle->places);
    for (const Setting &setting : manifest.settings) {
        QStringList texts;
        if (const auto found = defaults.find(setting.key); found != defaults.end()) {
            for (const Secret &value : found->second)
                texts << value.reveal();
        }
        addSetting(setting, texts);
    }
    // Or the rows would share the height that is left.
    m_form->addItem(new QSpacerItem(0, 0, QSizePolicy::Minimum, QSizePolicy::Expanding));
    check();
}

void BundleFields::addSetting(const Setting &setting, const QStringList &defaults)
{
    Field field = makeField(setting, defaults);
    const QString name = setting.required ? tr("%1, required").arg(setting.title) : setting.title;
    field.widget->setObjectName(QStringLiteral("setting-") + setting.key);
    field.widget->setAccessibleName(name);
    field.widget->setAccessibleDescription(setting.description);
    // Without a buddy: an “&” in a title is text.
    m_form->addRow(wrapped(ColorRole::Normal, this), field.widget);
    qobject_cast<ColorLabel *>(m_form->labelForField(field.widget))->setText(name);
    if (!setting.description.isEmpty()) {
        ColorLabel *description = wrapped(ColorRole::Muted, this);
        description->setText(setting.description);
        m_form->addRow(QString(), description);
    }
    field.problem = wrapped(ColorRole::Error, this);
    m_form->addRow(QString(), field.problem);
    m_fields.push_back(std::move(field));
}

BundleFields::Field BundleFields::makeField(const Setting &setting, const QStringList &defaults)
{
    const auto changes = [this] {
        check();
        Q_EMIT changed();
    };
    if (setting.multiple) {
        auto *list = new StringListEdit(setting.title, this);
        list->setStrings(defaults);
        connect(list, &StringListEdit::changed, this, changes);
        return {setting, list, nullptr, [list] { return list->strings(); }};
    }
    const QString text = defaults.value(0);
    if (setting.type == Setting::Type::Boolean) {
        auto *box = new QCheckBox(tr("on"), this);
        box->setChecked(text == QLatin1String("true"));
        connect(box, &QCheckBox::toggled, this, changes);
        return {setting, box, nullptr, [box] {
                    return QStringList{
                        box->isChecked() ? QStringLiteral("true") : QStringLiteral("false")};
                }};
    }
    if (setting.type == Setting::Type::Directory || setting.type == Setting::Type::File) {
        auto *path = new PathField(
            setting.type == Setting::Type::File ? PathField::Kind::File : PathField::Kind::Folder,
            setting.title, this);
        path->setText(text);
        connect(path, &PathField::changed, this, changes);
        return {setting, path, nullptr, [path] { return QStringList{path->text()}; }};
    }
    auto *edit = new QLineEdit(text, this);
    if (setting.sensitive)
        edit->setEchoMode(QLineEdit::Password);
    connect(edit, &QLineEdit::textChanged, this, changes);
    return {setting, edit, nullptr, [edit] { return QStringList{edit->text()}; }};
}

bundle::Values BundleFields::values() const
{
    bundle::Values values;
    for (const Field &field : m_fields)
        values[field.setting.key] = secretsOf(field.texts());
    return values;
}

Result<config::PastedServers> BundleFields::server()
{
    Result<config::PastedServers> server =
        bundle::serverOf(m_bundle->manifest, m_bundle->places, values());
    const QString notes = server ? server->notes.join(QLatin1Char('\n')) : server.error().sentence;
    m_notes->setText(notes);
    m_notes->setVisible(!notes.isEmpty());
    return server;
}

int BundleFields::problemCount() const
{
    return int(std::count_if(m_fields.begin(), m_fields.end(),
        [](const Field &field) { return !field.problem->text().isEmpty(); }));
}

QWidget *BundleFields::firstProblem() const
{
    const auto found = std::find_if(m_fields.begin(), m_fields.end(),
        [](const Field &field) { return !field.problem->text().isEmpty(); });
    return found == m_fields.end() ? nullptr : found->widget;
}

void BundleFields::focusFirst()
{
    if (QWidget *first = firstProblem())
        first->setFocus();
    else if (!m_fields.empty())
        m_fields.front().widget->setFocus();
}

void BundleFields::check()
{
    for (Field &field : m_fields) {
        if (!field.problem)
            continue;
        const QStringList texts = field.texts();
        const bool isEmpty = std::all_of(
            texts.begin(), texts.end(), [](const QString &text) { return text.isEmpty(); });
        field.wasFilled |= !isEmpty;
        // A required setting that was never filled in is no error yet.
        field.problem->setColorRole(field.wasFilled ? ColorRole::Error : ColorRole::Muted);
        field.problem->setText(bundle::checkValues(field.setting, secretsOf(texts)));
        m_form->setRowVisible(field.problem, !field.problem->text().isEmpty());
    }
}

} // namespace sonde::widgets
