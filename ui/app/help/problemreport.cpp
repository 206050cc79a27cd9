// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/help/problemreport.h"

#include "app/window/statusline.h"
#include "app/workspace/workspace.h"
#include "look/controls/clipboard.h"
#include "look/painting/iconengine.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "session/connection/failure.h"
#include "setup/clientconfig.h"

#include <QDir>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSysInfo>
#include <QVBoxLayout>

namespace sonde::app {

namespace {

constexpr QSize kSize(720, 520);
constexpr std::size_t kMaxServers{50};
constexpr qsizetype kFewestSecretChars = 3; // a shorter value would redact ordinary text

QStringList system(const QWidget &window)
{
    return {ProblemReport::tr("Sonde %1").arg(QStringLiteral(SONDE_VERSION)),
        QStringLiteral("Qt %1").arg(QLatin1String(qVersion())),
        QSysInfo::prettyProductName() % u' ' % QSysInfo::currentCpuArchitecture(),
        QStringLiteral("%1 · %2").arg(QSysInfo::kernelType(), QSysInfo::kernelVersion()),
        QStringLiteral("%1 · %2 × · %3 × %4")
            .arg(QGuiApplication::platformName())
            .arg(window.devicePixelRatioF())
            .arg(window.width())
            .arg(window.height())};
}

// Without the name, the address and the command, which may say more than the user wants to tell.
QStringList servers(const Workspace &workspace)
{
    QStringList lines;
    for (const config::Profile &profile : workspace.profiles().profiles()) {
        if (std::size_t(lines.size()) == kMaxServers)
            break;
        const mcp::Client *client = workspace.client(profile.name);
        lines << ProblemReport::tr("Server %1: %2 · %3")
                     .arg(lines.size() + 1)
                     .arg(transportText(client, setup::endpointOf(profile)), stateText(client));
    }
    return lines;
}

void redact(QString &text, const QString &secret)
{
    if (secret.size() >= kFewestSecretChars)
        text.replace(secret, ProblemReport::tr("(redacted)"));
}

void redactSecrets(QString &text, const config::Profile &profile)
{
    for (const QString &value : profile.givenValues())
        redact(text, value);
}

} // namespace

ProblemReport::ProblemReport(const QString &text, QWidget *parent)
    : SecondaryWindow(parent)
    , m_text(new QPlainTextEdit(text, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("problemReport"));
    setWindowTitle(tr("Report a problem"));
    look::setFirstSize(this, kSize);
    auto *note =
        new QLabel(tr("Add what you did, what you expected and what happened, and copy the "
                      "text into your report. An exported trace helps. Secrets are "
                      "redacted; Sonde sends nothing."),
            this);
    note->setTextFormat(Qt::PlainText);
    note->setWordWrap(true);
    m_text->setFont(look::fixedFont());
    m_text->setAccessibleName(tr("Report"));
    m_text->setTabChangesFocus(true);
    auto *copy = new QPushButton(look::icon("copy"), tr("&Copy report"), this);
    copy->setObjectName(QStringLiteral("copyReport"));
    connect(copy, &QPushButton::clicked, this,
        [this] { look::copyToClipboard(m_text->toPlainText()); });
    auto *close = new QPushButton(tr("Close"), this);
    connect(close, &QPushButton::clicked, this, &QWidget::close);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(close);
    buttons->addWidget(copy);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(note);
    layout->addWidget(m_text, 1);
    layout->addLayout(buttons);
    m_text->setFocus();
}

QString ProblemReport::textOf(Workspace &workspace, const QString &warning, const QWidget &window)
{
    QStringList parts{system(window).join(u'\n')};
    if (const QStringList all = servers(workspace); !all.isEmpty())
        parts << all.join(u'\n');
    if (!warning.isEmpty())
        parts << tr("Last warning: %1").arg(warning);
    const mcp::Client *client = workspace.currentClient();
    if (client && client->state() == mcp::ClientState::Failed)
        parts << session::Failure::of(*client).report();
    parts << tr("What I did:\n\nWhat I expected:\n\nWhat happened:\n");
    QString text = parts.join(QStringLiteral("\n\n"));
    for (const config::Profile &profile : workspace.profiles().profiles())
        redactSecrets(text, profile);
    if (const QString home = QDir::homePath(); home.size() > 1)
        text.replace(home, QStringLiteral("~"));
    return text;
}

} // namespace sonde::app
