// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "wire/http/httpmessage.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QLayout;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::look {
class PanelTitle;
class ColorLabel;
} // namespace sonde::look

namespace sonde::mcp {
class Client;
}

namespace sonde::widgets {

class OpenArrow;
class RawEdit;

// The next request, byte for byte as it would be sent now, with the headers of HTTP that go with
// it: a line with its beginning, which opens to the whole. It can be edited as text for one send;
// as long as that is on, what is shown is what was typed.
class RequestPreview final : public QWidget {
    Q_OBJECT
public:
    // A longer request is shown in the trace once it is sent.
    static constexpr std::size_t kMaxShown = 64 * 1024;

    explicit RequestPreview(QWidget *parent = nullptr);

    // Asks for the request anew when the client has given its id to another one.
    void follow(const mcp::Client *client); // nullptr: none
    void showNothing(const QString &why);
    void showRequest(
        const Bytes &line, const wire::HttpHeaders &headers, const QString &remark = {});
    // Lights the value there: the part edited last.
    void light(const QString &pointer);
    void setOpen(bool open);
    bool isOpen() const; // also while it is edited
    // Stays closed where there is little room.
    void setLow(bool low);

    RawEdit &rawEdit() { return *m_raw; }
    // What is to be edited, after rawEdit() was switched on; all of it.
    void edit(mcp::Client *client, const Bytes &line, const wire::HttpHeaders &headers);

    content::JsonEditor &editor() { return *m_text; }
    const content::JsonEditor &editor() const { return *m_text; }

Q_SIGNALS:
    void openChanged();
    void outdated(); // another request took the id

private:
    void makeHead(QLayout *layout);
    void showParts();
    void refreshDetail();

    OpenArrow *m_arrow;
    look::PanelTitle *m_title;
    look::ColorLabel *m_headers;
    content::JsonEditor *m_text;
    RawEdit *m_raw;
    QPointer<const mcp::Client> m_client;
    QTimer m_outdatedSoon; // not for each request of a flood
    QString m_size; // and what is remarked of the request
    bool m_open = false;
    bool m_low = false;
};

} // namespace sonde::widgets
