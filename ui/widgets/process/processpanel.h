// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/process/processsample.h"
#include "trace/record/record.h"
#include "widgets/kit/frame/panel.h"

#include <QPointer>

#include <map>
#include <memory>

class QPushButton;
class QStackedWidget;

namespace sonde::config {
struct Profile;
}

namespace sonde::look {
class ColorLabel;
class EmptyState;
class PanelTitle;
} // namespace sonde::look

namespace sonde::models {
class TimeLanes;
}

namespace sonde::session {
class ProcessSampler;
}

namespace sonde::widgets {

class ProcessChart;
class ProcessDetails;
class ProcessTree;
class SignalMenu;

// The processes of a server that Sonde has started, or that a host has started through a tap: as a
// tree, their processor time and memory below the calls, the details of one of them, and how
// earlier ones ended. They are sampled only while the panel can be seen.
class ProcessPanel final : public Panel {
    Q_OBJECT
public:
    // Whose samples are kept; one more server drops those of all others.
    static constexpr std::size_t kMaxServers = 16;

    // The lanes outlive it.
    ProcessPanel(models::TimeLanes &lanes, FindProfile findProfile, QWidget *parent = nullptr);
    ~ProcessPanel() override;

    Tab tab() const override;
    void setServer(const QString &name, mcp::Client *client) override;
    bool setObservation(const QString &name, session::Observation *observation) override;
    bool isForServers() const override { return m_isLocal; } // not those with a URL
    void updateActions() override;

    void showDoing(); // what the threads of the selected process wait for
    void sendSignal(int signal); // to the selected process

    // Of the current server; null while there is none.
    session::ProcessSampler *sampler() const { return m_sampler; }
    ProcessTree &tree() { return *made().m_tree; }
    ProcessChart &chart() { return *made().m_chart; }
    ProcessDetails &details() { return *made().m_details; }
    SignalMenu &signalMenu() const { return *m_signals; }
    QString summary() const;
    bool isEmpty() const; // it says what would fill it
    std::size_t keptServers() const { return m_samplers.size(); }

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    ProcessPanel &made(); // with its content
    QWidget *makeContent();
    QWidget *makeHeading();
    QWidget *makeChart();
    void observe(session::Observation *observation); // nullptr: a server of Sonde
    void takeSampler(const QString &name);
    void showServer();
    void followProcess();
    void refresh();
    void choose();
    void showPage(bool isRunning);
    void showChartDetail();
    void makeActions();
    void requestMessage(trace::Number number);
    session::ProcessSampler *samplerOf(const QString &server);

    models::TimeLanes &m_lanes;
    FindProfile m_findProfile;
    QString m_server;
    QPointer<mcp::Client> m_client;
    QPointer<session::Observation> m_observation; // in place of a client
    bool m_isLocal = true;
    std::map<QString, std::unique_ptr<session::ProcessSampler>> m_samplers;
    session::ProcessSampler *m_sampler = nullptr;
    QStackedWidget *m_pages;
    look::EmptyState *m_empty;
    QAction *m_showDoing;
    SignalMenu *m_signals;
    // From when it is first seen.
    look::ColorLabel *m_name = nullptr;
    look::ColorLabel *m_summary = nullptr;
    QPushButton *m_doing = nullptr;
    QPushButton *m_signal = nullptr;
    ProcessTree *m_tree = nullptr;
    look::PanelTitle *m_chartTitle = nullptr;
    ProcessChart *m_chart = nullptr;
    ProcessDetails *m_details = nullptr;
};

} // namespace sonde::widgets
