// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/settings/appearancepage.h"

#include "look/theme/textsize.h"
#include "look/theme/theme.h"
#include "widgets/settings/actionchoice.h"

#include <QAction>
#include <QCheckBox>

namespace sonde::widgets {

AppearancePage::AppearancePage(const Actions &actions, QWidget *parent)
    : SettingsForm(tr("Appearance"), "appearance", parent)
    , m_comfortable(actions.comfortable)
    , m_reducedMotion(actions.reducedMotion)
    , m_theme(new ActionChoice(actions.theme, this))
    , m_language(new ActionChoice(actions.language, this))
    , m_textSize(new ActionChoice(actions.textSize, this))
{
    m_theme->setObjectName(QStringLiteral("themeChoice"));
    m_language->setObjectName(QStringLiteral("languageChoice"));
    m_textSize->setObjectName(QStringLiteral("textSizeChoice"));
    addRow(tr("&Theme"), m_theme,
        tr("The colours. The system theme follows the desktop, with its high contrast."));
    addRow(tr("&Language"), m_language,
        tr("Of the windows and of the help. The window opens again; servers stay connected."));
    addRow(tr("Te&xt size"), m_textSize,
        tr("In percent of the size that the desktop sets. The window opens again; servers stay "
           "connected."));
    addSwitch(m_comfortable, "comfortableSwitch", tr("&Comfortable rows"),
        tr("Makes the rows of lists and tables higher."));
    addSwitch(m_reducedMotion, "motionSwitch", tr("Reduced &motion"),
        tr("Nothing turns or blinks: neither the sign of what is pending nor the text cursor."));
    addRestoreButton();
}

QCheckBox *AppearancePage::addSwitch(
    QAction &action, const char *name, const QString &text, const QString &explanation)
{
    auto *box = new QCheckBox(text, this);
    box->setObjectName(QLatin1String(name));
    box->setChecked(action.isChecked());
    connect(box, &QCheckBox::clicked, &action, &QAction::trigger);
    connect(&action, &QAction::toggled, box, &QCheckBox::setChecked);
    addRow(box, explanation);
    return box;
}

// What opens the window again comes last.
void AppearancePage::restoreDefaults()
{
    for (QAction *action : {&m_comfortable, &m_reducedMotion}) {
        if (action->isChecked())
            action->trigger();
    }
    m_theme->choose(int(look::ThemeChoice::System));
    m_textSize->choose(look::kDesktopTextSize);
    m_language->choose(QString());
}

} // namespace sonde::widgets
