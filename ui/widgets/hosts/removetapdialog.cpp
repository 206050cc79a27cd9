// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/hosts/removetapdialog.h"

#include "look/controls/inlinemessage.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "widgets/hosts/tapplanpane.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QStringBuilder>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

namespace {

constexpr QSize kFirstSize(760, 520);

// "atlas · Claude Code · ~/.claude.json · /home/ada/src/atlas"
QString placeText(const models::ChosenEntry &chosen)
{
    const QString separator = QStringLiteral(" · ");
    QString text = chosen.entry().name % separator % chosen.file->found.host->name % separator
        % models::shortPath(chosen.file->found.path);
    if (!chosen.entry().project.isEmpty())
        text += separator % models::shortPath(chosen.entry().project);
    return text;
}

} // namespace

RemoveTapDialog::RemoveTapDialog(
    const session::HostStore::Setup &setup, models::SoughtTap tap, QWidget *parent)
    : QDialog(parent)
    , m_tap(std::move(tap))
    , m_store(setup)
    , m_sentence(new QLabel(this))
    , m_choice(new QComboBox(this))
    , m_plan(new TapPlanPane(this))
    , m_refusal(new look::InlineMessage(this))
    , m_remove(new QPushButton(look::icon("tap-off"), tr("Re&move tap"), this))
{
    setObjectName(QStringLiteral("removeTapDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Remove tap"));
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_choice->setAccessibleName(tr("Entry whose tap is removed"));
    m_remove->setObjectName(QStringLiteral("confirmRemoveTap"));
    m_remove->setEnabled(false);
    m_refusal->hide();
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(m_remove, QDialogButtonBox::ActionRole);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(2 * look::metrics().unit);
    layout->addWidget(m_sentence);
    layout->addWidget(m_choice);
    layout->addWidget(m_plan, 1);
    layout->addWidget(m_refusal);
    layout->addWidget(buttons);
    resize(kFirstSize);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_choice, &QComboBox::currentIndexChanged, this, [this](int row) {
        m_refusal->hide(); // of the entry before
        choose(row);
    });
    connect(m_remove, &QPushButton::clicked, this, [this] {
        m_refusal->hide();
        m_store.perform(m_store.plan());
    });
    connect(&m_store, &session::HostStore::filesRead, this, &RemoveTapDialog::showEntries);
    connect(&m_store, &session::HostStore::planned, this, &RemoveTapDialog::showPlan);
    connect(&m_store, &session::HostStore::refused, m_refusal, [this](const QString &why) {
        m_refusal->showMessage(look::InlineMessage::Kind::Error, why);
    });
    connect(&m_store, &session::HostStore::succeeded, this, [this](const QString &sentence) {
        Q_EMIT succeeded(sentence);
        accept();
    });
    m_choice->hide();
    m_plan->hide();
    m_sentence->setText(tr("Looking for the tap in the files of the hosts…"));
    m_store.read();
}

QString RemoveTapDialog::sentence() const
{
    return m_sentence->text();
}

// The files may be read again while the dialog is open.
void RemoveTapDialog::showEntries()
{
    const QString before = m_choice->currentText();
    m_files = m_store.files();
    m_entries = models::tappedEntries(*m_files, m_tap);
    const bool isFound = !m_entries.empty();
    m_choice->blockSignals(true);
    m_choice->clear();
    for (const models::ChosenEntry &one : m_entries)
        m_choice->addItem(placeText(one));
    m_choice->setCurrentIndex(isFound ? std::max(0, m_choice->findText(before)) : -1);
    m_choice->blockSignals(false);
    m_choice->setVisible(m_entries.size() > 1);
    m_plan->setVisible(isFound);
    if (!isFound)
        m_sentence->setText(models::whyNoEntry(*m_files, m_tap));
    choose(m_choice->currentIndex());
}

void RemoveTapDialog::choose(int row)
{
    m_remove->setEnabled(false);
    if (row >= 0) {
        const models::ChosenEntry &one = m_entries[std::size_t(row)];
        m_sentence->setText(tr("Remove the tap of “%1” from %2, a configuration file of %3?")
                                .arg(one.entry().name, models::shortPath(one.file->found.path),
                                    QString(one.file->found.host->name)));
    }
    m_store.plan(row < 0 ? models::ChosenEntry() : m_entries[std::size_t(row)]);
}

void RemoveTapDialog::showPlan()
{
    const models::TapPlan &plan = m_store.plan();
    m_plan->showPlan(plan);
    m_remove->setEnabled(plan.isPossible() && plan.removes);
    m_remove->setDefault(m_remove->isEnabled());
    if (m_remove->isEnabled() && !m_choice->hasFocus())
        m_remove->setFocus(); // it lost the focus when it was disabled
}

} // namespace sonde::widgets
