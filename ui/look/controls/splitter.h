// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QSplitter>

namespace sonde::look {

// A splitter whose handles restore the default when they are double-clicked.
class Splitter final : public QSplitter {
    Q_OBJECT
public:
    using QSplitter::QSplitter;

    // The shares of the parts, in order. Also what is shown from now on.
    void setDefaultSizes(const QList<int> &shares);
    void restoreDefault() { setSizes(m_shares); }

protected:
    QSplitterHandle *createHandle() override;

private:
    QList<int> m_shares;
};

} // namespace sonde::look
