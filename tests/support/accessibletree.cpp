// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/accessibletree.h"

#include "support/patience.h"

#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusVariant>

namespace sonde::test {

namespace {

const QString kAccessible = QStringLiteral("org.a11y.atspi.Accessible");
const QString kText = QStringLiteral("org.a11y.atspi.Text");
const QString kProperties = QStringLiteral("org.freedesktop.DBus.Properties");

// Numbers of the protocol.
constexpr unsigned kFocused = 12;
constexpr unsigned kShowing = 25;

QVariant firstOf(const QDBusMessage &reply)
{
    return reply.type() == QDBusMessage::ReplyMessage ? reply.arguments().value(0) : QVariant();
}

QDBusMessage toTheBus(const QString &interface, const QString &method)
{
    return QDBusMessage::createMethodCall(
        QStringLiteral("org.a11y.Bus"), QStringLiteral("/org/a11y/bus"), interface, method);
}

// Programs tell what they show only while somebody is interested.
QString enabledBus()
{
    const QDBusConnection session = QDBusConnection::sessionBus();
    QDBusMessage enable = toTheBus(kProperties, QStringLiteral("Set"));
    enable << QStringLiteral("org.a11y.Status") << QStringLiteral("IsEnabled")
           << QVariant::fromValue(QDBusVariant(true));
    session.call(enable, QDBus::Block, kPatienceMs);
    return firstOf(
        session.call(toTheBus(QStringLiteral("org.a11y.Bus"), QStringLiteral("GetAddress")),
            QDBus::Block, kPatienceMs))
        .toString();
}

} // namespace

QDBusArgument &operator<<(QDBusArgument &argument, const Accessible &control)
{
    argument.beginStructure();
    argument << control.service << control.path;
    argument.endStructure();
    return argument;
}

const QDBusArgument &operator>>(const QDBusArgument &argument, Accessible &control)
{
    argument.beginStructure();
    argument >> control.service >> control.path;
    argument.endStructure();
    return argument;
}

AccessibleTree::AccessibleTree()
    : m_bus(QDBusConnection::connectToBus(enabledBus(), QStringLiteral("accessibility")))
{
    qDBusRegisterMetaType<Accessible>();
    qDBusRegisterMetaType<QList<Accessible>>();
}

void AccessibleTree::listen(QObject *receiver, const char *slot)
{
    m_bus.connect(QString(), QString(), QStringLiteral("org.a11y.atspi.Event.Object"),
        QStringLiteral("Announcement"), receiver, slot);
}

std::optional<Accessible> AccessibleTree::program(const QString &name) const
{
    const Accessible desktop{QStringLiteral("org.a11y.atspi.Registry"),
        QDBusObjectPath(QStringLiteral("/org/a11y/atspi/accessible/root"))};
    for (const Accessible &program : children(desktop)) {
        if (this->name(program) == name)
            return program;
    }
    return std::nullopt;
}

QVariant AccessibleTree::call(const Accessible &control, const QString &interface,
    const QString &method, const QVariantList &arguments) const
{
    QDBusMessage message =
        QDBusMessage::createMethodCall(control.service, control.path.path(), interface, method);
    message.setArguments(arguments);
    return firstOf(m_bus.call(message, QDBus::Block, kPatienceMs));
}

QString AccessibleTree::property(
    const Accessible &control, const QString &interface, const QString &name) const
{
    const QVariant value = call(control, kProperties, QStringLiteral("Get"), {interface, name});
    return value.value<QDBusVariant>().variant().toString();
}

QString AccessibleTree::name(const Accessible &control) const
{
    return property(control, kAccessible, QStringLiteral("Name"));
}

QString AccessibleTree::role(const Accessible &control) const
{
    return call(control, kAccessible, QStringLiteral("GetRoleName")).toString();
}

QString AccessibleTree::description(const Accessible &control) const
{
    return property(control, kAccessible, QStringLiteral("Description"));
}

QString AccessibleTree::text(const Accessible &control) const
{
    return call(control, kText, QStringLiteral("GetText"), {0, -1}).toString();
}

bool AccessibleTree::hasState(const Accessible &control, unsigned state) const
{
    const QVariant value = call(control, kAccessible, QStringLiteral("GetState"));
    const auto words = qdbus_cast<QList<quint32>>(value);
    const qsizetype word = state / 32;
    return word < words.size() && (words[word] >> (state % 32) & 1U) != 0;
}

bool AccessibleTree::isShown(const Accessible &control) const
{
    return hasState(control, kShowing);
}

bool AccessibleTree::hasFocus(const Accessible &control) const
{
    return hasState(control, kFocused);
}

int AccessibleTree::childCount(const Accessible &control) const
{
    return property(control, kAccessible, QStringLiteral("ChildCount")).toInt();
}

std::vector<Accessible> AccessibleTree::children(const Accessible &control) const
{
    const auto all =
        qdbus_cast<QList<Accessible>>(call(control, kAccessible, QStringLiteral("GetChildren")));
    return {all.begin(), all.end()};
}

void AccessibleTree::visit(
    const Accessible &root, const std::function<bool(const Accessible &)> &goesOn) const
{
    std::vector<Accessible> waiting{root};
    while (!waiting.empty()) {
        const Accessible control = waiting.back();
        waiting.pop_back();
        const bool isRoot = control == root;
        if (!isRoot && !isShown(control))
            continue;
        if (!goesOn(control))
            return;
        if (childCount(control) > kMostChildren)
            continue;
        const std::vector<Accessible> inside = children(control);
        waiting.insert(waiting.end(), inside.rbegin(), inside.rend());
    }
}

std::optional<Accessible> AccessibleTree::find(
    const Accessible &root, const QString &role, const QString &words) const
{
    std::optional<Accessible> found;
    visit(root, [&](const Accessible &control) {
        if (this->role(control) == role && name(control).contains(words))
            found = control;
        return !found;
    });
    return found;
}

} // namespace sonde::test
