// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "findings/engine/specification.h"
#include "models/exchange/sseeventmodel.h"
#include "widgets/trace/exchangecontent.h"

#include <QTimer>
#include <QWidget>

class QTabWidget;

namespace sonde::content {
class BytesView;
}

namespace sonde::look {
class InlineMessage;
class PanelTitle;
class ColorLabel;
} // namespace sonde::look

namespace sonde::models {
class PropertyModel;
class HeadModel;
} // namespace sonde::models

namespace sonde::widgets {

class PlainTable;

// One HTTP exchange: the heads as they crossed, when each phase was over, the connection, the
// events of an event stream, and the bytes of the body. While it is open it is read anew as more
// becomes known; what is large is read off the window's thread.
class ExchangeView : public QWidget {
    Q_OBJECT
public:
    static constexpr std::uint64_t kMaxInline = 16 << 10; // more is read in the background
    static constexpr int kMaxRowsSearched = 200'000; // of the trace, for what it carried

    // The model, and its recorder, outlive this widget.
    explicit ExchangeView(const models::TraceModel &model, QWidget *parent = nullptr);

    void showExchange(trace::Number number); // 0: none
    trace::Number number() const { return m_number; }
    bool isReading() const { return m_reading; }

    models::HeadModel &requestHead() const { return *m_requestHead; }
    models::HeadModel &responseHead() const { return *m_responseHead; }
    models::PropertyModel &phases() const { return *m_phases; }
    models::PropertyModel &connection() const { return *m_connection; }
    models::SseEventModel &events() const { return *m_events; }
    content::BytesView &body() const { return *m_body; }
    QTabWidget &tabs() const { return *m_tabs; }
    PlainTable &headTable(const models::HeadModel &model) const;

Q_SIGNALS:
    void messageRequested(sonde::trace::Number number); // that an event has brought
    // About the selected header. The revision of the subject is not set: it is the server's.
    void specificationRequested(const sonde::findings::Subject &subject, const QString &server);

private:
    QWidget *makeHead(look::PanelTitle *title, models::HeadModel *model, const QString &name);
    void addSpecification(PlainTable *table, const models::HeadModel *model);
    QWidget *makeEvents();
    void makeTabs();
    void refresh();
    void readLater(const trace::Record &record, const ExchangeContent::Wish &wish);
    void clear();
    void show(ExchangeContent content, const ExchangeContent::Wish &wish);
    void showHeads(const ExchangeContent &content);
    void showTitles(const ExchangeContent &content, const trace::Record &record);
    void showEvents(ExchangeContent &content, const trace::Record &record);
    void showEventNote(std::uint64_t length);
    void showBody(const ExchangeContent &content);
    models::SseEventModel::MadeAt carried(const models::ExchangeFacts::Range &body) const;

    const models::TraceModel &m_model;
    trace::Number m_number = 0;
    trace::Number m_shown = 0; // the exchange that the pages show; 0: none
    bool m_reading = false;
    bool m_again = false; // the exchange changed while it was read: read it once more
    ExchangeContent::Wish m_wish; // of what is being read
    models::HeadModel *m_requestHead;
    models::HeadModel *m_responseHead;
    models::PropertyModel *m_phases;
    models::PropertyModel *m_connection;
    models::SseEventModel *m_events;
    look::InlineMessage *m_failure;
    look::PanelTitle *m_requestTitle;
    look::PanelTitle *m_responseTitle;
    look::ColorLabel *m_eventNote;
    content::BytesView *m_body;
    QTabWidget *m_tabs;
    QWidget *m_eventPage = nullptr;
    PlainTable *m_eventTable = nullptr;
    QTimer m_late;
    BackgroundJob m_job;
};

} // namespace sonde::widgets
