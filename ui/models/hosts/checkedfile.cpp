// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/hosts/checkedfile.h"

#include "base/formatting.h"
#include "hosts/found/samename.h"
#include "models/hosts/entrysecrets.h"
#include "models/signs/modeltext.h"

#include <QDir>

#include <algorithm>

namespace sonde::models {

namespace {

HostProblem placed(Sign sign, const hosts::FileProblem &problem)
{
    if (problem.line == 0)
        return {sign, problem.sentence};
    return {sign,
        Text::tr("Line %1, column %2: %3")
            .arg(problem.line)
            .arg(problem.column)
            .arg(problem.sentence)};
}

HostProblems checkEntry(const hosts::FoundFile &file, const hosts::HostEntry &entry)
{
    HostProblems problems;
    for (const hosts::FileProblem &problem : entry.problems)
        problems.push_back(placed(Sign::FindingError, problem));
    for (const auto &missing :
        {hosts::missingTap(entry), hosts::missingProgram(entry, file.desktopPath)}) {
        if (missing)
            problems.push_back(placed(Sign::FindingError, *missing));
    }
    if (const QStringList names = secretsInClear(entry); !names.isEmpty())
        problems.push_back({Sign::Finding,
            Text::tr("Secret in the clear: %1. Everyone who can read the file can use it. "
                     "Refer to a variable instead.")
                .arg(listText(names))});
    return problems;
}

// A server that is not started because of another one is the first thing to know of it.
void addSameNames(CheckedFiles &files, const QString &project)
{
    std::vector<const hosts::FoundFile *> found;
    for (const CheckedFile &file : files)
        found.push_back(&file.found);
    for (CheckedFile &file : files) {
        for (std::size_t i = 0; i < file.entries().size(); ++i) {
            HostProblems &problems = file.entryProblems[i];
            for (const hosts::FileProblem &problem :
                hosts::sameNameProblems(found, {&file.found, &file.entries()[i]}, project))
                problems.insert(problems.begin(), {Sign::Finding, problem.sentence});
        }
    }
}

} // namespace

int CheckedFile::count(Sign sign) const
{
    const auto countIn = [sign](const HostProblems &list) {
        return int(std::count_if(list.begin(), list.end(),
            [sign](const HostProblem &problem) { return problem.sign == sign; }));
    };
    int total = countIn(problems);
    for (const HostProblems &list : entryProblems)
        total += countIn(list);
    return total;
}

CheckedFile checkFile(hosts::FoundFile found)
{
    CheckedFile checked;
    checked.found = std::move(found);
    const hosts::FoundFile &file = checked.found;
    if (file.error)
        checked.problems.push_back({Sign::FindingError, file.error->sentence});
    for (const hosts::FileProblem &problem : file.document.problems()) {
        const Sign sign = file.document.isValid() ? Sign::Finding : Sign::FindingError;
        checked.problems.push_back(placed(sign, problem));
    }
    for (const hosts::HostEntry &entry : file.document.entries())
        checked.entryProblems.push_back(checkEntry(file, entry));
    for (const hosts::HostEntry &entry : file.document.entries())
        checked.programs.push_back(hosts::placeOfProgram(entry));
    return checked;
}

SharedFiles checkFiles(const hosts::Surroundings &surroundings, const std::stop_token &stop)
{
    auto files = std::make_shared<CheckedFiles>();
    for (const hosts::Host &host : hosts::hostTable()) {
        if (stop.stop_requested())
            break;
        for (hosts::FoundFile &found : hosts::findFiles(&host, surroundings))
            files->push_back(checkFile(std::move(found)));
    }
    addSameNames(*files, surroundings.project);
    return files;
}

QString shortPath(const QString &path)
{
    const QString home = QDir::homePath() + u'/';
    return path.startsWith(home) ? QStringLiteral("~/") + path.mid(home.size()) : path;
}

} // namespace sonde::models
