// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/onlyserverbutton.h"

#include "look/controls/plaintooltip.h"

#include <QAction>
#include <QMenu>
#include <QTextDocument>

namespace sonde::widgets {

namespace {
constexpr int kNameChars = 16; // of a server on the button
} // namespace

OnlyServerButton::OnlyServerButton(QWidget *parent)
    : QToolButton(parent)
    , m_follow(new QAction(tr("Always show only the selected server"), this))
{
    setObjectName(QStringLiteral("onlyServer"));
    setCheckable(true);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setPopupMode(QToolButton::MenuButtonPopup);
    m_follow->setCheckable(true);
    auto *menu = new QMenu(this);
    menu->addAction(m_follow);
    setMenu(menu);
    setSelected({});
    connect(this, &QToolButton::clicked, this,
        [this](bool only) { Q_EMIT serverRequested(only ? m_selected : QString()); });
    connect(m_follow, &QAction::toggled, this, [this](bool follows) {
        if (follows && !m_selected.isEmpty())
            Q_EMIT serverRequested(m_selected);
    });
    connect(m_follow, &QAction::triggered, this, &OnlyServerButton::followsChanged);
}

void OnlyServerButton::setSelected(const QString &server)
{
    const bool isOther = server != m_selected;
    m_selected = server;
    const QString name = fontMetrics().elidedText(
        server, Qt::ElideMiddle, fontMetrics().averageCharWidth() * kNameChars);
    setText(server.isEmpty() ? tr("Only selected")
                             : tr("Only %1").arg(name).replace(u'&', QLatin1String("&&")));
    look::setPlainToolTip(*this,
        server.isEmpty() ? QString()
                         : tr("Show only the messages of %1, the selected server").arg(server));
    setAccessibleName(tr("Only the selected server"));
    if (isOther && follows() && !server.isEmpty())
        Q_EMIT serverRequested(server);
}

void OnlyServerButton::setShown(const QString &server)
{
    setChecked(!server.isEmpty() && server == m_selected);
}

bool OnlyServerButton::follows() const
{
    return m_follow->isChecked();
}

void OnlyServerButton::setFollows(bool follows)
{
    m_follow->setChecked(follows);
}

} // namespace sonde::widgets
