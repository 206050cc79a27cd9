// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "mock/recordedrequests.h"
#include "mock/responselist.h"
#include "models/mock/mockrow.h"
#include "session/mock/responsefile.h"
#include "session/mock/responseverdict.h"
#include "session/mock/usecounts.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace sonde::session {

// The responses of a mock while they are edited: those of a file, which come first, and below them
// the requests of a recording. Files are read and written, and large texts are checked, off the
// window's thread.
class MockResponses : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxUndone = 100; // steps
    static constexpr std::size_t kMaxRequests = 2000; // of a recording, that are rows

    static constexpr std::chrono::milliseconds kRest{150}; // of typing, before a large text is read

    struct Entry {
        const mock::ListedResponse response;
        // While it is not checked: what was said of the response that it was before.
        ResponseVerdict verdict{};
        bool isChecked = false;
    };

    explicit MockResponses(QObject *parent = nullptr);
    ~MockResponses() override;

    // Reads a file of responses, in the place of those that are there; opened() or failed()
    // follows. Until then, nothing is added, changed or saved: it would be lost.
    void open(const QString &file);
    bool isOpening() const { return !m_opening.isEmpty(); }
    const QString &opening() const { return m_opening; } // the file that is being read
    // Reads the requests of a session file; recordingRead() or failed() follows.
    void setRecording(const QString &file);
    // Writes the file; saved(), failed() or changedOnDisk() follows. It stays the file of the list.
    // `replaces`: even if the file of the list was changed since it was read or saved here.
    void save(const QString &file, bool replaces = false);

    const QString &file() const { return m_file; } // empty: it was never saved
    const QString &recording() const { return m_recording; } // that was read; empty: none
    // The file that the list has once what is being saved is written.
    const QString &target() const
    {
        return m_nextSaving ? m_nextSaving->file : m_isSaving ? m_savingFile : m_file;
    }
    // Since it was opened or saved. A list that is being saved is changed: its file is not there.
    bool isChanged() const { return m_entries != m_saved || m_isSaving; }

    int count() const { return int(m_entries.size()); }
    const Entry &entry(int row) const { return *m_entries[std::size_t(row)]; }
    // Below the entries are the first requests of the recording.
    bool isRecorded(int row) const { return row >= count(); }
    std::size_t requestCount() const { return m_recorded.count; } // of the whole recording
    // What is at a row: of an entry, or of a recorded request with its response.
    mock::ResponseFields fields(int row) const;
    std::vector<models::MockRow> rows() const;
    models::MockRow row(int row) const;

    // The list as it is now, for a mock.
    mock::ResponseList list() const { return listOf(m_base, m_entries); }
    // A mock begins to play list(): rows have the number of their uses from now on. One that is
    // changed has none until the next start.
    void startCounting();
    void addUses(const std::vector<MockUse> &uses);

    void insert(int row, mock::ResponseFields fields);
    // Changes of one row in a row are one step of undo().
    void change(int row, mock::ResponseFields fields);
    void remove(int row);
    void move(int row, int to); // to: its row afterwards
    bool canUndo() const { return !m_undo.empty(); }
    bool canRedo() const { return !m_redo.empty(); }
    void undo();
    void redo();

Q_SIGNALS:
    // Rows came, went or moved; `row` is the one that should be current. -1: the one that was; the
    // entries are as they were, unless none is left.
    void rowsChanged(int row);
    void rowChanged(int row);
    void countingStarted();
    void rowCounted(int row); // it was used
    void rowChecked(int row); // a large one, a while after it was changed; it has its verdict
    // After each change of rows, when a file begins to be read or could not be, and when the list
    // begins to be saved and was saved or could not be.
    void changed();
    void opened();
    void recordingRead();
    void saved();
    void changedOnDisk(const QString &file); // and was not saved: something else has changed it
    // `row`: the entry that is the cause; -1: something else is.
    void failed(const QString &sentence, int row);

private:
    using Entries = std::vector<std::shared_ptr<Entry>>;

    // What is read of a file.
    struct Opened {
        ResponseFile file;
        Entries entries;
    };

    // What is read of a recording.
    struct Recording {
        std::shared_ptr<const mock::MockScript> script;
        std::vector<mock::RecordedRequest> requests;
        std::vector<models::MockRow> rows;
        std::shared_ptr<const UseCounts::Messages> messages;
        std::size_t count = 0;
    };

    struct Saving {
        QString file;
        bool replaces = false;
    };

    static Result<Recording> readRecording(const QString &path);
    static Result<Opened> readEntries(const QString &file);
    static std::shared_ptr<Entry> checkedEntry(mock::ListedResponse response);
    static mock::ResponseList listOf(mock::ResponseList base, const Entries &entries);
    std::shared_ptr<Entry> entryOf(mock::ResponseFields fields, const Entry *before);
    void show(Opened opened, const QString &file);
    void checkLarge();
    void startSaving();
    void finishSaving(const QString &file, const Entries &entries, const SaveOutcome &outcome);
    int rowOf(const std::shared_ptr<Entry> &entry) const; // -1: it is not listed
    void remember();
    void restore(std::vector<Entries> &from, std::vector<Entries> &to);
    void reportRows(int row);

    mock::ResponseList m_base; // without its responses: what is around them in the file
    Entries m_entries;
    Entries m_saved;
    std::vector<Entries> m_undo;
    std::vector<Entries> m_redo;
    int m_row = -1; // that the newest step changed; -1: it did something else
    QString m_file;
    Bytes m_text; // of the file, as it was read or saved
    std::optional<Saving> m_nextSaving; // that waits until the one that runs is over
    bool m_isSaving = false;
    QString m_savingFile; // while it is saved
    QString m_opening;
    QString m_recording;
    Recording m_recorded;
    UseCounts m_uses;
    BackgroundJob m_reading;
    BackgroundJob m_scriptReading;
    BackgroundJob m_saving;
    QTimer m_wait; // for a rest of typing
    BackgroundJob m_checking;
};

} // namespace sonde::session
