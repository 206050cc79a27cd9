// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// keychainprobe COMMAND…: does with the keychain what the words say, one after the other, and
// prints a line for each: read NAME, write NAME VALUE, remove NAME, run COMMAND, and waited, which
// waits until the keychain has responded to what took too long. For tests, which run it inside a
// session bus of their own.

#include "auth/store/keychain.h"

#include <QCoreApplication>
#include <QStringList>

#include <cstdio>
#include <cstdlib>
#include <utility>

using namespace sonde;

namespace {

constexpr std::chrono::milliseconds kPatience{3000};

class Probe : public QObject {
public:
    explicit Probe(const QStringList &words)
        : m_words(words)
        , m_store(auth::makeKeychainStore(kPatience))
    {
        connect(m_store.get(), &auth::TokenStore::waiting, this, [this] { m_waiting = true; });
        connect(m_store.get(), &auth::TokenStore::waited, this, [this](bool good) {
            m_waited = good ? QStringLiteral("waited, fine") : QStringLiteral("waited, failed");
            tellWaited();
        });
    }

    void next()
    {
        if (m_words.isEmpty())
            return QCoreApplication::exit(0);
        const QString verb = m_words.takeFirst();
        if (verb == QLatin1String("waited")) {
            m_isAsked = true;
            return tellWaited();
        }
        const QString name = m_words.isEmpty() ? QString() : m_words.takeFirst();
        if (verb == QLatin1String("run"))
            return told(QString::number(std::system(qPrintable(name))));
        if (verb == QLatin1String("read"))
            m_store->read(name, this, [this](const Result<Secret> &read) {
                told(read ? u'“' + read->reveal() + u'”' : failed(read.error()));
            });
        else if (verb == QLatin1String("write") && !m_words.isEmpty())
            m_store->write(name, Secret(m_words.takeFirst()), this,
                [this](const Result<void> &done) { answered(done); });
        else
            m_store->remove(name, this, [this](const Result<void> &done) { answered(done); });
    }

private:
    static QString failed(const Error &error)
    {
        return QStringLiteral("failed: ") + error.sentence;
    }
    void tellWaited()
    {
        if (m_isAsked && m_waiting && !m_waited.isEmpty())
            told(std::exchange(m_waited, {}));
    }
    void answered(const Result<void> &done)
    {
        told(done ? QStringLiteral("fine") : failed(done.error()));
    }
    void told(const QString &line)
    {
        std::printf("%s\n", qPrintable(line));
        next();
    }

    QStringList m_words;
    bool m_waiting = false;
    bool m_isAsked = false;
    QString m_waited;
    std::unique_ptr<auth::TokenStore> m_store;
};

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    Probe probe(QCoreApplication::arguments().mid(1));
    QMetaObject::invokeMethod(
        &probe, [&probe] { probe.next(); }, Qt::QueuedConnection);
    return QCoreApplication::exec();
}
