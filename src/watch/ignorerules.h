// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "watch/pathpattern.h"

#include <QString>

#include <vector>

namespace sonde::watch {

// Which paths of a project are none of its sources: folders of dependencies and of what was built,
// what editors leave beside a file, and what the .gitignore files say (gitignore(5)). Of equal
// rules the last one counts.
class IgnoreRules {
public:
    static constexpr qint64 kMaxFile = qint64(1) << 20; // bytes of a .gitignore that are read
    static constexpr std::size_t kMaxRules = 10'000;

    // Adds the rules of a .gitignore in `folder`, a path relative to the project; empty: its own.
    void addText(const QString &folder, const QString &text);
    void addFile(const QString &folder, const QString &file); // nothing if it does not exist
    // Adds those of the .gitignore files above the project, up to the folder of its repository.
    // `project` is its absolute path. To be called before rules of the project are added.
    void addAbove(const QString &project);

    // `path` is relative to the project. That of what is inside an ignored folder is not asked for.
    bool ignores(const QString &path, bool isFolder) const;
    // By a rule that was added, and not for what it is.
    bool ignoresByRule(const QString &path, bool isFolder) const;

    // Whether folders with this name have dependencies, or what was built.
    static bool isBuiltFolder(QStringView name);

private:
    void addText(const QString &folder, const QString &above, const QString &text);

    struct Rule {
        QString folder; // with a slash at its end, or empty
        QString above; // of a folder above the project: its path to the project, with a slash
        PathPattern pattern;
        bool isForFolders = false;
        bool isException = false;
    };
    std::vector<Rule> m_rules;
};

} // namespace sonde::watch
