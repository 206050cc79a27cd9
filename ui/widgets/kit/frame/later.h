// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

#include <functional>
#include <utility>

namespace sonde::widgets {

// The place of a page that is made when it is first shown or asked for: what the first picture of
// the window does not show must not cost it time.
class LaterPlace : public QWidget {
public:
    using Make = std::function<QWidget *(QWidget *parent)>;

    LaterPlace(Make make, QWidget *parent);

    bool isMade() const { return m_page; }

protected:
    QWidget *page();
    void showEvent(QShowEvent *event) override;

private:
    Make m_make;
    QWidget *m_page = nullptr;
};

template <typename Page>
class Later final : public LaterPlace {
public:
    // `set` brings a new page to where it would be if it had always been there. It is made with
    // `args`, which outlive this.
    template <typename... Args>
    Later(std::function<void(Page &)> set, QWidget *parent, Args &...args)
        : LaterPlace(
            [set = std::move(set), &args...](QWidget *place) {
                auto *page = new Page(args..., place);
                set(*page);
                return page;
            },
            parent)
    {
    }

    Page &get() { return *static_cast<Page *>(page()); }
    Page *ifMade() { return isMade() ? &get() : nullptr; }
};

} // namespace sonde::widgets
