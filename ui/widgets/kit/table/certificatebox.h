// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpengine.h"

#include <QWidget>

class QToolButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class PropertyGrid;

// The certificate chain of a server, its own certificate first: one line that unfolds to the rest.
class CertificateBox : public QWidget {
    Q_OBJECT
public:
    explicit CertificateBox(QWidget *parent = nullptr);

    // Hides itself without certificates.
    void setChain(const std::vector<wire::Certificate> &chain);
    void unfold();

private:
    void setOpen(bool open);

    QToolButton *m_fold;
    look::ColorLabel *m_summary;
    PropertyGrid *m_facts;
};

} // namespace sonde::widgets
