// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/settings/storagepage.h"

#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"
#include "widgets/kit/field/boundedspin.h"

#include <QDir>
#include <QPushButton>
#include <QScopedValueRollback>

#include <algorithm>

namespace sonde::widgets {

namespace {

constexpr int kMostDays = 3650;
constexpr int kLeastSize = 10;
constexpr int kMostSize = 1'000'000;
constexpr qint64 kMebibyte = 1 << 20;

} // namespace

StoragePage::StoragePage(models::Settings settings, Places places, QWidget *parent)
    : SettingsForm(tr("Storage"), "storage", parent)
    , m_settings(settings)
    , m_places(std::move(places))
    , m_keychain(addFact(tr("Secrets"),
          tr("Tokens, client secrets, secret headers and variables are stored in the keychain of "
             "the desktop only, never in a file.")))
    , m_days(new BoundedSpin(this))
    , m_size(new BoundedSpin(this))
{
    m_keychain->setObjectName(QStringLiteral("keychainState"));
    addFolder(tr("Recordings"), m_places.sessions, "openSessionsFolder",
        tr("One session file for each start of Sonde. Recordings of taps are here, too."));
    m_days->setObjectName(QStringLiteral("keepDays"));
    m_days->setRange(1, kMostDays);
    m_days->setSuffix(tr(" days"));
    m_size->setObjectName(QStringLiteral("keepSize"));
    m_size->setRange(kLeastSize, kMostSize);
    m_size->setSuffix(tr(" MiB"));
    for (BoundedSpin *spin : {m_days, m_size}) {
        spin->setKeyboardTracking(false); // 15 is no 1 on its way
        spin->sayBoundBelow();
    }
    addRow(tr("&Keep recordings for"), m_days,
        tr("Older recordings in this folder are deleted at the start of Sonde. Sessions that you "
           "save elsewhere are never deleted."));
    addRow(tr("Keep &at most"), m_size,
        tr("Of recordings that are together larger, the oldest are deleted at the start of "
           "Sonde."));
    addFolder(tr("Servers and settings"), m_places.settings, "openSettingsFolder",
        tr("The list of your servers without their secrets, these settings, and the shortcuts."));
    show(m_settings.keepDays(m_places.keepDays), m_settings.keepBytes(m_places.keepBytes));
    connect(m_days, &QSpinBox::valueChanged, this, [this](int days) {
        if (!m_isFilling)
            m_settings.setKeepDays(days);
    });
    connect(m_size, &QSpinBox::valueChanged, this, [this](int size) {
        if (!m_isFilling)
            m_settings.setKeepBytes(size * kMebibyte);
    });
    addRestoreButton();
}

void StoragePage::addFolder(
    const QString &label, const QString &folder, const char *name, const QString &explanation)
{
    auto *open = new QPushButton(look::icon("folder"), tr("Open folder"), this);
    open->setObjectName(QLatin1String(name));
    open->setAccessibleName(tr("Open folder: %1").arg(label));
    connect(open, &QPushButton::clicked, this, [this, folder] { Q_EMIT openRequested(folder); });
    addFact(label, explanation, open)->setText(QDir::toNativeSeparators(folder));
}

void StoragePage::setKeychain(bool works, const QString &problem)
{
    m_keychain->setColorRole(works ? models::ColorRole::Normal : models::ColorRole::Warn);
    m_keychain->setSign(works ? models::Sign::None : models::Sign::ToolError);
    if (works)
        m_keychain->setText(tr("In the keychain of the desktop"));
    else if (problem.isEmpty())
        m_keychain->setText(tr("In memory for this run only: there is no keychain"));
    else
        m_keychain->setText(tr("In memory for this run only: %1").arg(problem));
}

void StoragePage::show(int days, qint64 bytes)
{
    const QScopedValueRollback filling(m_isFilling, true);
    m_days->setValue(days);
    m_size->setValue(int(std::clamp(bytes / kMebibyte, qint64(kLeastSize), qint64(kMostSize))));
}

void StoragePage::restoreDefaults()
{
    show(m_places.keepDays, m_places.keepBytes);
    m_settings.setKeepDays(m_places.keepDays);
    m_settings.setKeepBytes(m_places.keepBytes);
}

} // namespace sonde::widgets
