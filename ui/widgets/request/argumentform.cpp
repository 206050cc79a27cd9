// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/argumentform.h"

#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"
#include "session/catalog/completionsource.h"
#include "widgets/request/completingfield.h"

#include <QGridLayout>
#include <QScopedValueRollback>
#include <QToolButton>

#include <algorithm>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr int kMaxLabelShare = 3; // the labels take at most a third of the width
constexpr qsizetype kMaxHint = 500;

} // namespace

ArgumentForm::ArgumentForm(QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
    , m_first(new QWidget(this))
{
    m_first->hide();
    m_grid->setContentsMargins(3, 3, 3, 3); // room for the focus ring
    m_grid->setHorizontalSpacing(6);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(1, 1);
}

void ArgumentForm::setArguments(
    const std::vector<Argument> &arguments, session::CompletionSource *source)
{
    m_rows.clear();
    while (QLayoutItem *item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_cut = arguments.size() > kMaxArguments;
    for (std::size_t i = 0; i < std::min(arguments.size(), kMaxArguments); ++i)
        addRow(arguments[i], source);
    // New widgets come behind everything in the window otherwise.
    m_first->setFocusPolicy(Qt::TabFocus); // QWidget::setTabOrder() ignores what takes no focus
    QWidget *last = m_first;
    for (const Row &row : m_rows) {
        setTabOrder(last, row.field);
        setTabOrder(row.field, row.empty);
        last = row.empty;
    }
    m_first->setFocusPolicy(Qt::NoFocus);
    setVisible(!m_rows.empty());
}

void ArgumentForm::addRow(const Argument &argument, session::CompletionSource *source)
{
    const int line = int(m_rows.size()) * 2;
    auto *label = new ColorLabel(
        argument.required ? QString(argument.name % QStringLiteral(" *")) : argument.name,
        ColorRole::Normal, this);
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    label->setMaximumWidth(std::max(80, width() / kMaxLabelShare));
    Row row{argument, new CompletingField(this), new QToolButton(this),
        new ColorLabel(ColorRole::Muted, this)};
    row.field->setSource(source, argument.name);
    const QString name = argument.title.isEmpty()
        ? argument.name
        : QString(argument.title % QStringLiteral(", ") % argument.name);
    row.field->setAccessibleName(argument.required ? tr("%1, required").arg(name) : name);
    label->setBuddy(row.field);
    row.empty->setText(QStringLiteral("\"\""));
    row.empty->setCheckable(true);
    row.empty->setFocusPolicy(Qt::TabFocus);
    row.empty->setToolTip(tr("Send an empty string"));
    row.empty->setAccessibleName(tr("Send an empty string as %1").arg(argument.name));
    row.hint->setFont(look::smallFont());
    row.hint->setWordWrap(true);
    row.hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_grid->addWidget(label, line, 0);
    m_grid->addWidget(row.field, line, 1);
    m_grid->addWidget(row.empty, line, 2);
    m_grid->addWidget(row.hint, line + 1, 1, 1, 2);
    m_rows.push_back(row);
    refreshRow(row);

    const auto changed = [this, row] {
        refreshRow(row);
        if (!m_filling)
            Q_EMIT edited();
    };
    connect(row.field, &QLineEdit::textChanged, this, changed);
    connect(row.empty, &QToolButton::toggled, this, changed);
    connect(row.field, &CompletingField::problemChanged, this, [this, row] { refreshRow(row); });
    connect(row.field, &QLineEdit::returnPressed, this, &ArgumentForm::submitted);
}

// Under the field: what the server says of the argument, and what went wrong with its proposals.
void ArgumentForm::refreshRow(const Row &row)
{
    const bool none = row.field->text().isEmpty();
    row.empty->setEnabled(none);
    row.field->setPlaceholderText(row.empty->isChecked() ? tr("empty string") : tr("not sent"));
    QStringList hints;
    if (!row.argument.title.isEmpty() && row.argument.title != row.argument.name)
        hints += row.argument.title;
    if (!row.argument.description.isEmpty())
        hints += row.argument.description.left(kMaxHint).simplified();
    QString hint = hints.join(QStringLiteral(": "));
    if (row.argument.required && none && !row.empty->isChecked())
        hint = hint.isEmpty() ? tr("required") : QString(tr("required") % u" · " % hint);
    if (!row.field->problem().isEmpty())
        hint += (hint.isEmpty() ? QString() : QStringLiteral("\n"))
            % tr("No suggestions: %1").arg(row.field->problem().left(kMaxHint));
    row.hint->setText(hint);
    row.hint->setVisible(!hint.isEmpty());
}

mcp::FilledIn ArgumentForm::values() const
{
    mcp::FilledIn values;
    for (const Row &row : m_rows) {
        if (!row.field->text().isEmpty() || row.empty->isChecked())
            values.emplace_back(row.argument.name, row.field->text());
    }
    return values;
}

void ArgumentForm::setValues(const mcp::FilledIn &values)
{
    const QScopedValueRollback filling(m_filling, true);
    for (const Row &row : m_rows) {
        const auto found = std::find_if(values.begin(), values.end(),
            [&](const auto &value) { return value.first == row.argument.name; });
        row.field->setText(found == values.end() ? QString() : found->second);
        row.empty->setChecked(found != values.end() && found->second.isEmpty());
    }
}

QStringList ArgumentForm::missing() const
{
    QStringList names;
    for (const Row &row : m_rows) {
        if (row.argument.required && row.field->text().isEmpty() && !row.empty->isChecked())
            names += row.argument.name;
    }
    return names;
}

CompletingField *ArgumentForm::field(const QString &name) const
{
    const auto found = std::find_if(
        m_rows.begin(), m_rows.end(), [&](const Row &row) { return row.argument.name == name; });
    return found == m_rows.end() ? nullptr : found->field;
}

void ArgumentForm::focusFirst(bool missing)
{
    const QStringList names = this->missing();
    for (const Row &row : m_rows) {
        if (missing && !names.contains(row.argument.name))
            continue;
        row.field->setFocus(Qt::OtherFocusReason);
        return;
    }
}

} // namespace sonde::widgets
