// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/mock/mockservebar.h"

#include "look/controls/clipboard.h"
#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "widgets/kit/field/boundedspin.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace sonde::widgets {

using models::ColorRole;
using models::Sign;
using State = session::MockServing::State;

namespace {

constexpr int kMaxPort = 65535;
constexpr int kAddressChars = 30;

} // namespace

MockServeBar::MockServeBar(const QString &program, QWidget *parent)
    : QWidget(parent)
    , m_serving(program)
    , m_serve(new QPushButton(this))
    , m_port(new BoundedSpin(this))
    , m_otherwise(new QComboBox(this))
    , m_speed(new QComboBox(this))
    , m_address(new QLineEdit(this))
    , m_copy(new QPushButton(look::icon("copy"), QString(), this))
    , m_state(new look::ColorLabel(ColorRole::Muted, this))
{
    makeFields();
    auto *choice = new QHBoxLayout;
    choice->addWidget(m_serve);
    const auto add = [this, choice](const QString &text, QWidget *field) {
        auto *label = new QLabel(text, this);
        label->setBuddy(field);
        choice->addWidget(label);
        choice->addWidget(field);
    };
    add(tr("P&ort"), m_port);
    add(tr("No matc&h"), m_otherwise);
    add(tr("Timin&g"), m_speed);
    choice->addStretch();
    auto *result = new QHBoxLayout;
    result->addWidget(m_state, 1);
    result->addWidget(m_address);
    result->addWidget(m_copy);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addLayout(choice);
    layout->addLayout(result);
    connect(m_serve, &QPushButton::clicked, this, &MockServeBar::toggle);
    connect(m_copy, &QPushButton::clicked, this,
        [this] { look::copyToClipboard(m_serving.address()); });
    connect(&m_serving, &session::MockServing::changed, this, &MockServeBar::showState);
    showState();
}

void MockServeBar::makeFields()
{
    m_serve->setObjectName(QStringLiteral("serveMock"));
    m_port->setObjectName(QStringLiteral("mockPort"));
    m_port->setAccessibleName(tr("Port of this computer"));
    m_port->setMaximum(kMaxPort);
    m_port->setGroupSeparatorShown(false);
    m_port->setSpecialValueText(tr("any free"));
    m_port->sayBoundBelow();
    m_otherwise->setObjectName(QStringLiteral("mockOtherwise"));
    m_otherwise->setAccessibleName(tr("What a request gets that no row matches"));
    m_otherwise->addItem(tr("Nearest response"), QString());
    m_otherwise->addItem(tr("Error response"), QStringLiteral("error"));
    m_otherwise->addItem(tr("Next of the method"), QStringLiteral("next"));
    m_speed->setObjectName(QStringLiteral("mockSpeed"));
    m_speed->setAccessibleName(tr("When messages are sent"));
    m_speed->addItem(tr("As soon as possible"), QString());
    m_speed->addItem(tr("Time as recorded"), QStringLiteral("recorded"));
    m_address->setObjectName(QStringLiteral("mockAddress"));
    m_address->setAccessibleName(tr("Address of the mock"));
    m_address->setReadOnly(true);
    m_address->setFont(look::fixedFont());
    m_address->setMinimumWidth(m_address->fontMetrics().averageCharWidth() * kAddressChars);
    m_copy->setObjectName(QStringLiteral("copyMockAddress"));
    m_copy->setAccessibleName(tr("Copy the address"));
    m_copy->setToolTip(tr("Copy the address (Ctrl+Shift+C)"));
    m_copy->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    m_state->setObjectName(QStringLiteral("mockState"));
    connect(m_port, &QSpinBox::valueChanged, this, &MockServeBar::showState);
    for (const QComboBox *choice : {m_otherwise, m_speed})
        connect(choice, &QComboBox::currentIndexChanged, this, &MockServeBar::showState);
}

session::MockCommand MockServeBar::options() const
{
    session::MockCommand command;
    command.otherwise = m_otherwise->currentData().toString();
    command.speed = m_speed->currentData().toString();
    command.port = m_port->value();
    return command;
}

void MockServeBar::setReady(bool ready)
{
    m_isReady = ready;
    showState();
}

void MockServeBar::setOutdated(bool outdated)
{
    m_isOutdated = outdated;
    showState();
}

bool MockServeBar::isOutdated() const
{
    return m_isOutdated || options() != m_served;
}

void MockServeBar::toggle()
{
    const State state = m_serving.state();
    if ((state == State::Serving && !isOutdated()) || state == State::Starting)
        return m_serving.stop();
    if (!m_isReady)
        return;
    m_served = options();
    Q_EMIT serveRequested();
}

void MockServeBar::showState()
{
    const State state = m_serving.state();
    const bool isServing = state == State::Serving;
    const bool stops = (isServing && !isOutdated()) || state == State::Starting;
    m_serve->setText(stops ? tr("&Stop mock") : isServing ? tr("Re&start mock") : tr("&Serve"));
    m_serve->setIcon(look::icon(stops ? "stop" : isServing ? "restart" : "play"));
    m_serve->setToolTip(stops ? tr("End the mock (F5)")
                              : tr("Play the recording with these responses over HTTP (F5)"));
    m_serve->setEnabled(stops || m_isReady);
    m_address->setVisible(isServing);
    if (m_address->text() != m_serving.address()) // each note comes here: the selection stays
        m_address->setText(m_serving.address());
    m_copy->setVisible(isServing);
    m_state->setColorRole(state == State::Failed ? ColorRole::Error
            : isServing && isOutdated()          ? ColorRole::Warn
                                                 : ColorRole::Muted);
    m_state->setSign(state == State::Failed ? Sign::ProtocolError
            : state == State::Starting      ? Sign::Pending
            : isServing                     ? Sign::Ok
                                            : Sign::None);
    m_state->setText(stateText());
}

QString MockServeBar::stateText() const
{
    switch (m_serving.state()) {
    case State::Stopped:
        break;
    case State::Starting:
        return tr("Starting the mock…");
    case State::Serving:
        return isOutdated() ? tr("Serving the responses as they were. Restart the mock to apply "
                                 "what was changed.")
            : m_serving.note().isEmpty() ? tr("Serving")
                                         : tr("Serving · %1").arg(m_serving.note());
    case State::Failed:
        return m_serving.problem();
    }
    return m_isReady ? tr("Not served")
                     : tr("Choose a recording: the mock plays it where no response of yours "
                          "matches.");
}

} // namespace sonde::widgets
