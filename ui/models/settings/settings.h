// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QVariant>

#include <chrono>

class QSettings;

namespace sonde::models {

// Typed access to settings.ini: each key is written in one place. The keys are a file format, which
// later versions read. Settings without a file store nothing and return the defaults.
class Settings {
public:
    // The state of the main window.
    struct Window {
        QByteArray geometry;
        QByteArray layout; // of the docks
        bool serversFolded = false;
        QByteArray traceColumns;
        int serversWidth = 0; // pixels, where it is shown; 0: none is stored
        int requestsWidth = 0; // as well
        int traceHeight = -1; // pixels; 0: its share of the window; below 0: none is stored
    };

    explicit Settings(QSettings *file) // outlives it; nullptr: no file
        : m_file(file)
    {
    }

    int theme() const; // a look::ThemeChoice
    void setTheme(int theme);
    bool comfortableRows() const;
    void setComfortableRows(bool comfortable);
    QString language() const; // empty: the desktop's
    void setLanguage(const QString &language);
    int textSize() const; // percent of the desktop's size
    void setTextSize(int percent);
    bool reducedMotion() const;
    void setReducedMotion(bool reduced);

    // The shortcuts that the user changed, as text, by the object name of their action. At most
    // kMaxShortcuts are read, as they were stored; what is no text is not.
    static constexpr int kMaxShortcuts = 1000;
    QMap<QString, QString> shortcuts() const;
    void setShortcut(const QString &action, const QString &keys);
    void removeShortcut(const QString &action);

    // Of servers that are added from now on. A stored one that is not above 0, or is above
    // `most`, does not count.
    struct Timeouts {
        std::chrono::milliseconds handshake;
        std::chrono::milliseconds idle;
        std::chrono::milliseconds total;
        bool operator==(const Timeouts &) const = default;
    };
    Timeouts timeouts(const Timeouts &fallback, std::chrono::milliseconds most) const;
    void setTimeouts(const Timeouts &timeouts);

    Window window() const;
    void setWindow(const Window &window);

    // How long session files are kept, and how much room they may take.
    int keepDays(int fallback) const;
    void setKeepDays(int days);
    qint64 keepBytes(qint64 fallback) const;
    void setKeepBytes(qint64 bytes);
    QStringList openedSessions() const; // paths, the last opened first
    void setOpenedSessions(const QStringList &paths);

    bool followsServer() const; // the trace shows only the selected server
    void setFollowsServer(bool follows);

    // The number of the mark of a server, and how many were assigned; -1: none.
    int serverMark(const QString &server) const;
    void setServerMark(const QString &server, int mark);
    int serverMarkCount() const;
    void setServerMarkCount(int count);

    QStringList closedToolGroups(const QString &server) const;
    void setClosedToolGroups(const QString &server, const QStringList &names);
    // Destructive tools of the server are called without a confirmation.
    bool trustsTools(const QString &server) const;
    void setTrustsTools(const QString &server, bool trusts);
    QString savedCallsFile(const QString &server) const; // empty: the default one
    void setSavedCallsFile(const QString &server, const QString &path);
    // Digests of the saved calls that may run by themselves, the newest one last.
    static constexpr qsizetype kMaxConfirmedCalls = 1000;
    QStringList confirmedCalls(const QString &server) const;
    void setConfirmedCalls(const QString &server, const QStringList &digests);
    QString lastSavedCall(const QString &server) const;
    void setLastSavedCall(const QString &server, const QString &name);

    // The breakpoints of a tap or a server, as tap::breakpointsLine() writes them; empty: none.
    QByteArray tapBreakpoints(const QString &tap) const;
    void setTapBreakpoints(const QString &tap, const QByteArray &breakpoints);

    // The filters of the trace, as FilterStore writes them.
    struct Filters {
        QStringList history;
        QStringList saved; // name and text of each
        QStringList rules; // name, text and tint of each
    };
    Filters filters() const;
    void setFilters(const Filters &filters);

    // What was typed last for a tool, by the digest of its schema.
    struct TypedArguments {
        QByteArray text;
        QDateTime when;
    };
    QMap<QString, TypedArguments> typedArguments(const QString &server, const QString &tool) const;
    void setTypedArguments(const QString &server, const QString &tool, const QString &schema,
        const TypedArguments &typed);
    void removeTypedArguments(const QString &server, const QString &tool, const QString &schema);

    // Where responses to sampling requests come from.
    struct ResponseProgram {
        QString commandLine;
        int timeoutSeconds = 60;
    };
    ResponseProgram responseProgram() const;
    void setResponseProgram(const ResponseProgram &program);
    struct ResponseEndpoint {
        QString url;
        QString model;
        bool stream = true;
    };
    ResponseEndpoint responseEndpoint() const;
    void setResponseEndpoint(const ResponseEndpoint &endpoint);
    QStringList savedResponses() const; // names
    QByteArray savedResponse(const QString &name) const;
    void setSavedResponse(const QString &name, const QByteArray &response);

    void sync(); // writes the file now

private:
    QVariant value(const QString &key, const QVariant &fallback = {}) const;
    void setValue(const QString &key, const QVariant &value);

    QSettings *m_file;
};

} // namespace sonde::models
