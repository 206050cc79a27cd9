// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusObjectPath>
#include <QString>
#include <QVariantList>

#include <functional>
#include <optional>
#include <vector>

namespace sonde::test {

// A control of another program, as a screen reader gets to know it.
struct Accessible {
    QString service;
    QDBusObjectPath path;

    bool operator==(const Accessible &other) const
    {
        return service == other.service && path == other.path;
    }
};

QDBusArgument &operator<<(QDBusArgument &argument, const Accessible &control);
const QDBusArgument &operator>>(const QDBusArgument &argument, Accessible &control);

// What the programs of a desktop show over the accessibility bus (AT-SPI). Nothing here knows the
// program that it looks at; a control that has gone has no name and no children.
class AccessibleTree {
public:
    // Starts the bus of the session where there is none; invalid when it cannot.
    AccessibleTree();

    bool isValid() const { return m_bus.isConnected(); }

    // Calls the slot of the receiver, which takes a QDBusMessage, for what programs announce: the
    // sentence is its fourth argument.
    void listen(QObject *receiver, const char *slot);

    // Of the programs on the bus; nothing before it has come.
    std::optional<Accessible> program(const QString &name) const;

    QString name(const Accessible &control) const;
    QString role(const Accessible &control) const; // "push button"
    QString description(const Accessible &control) const;
    QString text(const Accessible &control) const; // of a field
    bool isShown(const Accessible &control) const;
    bool hasFocus(const Accessible &control) const;
    int childCount(const Accessible &control) const;
    std::vector<Accessible> children(const Accessible &control) const;

    // The first control that is shown, is of the role and has the words in its name. Looks into no
    // more than the first kMostChildren of a control.
    std::optional<Accessible> find(
        const Accessible &root, const QString &role, const QString &words) const;
    // All that are shown, in their order.
    void visit(const Accessible &root, const std::function<bool(const Accessible &)> &goesOn) const;

    static constexpr int kMostChildren = 400;

private:
    QVariant call(const Accessible &control, const QString &interface, const QString &method,
        const QVariantList &arguments = {}) const;
    QString property(
        const Accessible &control, const QString &interface, const QString &name) const;
    bool hasState(const Accessible &control, unsigned state) const;

    QDBusConnection m_bus;
};

} // namespace sonde::test

Q_DECLARE_METATYPE(sonde::test::Accessible)
Q_DECLARE_METATYPE(QList<sonde::test::Accessible>)
