// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/help/tour.h"

#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/servers/serverspanel.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace sonde::app {

namespace {

constexpr int kTextChars = 46;
constexpr int kMargin = 12;
constexpr int kRing = 2;

// What a step points at, and the action that brings it to the front, if one is needed.
struct Step {
    const QMetaObject *place;
    const char *show;
    const char *title;
    const char *text;
};

const Step kSteps[] = {
    {&widgets::ServersPanel::staticMetaObject, nullptr,
        QT_TRANSLATE_NOOP("sonde::app::Tour", "Servers"),
        QT_TRANSLATE_NOOP("sonde::app::Tour",
            "The servers that you connect to. The sign before each name shows its state. The other "
            "panels show the server that is selected here.")},
    {&widgets::OverviewPanel::staticMetaObject, "show-overview",
        QT_TRANSLATE_NOOP("sonde::app::Tour", "Overview"),
        QT_TRANSLATE_NOOP("sonde::app::Tour",
            "What Sonde and the server negotiated, and why. If a server does not start, this page "
            "shows which step failed.")},
    {&widgets::ToolsPanel::staticMetaObject, "show-tools",
        QT_TRANSLATE_NOOP("sonde::app::Tour", "Tools"),
        QT_TRANSLATE_NOOP("sonde::app::Tour",
            "Select a tool, fill in its arguments and choose Call. Below the form you see exactly "
            "what is sent, and beside it the result.")},
    {&widgets::TracePanel::staticMetaObject, nullptr,
        QT_TRANSLATE_NOOP("sonde::app::Tour", "Trace"),
        QT_TRANSLATE_NOOP("sonde::app::Tour",
            "Every message, with its bytes and its time. Select one to see it whole, together with "
            "its response.")},
    {&widgets::FindingsPanel::staticMetaObject, "show-findings",
        QT_TRANSLATE_NOOP("sonde::app::Tour", "Findings"),
        QT_TRANSLATE_NOOP("sonde::app::Tour",
            "What the messages break of the specification, with the paragraph and how to fix it. "
            "F1 opens the help of the panel that you are in.")},
};

QWidget *placeOf(const QWidget &window, const Step &step)
{
    for (QWidget *widget : window.findChildren<QWidget *>()) {
        if (widget->metaObject()->inherits(step.place))
            return widget;
    }
    return nullptr;
}

// Lets the mouse through to what it marks.
class Ring final : public QWidget {
public:
    explicit Ring(QWidget *parent)
        : QWidget(parent)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
        setObjectName(QStringLiteral("tourFrame"));
        hide();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setPen(QPen(look::theme().accent, kRing));
        painter.drawRect(rect().adjusted(kRing / 2, kRing / 2, -kRing / 2, -kRing / 2));
    }
};

} // namespace

