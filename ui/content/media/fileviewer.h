// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "content/base/viewer.h"

namespace sonde::content {

// A file that is not shown here, such as a PDF: what it is, and a way to see it.
class FileViewer final : public Viewer {
    Q_OBJECT
public:
    FileViewer(const Bytes &bytes, const QString &type, QWidget *parent = nullptr);

    int wantedHeight(int width, int most) const override;
    QString facts() const override { return m_facts; }

private:
    QString m_facts;
};

} // namespace sonde::content
