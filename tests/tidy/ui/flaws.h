// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

class Base {
public:
    virtual ~Base() = default;
    virtual int response() const { return 1; }
};

class Derived : public Base {
public:
    virtual int response() const { return 2; } // finds modernize-use-override
};

template <typename T>
T *nothing()
{
    return 0; // finds modernize-use-nullptr
}

inline bool isEmpty(const std::string &text)
{
    return text.size() == 0; // finds readability-container-size-empty
}
