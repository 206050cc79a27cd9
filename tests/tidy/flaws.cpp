// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Never built: every flaw here is to be found by clang-tidy, each by the check that its line names.
#include "ui/flaws.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

std::string movedFrom(std::string text)
{
    const std::string taken = std::move(text);
    return text + taken; // finds bugprone-use-after-move
}

int throughNull(bool really)
{
    int *nowhere = nullptr;
    if (really)
        *nowhere = 1; // finds clang-analyzer-core.NullDereference
    return 0;
}

int throughNullAfterMuch(const std::vector<std::string> &lines)
{
    std::string all;
    for (const auto &line : lines)
        all += line + ";";
    int *nowhere = nullptr;
    return all.empty() ? *nowhere : 0; // finds clang-analyzer-core.NullDereference
}

float share(int part, int whole)
{
    return part / whole; // finds bugprone-integer-division
}

std::size_t lengths(const std::vector<std::string> &lines)
{
    std::size_t sum = 0;
    for (const auto line : lines) // finds performance-for-range-copy
        sum += line.size();
    return sum;
}

std::unique_ptr<int> made()
{
    return std::unique_ptr<int>(new int(3)); // finds modernize-make-unique
}

std::string again(const std::string &text)
{
    return text.c_str(); // finds readability-redundant-string-cstr
}

bool always()
{
    return 1; // finds modernize-use-bool-literals
}

} // namespace

int main()
{
    Derived derived;
    const bool empty = isEmpty(movedFrom(again("text")));
    return throughNull(empty) + throughNullAfterMuch({}) + int(share(1, derived.response()))
        + int(lengths({})) + *made() + always() + (nothing<int>() == nullptr);
}
