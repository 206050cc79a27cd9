// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/pasterow.h"

#include "bundle/bundlestore.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/plaintooltip.h"
#include "paste/pastedtext.h"
#include "widgets/kit/field/pastefield.h"

#include <QComboBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using models::ColorRole;

namespace {
constexpr int kChoiceChars = 12;
} // namespace

PasteRow::PasteRow(QWidget *parent)
    : QWidget(parent)
    , m_paste(new PasteField(this))
    , m_choice(new QComboBox(this))
    , m_notes(new look::ColorLabel(ColorRole::Muted, this))
{
    m_notes->setWordWrap(true);
    m_notes->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(3, 3, 0, 3); // room for the focus ring
    layout->setSpacing(4);
    layout->addLayout(makeFields());
    layout->addWidget(m_notes);
    look::passFocus(*this, *m_paste);
}

QLayout *PasteRow::makeFields()
{
    m_paste->setObjectName(QStringLiteral("paste"));
    m_paste->setAccessibleName(tr("Paste a command line, a URL or the configuration of a host"));
    m_paste->setPlaceholderText(tr("a command line, a URL or the configuration of a host"));
    look::setPlainToolTip(*m_paste,
        tr("Fills the fields below: npx -y @example/server --root \"My files\", "
           "https://example.org/mcp, or the JSON, TOML or YAML of a host: {\"mcpServers\": …}"));
    auto *parse = new QPushButton(tr("Parse"), this);
    parse->setObjectName(QStringLiteral("parse"));
    parse->setAutoDefault(false);
    connect(parse, &QPushButton::clicked, this, [this] { apply(m_paste->text()); });
    connect(m_paste, &PasteField::entered, this, &PasteRow::enter);
    connect(m_paste, &PasteField::pasted, this, &PasteRow::apply);
    m_choice->setObjectName(QStringLiteral("pasted"));
    m_choice->setAccessibleName(tr("Pasted server to edit"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(kChoiceChars);
    m_choice->hide();
    connect(m_choice, &QComboBox::activated, this, &PasteRow::choose);
    auto *fields = new QHBoxLayout;
    fields->setSpacing(8);
    fields->addWidget(m_paste, 1);
    fields->addWidget(parse);
    fields->addWidget(m_choice);
    return fields;
}

// The first Return fills the fields, the second one takes them.
bool PasteRow::isEmpty() const
{
    return m_paste->text().isEmpty();
}

void PasteRow::enter()
{
    if (!m_profiles.empty() && m_paste->text() == m_applied)
        Q_EMIT saveRequested();
    else
        apply(m_paste->text());
}

void PasteRow::choose(int index)
{
    if (index >= 0 && index < int(m_profiles.size()))
        Q_EMIT chosen(m_profiles[std::size_t(index)]);
}

void PasteRow::apply(const QString &text)
{
    if (const QString bundle = bundle::pastedBundlePath(text); !bundle.isEmpty()) {
        Q_EMIT bundlePasted(bundle);
        return;
    }
    const auto servers = paste::readPastedServers(text, config::HostVariables::ofThisProcess({}));
    if (servers.ok()) {
        setServers(*servers);
        m_applied = text;
        return;
    }
    m_profiles.clear();
    m_choice->hide();
    showNotes(ColorRole::Error, servers.error().sentence);
}

void PasteRow::setServers(const config::PastedServers &servers)
{
    m_profiles = servers.profiles;
    const int count = int(m_profiles.size());
    m_choice->clear();
    for (const config::Profile &profile : m_profiles)
        m_choice->addItem(profile.name);
    m_choice->setVisible(count > 1);
    QStringList notes = servers.notes;
    if (count > 1)
        notes.prepend(tr("The pasted text describes %1 servers; this is the first. Choose another "
                         "one beside “Parse”.")
                          .arg(count));
    showNotes(ColorRole::Muted, notes.join(QLatin1Char('\n')));
    choose(0);
}

void PasteRow::showNotes(ColorRole tone, const QString &text)
{
    m_notes->setColorRole(tone);
    m_notes->setText(text);
    m_notes->setVisible(!text.isEmpty());
}

} // namespace sonde::widgets
