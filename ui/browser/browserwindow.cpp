// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "browser/browserwindow.h"

#include "browser/addressbar.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "wire/http/privateaddress.h"

#include <QAction>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWebEngineHistory>
#include <QWebEngineView>

namespace sonde::browser {

using look::ColorLabel;
using look::InlineMessage;
using models::ColorRole;

namespace {

constexpr QSize kSize(900, 720);
constexpr QSize kPopUpSize(640, 560);
constexpr QSize kSmallest(420, 320);
constexpr int kAborted = -3; // of Chromium's net errors: somebody has stopped it
constexpr int kHttpFailure = 400;

struct Safety {
    const char *icon;
    ColorRole tone;
    QString words;
};

Safety safetyOf(const QUrl &url)
{
    if (url.scheme() == QLatin1String("https"))
        return {"lock", ColorRole::Ok, BrowserWindow::tr("Encrypted with a valid certificate")};
    if (url.scheme() == QLatin1String("http") && wire::isLoopbackHost(url.host()))
        return {"process", ColorRole::Muted, BrowserWindow::tr("Not encrypted, on this machine")};
    if (url.scheme() == QLatin1String("http"))
        return {"warning", ColorRole::Warn,
            BrowserWindow::tr("Not encrypted: others can read the page")};
    return {"globe", ColorRole::Muted, BrowserWindow::tr("No page")};
}

} // namespace

BrowserWindow::BrowserWindow(
    QWebEngineProfile *profile, const auth::PageRules &rules, int number, const QString &title)
    : m_number(number)
    , m_page(new BrowserPage(profile, rules, this))
    , m_view(new QWebEngineView(m_page, this))
    , m_address(new AddressBar(this))
    , m_lock(new QLabel(this))
    , m_safety(new ColorLabel(ColorRole::Muted, this))
    , m_message(new InlineMessage(this))
    , m_state(new ColorLabel(ColorRole::Muted, this))
{
    setWindowTitle(tr("Authorization of %1").arg(title));
    setWindowIcon(look::applicationIcon());
    setMinimumSize(kSmallest);
    resize(number == 0 ? kSize : kPopUpSize);
    build(title);
    follow();
    showSafety({});
    setLoading(false);
    m_view->setFocus();
}

void BrowserWindow::build(const QString &title)
{
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    for (const auto action : {QWebEnginePage::Cut, QWebEnginePage::Copy, QWebEnginePage::Paste,
             QWebEnginePage::SelectAll})
        m_view->addAction(m_page->action(action));
    m_safety->setObjectName(QStringLiteral("safety"));
    m_state->setObjectName(QStringLiteral("state"));
    m_message->setObjectName(QStringLiteral("message"));
    const look::Metrics &m = look::metrics();

    auto *first = new QHBoxLayout;
    first->setContentsMargins(m.margin, m.unit, m.margin, 0);
    first->setSpacing(m.gap);
    first->addLayout(makeTools());
    first->addWidget(m_address, 1);

    auto *elsewhere =
        new QPushButton(look::icon("globe"), tr("Open in the &system browser instead"), this);
    elsewhere->setObjectName(QStringLiteral("elsewhere"));
    connect(elsewhere, &QPushButton::clicked, this, &BrowserWindow::elsewhereRequested);
    auto *cancel = new QPushButton(look::icon("cancel"),
        m_number == 0 ? tr("&Cancel the authorization") : tr("&Close this window"), this);
    cancel->setObjectName(QStringLiteral("cancel"));
    connect(cancel, &QPushButton::clicked, this, &QWidget::close);
    auto *what = new ColorLabel(
        m_number == 0 ? tr("Authorization of %1").arg(title) : tr("Opened by the page"),
        ColorRole::Normal, this);
    auto *second = new QHBoxLayout;
    second->setContentsMargins(m.margin, m.unit, m.margin, m.unit);
    second->setSpacing(m.gap);
    second->addWidget(m_lock);
    second->addWidget(m_safety);
    second->addSpacing(m.margin);
    second->addWidget(what, 1);
    second->addWidget(elsewhere);
    second->addWidget(cancel);

    auto *last = new QHBoxLayout;
    last->setContentsMargins(m.margin, m.unit, m.margin, m.unit);
    last->addWidget(m_state, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(first);
    layout->addLayout(second);
    layout->addWidget(m_message);
    layout->addWidget(m_view, 1);
    layout->addLayout(last);
}

QLayout *BrowserWindow::makeTools()
{
    auto *tools = new QHBoxLayout;
    tools->setSpacing(0);
    const auto add = [&](const char *icon, const QString &text, const QKeySequence &key,
                         QWebEnginePage::WebAction does) {
        auto *const action = new QAction(look::icon(icon), text, this);
        auto *const button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        tools->addWidget(button);
        action->setShortcut(key);
        action->setToolTip(
            QStringLiteral("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
        connect(action, &QAction::triggered, m_page, [this, does] { m_page->triggerAction(does); });
        return action;
    };
    m_back = add("left", tr("Back"), QKeySequence(Qt::ALT | Qt::Key_Left), QWebEnginePage::Back);
    m_reload = add("restart", tr("Reload"), QKeySequence(Qt::Key_F5), QWebEnginePage::Reload);
    m_stop = add("stop", tr("Stop loading"), QKeySequence(Qt::Key_Escape), QWebEnginePage::Stop);
    const auto press = [this](const QKeySequence &key, auto does) {
        connect(new QShortcut(key, this), &QShortcut::activated, this, does);
    };
    press(QKeySequence(Qt::CTRL | Qt::Key_L), [this] {
        m_address->setFocus(Qt::ShortcutFocusReason);
        m_address->selectAll();
    });
    press(QKeySequence(Qt::CTRL | Qt::Key_R), [this] { m_reload->trigger(); });
    press(QKeySequence(Qt::CTRL | Qt::Key_W), [this] { close(); });
    return tools;
}

void BrowserWindow::follow()
{
    connect(m_page, &QWebEnginePage::urlChanged, this, [this](const QUrl &url) {
        m_address->setUrl(url);
        showSafety(url);
        m_back->setEnabled(m_page->history()->canGoBack());
    });
    connect(m_page, &QWebEnginePage::loadingChanged, this, &BrowserWindow::showLoading);
    connect(m_page, &QWebEnginePage::loadProgress, this, [this](int percent) {
        if (m_page->isLoading() && !m_refused)
            say(tr("Loading %1 … %2 %").arg(m_page->requestedUrl().host()).arg(percent));
    });
    // Not the page's own words: where a link leads.
    connect(m_page, &QWebEnginePage::linkHovered, this, [this](const QString &url) {
        m_state->setText(url.isEmpty() ? m_said : auth::shownAddress(QUrl(url)));
    });
    connect(m_page, &QWebEnginePage::renderProcessTerminated, this, &BrowserWindow::showCrash);
    connect(m_page, &QWebEnginePage::windowCloseRequested, this, [this] {
        if (m_number != 0) // the first one is the person's to close
            close();
    });
    connect(m_message, &InlineMessage::buttonClicked, this, [this] {
        m_message->hide();
        m_reload->trigger();
    });
}

void BrowserWindow::showLoading(const QWebEngineLoadingInfo &info)
{
    using Info = QWebEngineLoadingInfo;
    if (info.status() == Info::LoadStartedStatus) {
        m_message->hide();
        m_refused = false;
        return setLoading(true);
    }
    setLoading(false);
    if (info.status() == Info::LoadFailedStatus)
        return showFailure(info);
    if (info.status() != Info::LoadSucceededStatus)
        return sayEnd(tr("Stopped."));
    sayEnd(tr("Loaded."));
    Q_EMIT loaded(info.url(), 0, info.url().scheme() == QLatin1String("https"), {});
}

void BrowserWindow::sayEnd(const QString &end)
{
    if (!m_refused) // which says more
        say(end);
}

void BrowserWindow::showFailure(const QWebEngineLoadingInfo &info)
{
    using Info = QWebEngineLoadingInfo;
    if (info.errorCode() == kAborted)
        return sayEnd(tr("Stopped."));
    const bool isResponse =
        info.errorDomain() == Info::HttpStatusCodeDomain && info.errorCode() >= kHttpFailure;
    const QString problem = isResponse
        ? tr("The server responded with status %1.").arg(info.errorCode())
        : tr("Cannot load the page: %1.").arg(info.errorString());
    say(problem);
    if (m_message->isHidden()) // what was refused says more
        m_message->showMessage(
            isResponse ? InlineMessage::Kind::Warning : InlineMessage::Kind::Error, problem,
            tr("&Reload"));
    Q_EMIT loaded(info.url(), isResponse ? info.errorCode() : 0, false, problem);
}

void BrowserWindow::showSafety(const QUrl &url)
{
    const Safety safety = safetyOf(url);
    const int side = look::metrics().icon;
    m_lock->setPixmap(look::icon(safety.icon, safety.tone).pixmap(QSize(side, side)));
    m_safety->setText(safety.words);
    m_safety->setColorRole(safety.tone);
}

void BrowserWindow::showCrash(QWebEnginePage::RenderProcessTerminationStatus status, int code)
{
    if (status == QWebEnginePage::NormalTerminationStatus)
        return;
    setLoading(false);
    const QString sentence = tr("The page's process exited with %1.").arg(code);
    m_message->showMessage(InlineMessage::Kind::Error, sentence, tr("&Reload"));
    say(sentence);
    Q_EMIT crashed(sentence);
}

void BrowserWindow::warn(const QString &lead, const QString &sentence)
{
    m_message->showMessage(InlineMessage::Kind::Warning, sentence, {}, lead);
    // What was refused never loads, and the engine does not report its end.
    m_refused = true;
    setLoading(false);
    say(QString(lead % u' ' % sentence));
}

void BrowserWindow::setLoading(bool loading)
{
    m_stop->setEnabled(loading);
    m_reload->setEnabled(!loading);
    m_back->setEnabled(m_page->history()->canGoBack());
}

void BrowserWindow::say(const QString &state)
{
    m_said = state;
    m_state->setText(state);
}

void BrowserWindow::closeEvent(QCloseEvent *event)
{
    event->accept();
    Q_EMIT closedByPerson();
}

void BrowserWindow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showSafety(m_page->url());
}

} // namespace sonde::browser