Tour::Tour(QWidget *window)
    : QFrame(window)
    , m_window(window)
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_count(new QLabel(this))
    , m_back(new QPushButton(tr("&Back"), this))
    , m_next(new QPushButton(this))
    , m_mark(new Ring(window))
{
    hide();
    setObjectName(QStringLiteral("tourBubble"));
    setFrameShape(QFrame::Box);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setFocusPolicy(Qt::NoFocus);
    m_title->setFont(look::headingFont());
    m_text->setWordWrap(true);
    m_text->setMinimumWidth(m_text->fontMetrics().averageCharWidth() * kTextChars);
    m_back->setObjectName(QStringLiteral("tourBack"));
    m_next->setObjectName(QStringLiteral("tourNext"));
    auto *close = new QPushButton(tr("&Quit the tour"), this);
    close->setObjectName(QStringLiteral("tourLeave"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_count);
    buttons->addStretch();
    for (QPushButton *button : {close, m_back, m_next})
        buttons->addWidget(button);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addLayout(buttons);
    for (QPushButton *button : {close, m_back, m_next})
        button->installEventFilter(this); // for it, Alt+Left is an arrow key
    setTabOrder(close, m_back); // as they are seen
    setTabOrder(m_back, m_next);
    connect(close, &QPushButton::clicked, this, &Tour::leave);
    connect(m_back, &QPushButton::clicked, this, [this] { show(m_step - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (m_step + 1 < steps())
            show(m_step + 1);
        else
            leave();
    });
    window->installEventFilter(this);
}

Tour::~Tour() = default;

std::size_t Tour::steps()
{
    return std::size(kSteps);
}

void Tour::start()
{
    if (!isVisible())
        m_before = m_window->focusWidget();
    show(0);
}

void Tour::show(std::size_t step)
{
    m_step = step;
    const Step &its = kSteps[step];
    if (its.show) {
        if (auto *action = m_window->findChild<QAction *>(QLatin1String(its.show)))
            action->trigger();
    }
    if (m_place)
        m_place->removeEventFilter(this);
    m_place = placeOf(*m_window, its);
    if (m_place)
        m_place->installEventFilter(this);
    for (QWidget *above = m_place; above; above = above->parentWidget()) {
        if (qobject_cast<QDockWidget *>(above))
            above->show();
    }
    m_title->setText(tr(its.title));
    m_text->setText(tr(its.text));
    m_count->setText(tr("%1 of %2").arg(step + 1).arg(steps()));
    m_back->setEnabled(step > 0);
    m_next->setText(step + 1 < steps() ? tr("Ne&xt") : tr("F&inish"));
    setAccessibleName(tr(its.title));
    setAccessibleDescription(tr(its.text));
    m_next->setAccessibleDescription(tr(its.text)); // read when it gets the focus
    arrange();
    QFrame::show();
    raise();
    m_next->setFocus(Qt::OtherFocusReason);
}

void Tour::leave()
{
    m_mark->hide();
    hide();
    if (m_before && m_before->isVisible())
        m_before->setFocus(Qt::OtherFocusReason);
}

// In the lower right corner of the place, and always inside of the window. A panel that was torn
// off or is behind another one has no frame.
void Tour::arrange()
{
    const bool isInSight = m_place && m_place->isVisible() && m_window->isAncestorOf(m_place)
        && m_place->window() == m_window;
    const QRect place =
        isInSight ? QRect(m_place->mapTo(m_window, QPoint()), m_place->size()) : m_window->rect();
    m_mark->setGeometry(place);
    m_mark->setVisible(isInSight);
    m_mark->raise();
    const int width = std::min(sizeHint().width(), m_window->width() - 2 * kMargin);
    const int height = std::max(sizeHint().height(), heightForWidth(width));
    const int left = std::clamp(place.right() - width - kMargin, kMargin,
        std::max(kMargin, m_window->width() - width - kMargin));
    const int top = std::clamp(place.bottom() - height - kMargin, kMargin,
        std::max(kMargin, m_window->height() - height - kMargin));
    setGeometry(left, top, width, height);
}

bool Tour::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
        return watched->parent() == this && goBack(*static_cast<QKeyEvent *>(event));
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::LayoutRequest:
    case QEvent::Show:
    case QEvent::Hide:
        if (isVisible()) {
            arrange();
            raise();
        }
        return false;
    default:
        return false;
    }
}

bool Tour::goBack(const QKeyEvent &event)
{
    if (event.key() != Qt::Key_Left || event.modifiers() != Qt::AltModifier)
        return false;
    if (m_step > 0)
        show(m_step - 1);
    return true;
}

void Tour::keyPressEvent(QKeyEvent *event)
{
    auto *focused = qobject_cast<QPushButton *>(m_window->focusWidget());
    if (event->key() == Qt::Key_Escape)
        leave();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        (focused && isAncestorOf(focused) ? focused : m_next)->click();
    else if (!goBack(*event))
        QFrame::keyPressEvent(event);
}

} // namespace sonde::app
