// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How often the arguments of a typical tool are validated in a second; sdk/bench-ajv.mjs does the
// same with the same file. Both compile the schema once.
//   bench_schema REPEAT FILE

#include "schema/validator.h"
#include "workload.h"

#include <QFile>

#include <cstdlib>

using namespace sonde;

namespace {

constexpr int kRounds = 20'000;

void require(bool condition)
{
    if (!condition)
        std::abort();
}

void report(const char *what, const Timing &ms)
{
    std::printf("{\"client\":\"sonde\",\"what\":\"%s\",\"ms\":%.3f,\"perSecond\":%.0f}\n", what,
        ms.median, kRounds / ms.median * 1000);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 3)
        return 1;
    const int repeat = std::max(1, std::atoi(argv[1]));
    QFile file(QString::fromLocal8Bit(argv[2]));
    require(file.open(QIODevice::ReadOnly));
    const auto whole = json::Document::parse(Bytes::fromByteArray(file.readAll()));
    require(whole.isValid());
    const auto schema =
        std::make_shared<const json::Document>(json::Document::parse(whole.root()["schema"].raw()));
    const Bytes text = Bytes::copyOf(whole.root()["instance"].raw());
    const json::Document instance = json::Document::parse(text);
    const auto validator = schema::Validator::make(schema);
    require(validator.ok());

    report("a parsed value", timed(repeat, [&] {
        for (int i = 0; i < kRounds; ++i)
            require(validator->validate(instance.root()).isValid());
    }));
    report("its text, parsed each time", timed(repeat, [&] {
        for (int i = 0; i < kRounds; ++i)
            require(validator->validate(json::Document::parse(text).root()).isValid());
    }));
}
