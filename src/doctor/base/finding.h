// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

#include <cstdint>

namespace sonde::doctor {

enum class Level : std::uint8_t {
    Note, // a fact
    Warning, // alone no fault, but it explains one
    Failure,
};

// What a check can find. The order is that of probability: if several are found, the first one is
// the cause and the later ones are its consequences.
enum class Kind : std::uint8_t {
    // Configuration and program
    NoProgram,
    TapGone,
    CommandInOneWord,
    ProgramOnlyInShell,
    ProgramNotFound,
    FolderMissing,
    FolderUnusable,
    FileMissing,
    FileIsFolder,
    NotExecutable,
    EmptyFile,
    ShebangCrlf,
    ShebangMark,
    InterpreterOnlyInShell,
    InterpreterMissing,
    OtherSystem,
    OtherArchitecture,
    LoaderMissing,
    NoShebang,
    ScriptMissing,
    ScriptCrlf,
    DockerDetached,
    DockerTerminal,
    DockerNoInput,
    // What the server says on stderr, and how it ends
    NpmBadEngine,
    RuntimeTooOld,
    ModuleKind,
    ScriptSyntax,
    PackageUnknown,
    CacheBroken,
    CacheIncomplete,
    CacheDenied,
    LibraryMissing,
    LibraryTooOld,
    PortUsed,
    DockerDaemon,
    ImageUnknown,
    NeedsTerminal,
    StderrEncoding,
    AuthorityUnknownToServer,
    PlaceholderLeft,
    VariableDemanded,
    ModuleMissing,
    PythonModuleMissing,
    NameUnresolvedByServer,
    RefusedToServer,
    DatabaseLocked,
    PermissionDenied,
    OutOfMemory,
    UnknownOption,
    // What it prints
    HeaderFraming,
    BrokenLines,
    OutputEncoding,
    ForeignOutput,
    NoLineEnd,
    WrongId,
    NotProtocol,
    InitializeRefused,
    ReportedOnStderr, // ended, and stderr has no known text
    KilledBySignal,
    EndedAtOnce,
    CannotStart,
    OutputClosed,
    InputUnread,
    Buffered,
    StillDownloading,
    Silent,
    EndsAfterInitialize,
    // Address
    UrlPlaceholder,
    UrlIncomplete,
    UrlScheme,
    UrlUnspecified,
    NameUnknown,
    ProxyUnreachable,
    ProxyRefuses,
    NothingListens,
    NoRoute,
    PlainBehindHttps,
    TlsBehindHttp,
    CertificateNotYet,
    CertificateExpired,
    CertificateSelfSigned,
    CertificateName,
    CertificateCorporate,
    CertificateUnknown,
    ClientCertificate,
    TlsFailed,
    AcceptsSilently,
    ClosesSilently,
    NotHttp,
    RedirectLoop,
    RedirectToLogin,
    RedirectElsewhere,
    HostRefused,
    OriginRefused,
    TokenRefused,
    MetadataUrlRefused,
    MetadataRefused,
    ResourceOther,
    NoChallenge,
    MetadataMissing,
    AuthorizationServerRefused,
    AuthorizationServerMissing,
    NoPkce,
    LoginNeeded,
    SpeaksSse,
    SpeaksStreamable,
    OtherPath,
    OtherPathSse,
    GatewayFailed,
    ServerFailed,
    TooManyRequests,
    Forbidden,
    NotAcceptable,
    MediaRefused,
    MethodRefused,
    NotFound,
    WebPage,
    OtherStatus,
    BodyNotJson,
    BodyEmpty,
    MediaWrong,
    StreamHeld,
    ListeningHeld,
    StreamEnds,
    SseFails,
    Truncated,
    OtherEra,
    RevisionUnknown,
    SessionLost,
    RequestFails,
    // What works here, and not where a host starts it
    NotOnDesktop,
    OtherOnDesktop,
    RelativePath,
    HostFileBroken,
    HostFileWrong,
    HostKeyWrong,
    HostEntryHidden,
    HostEntryDisabled,
    HostNotRestarted,
    VariableInherited,
    HostEraOther,
    HostTooManyTools,
    HostToolRefused,
    HostStartFails,
    // Warnings that explain nothing by themselves
    VariableUnset,
    WillDownload,
    SlowStart,
    ForeignOutputLate,
    EndsByForce,
    EndsWithError,
    ClockWrong,
    ProxyUsed,
    OneFamilyResponds,
    ProxyCompresses,
    BodyMarked,
    ListeningRefused,
    ListeningObsolete,
    CorsPreflightFails,
    CorsHeadersMissing,
    CorsResponseHidden,
    CorsSessionHidden,
    // Facts
    ConfigurationFine,
    ProgramFound,
    ExecutableFine,
    RuntimeFound,
    RuntimeFits,
    NoRuntime,
    FolderFine,
    NoPackage,
    PackageCached,
    EnvironmentFine,
    Started,
    FirstOutputCame,
    OutputFine,
    InputFine,
    EndedWell,
    HostStartWorks,
    HostFilesFine,
    NoHostFile,
    RevisionFine,
    AddressFine,
    NoProxy,
    NameFound,
    NameIsAddress,
    Connected,
    CertificateFine,
    NoTls,
    Responded,
    TransportFine,
    StreamFine,
    NoStream,
    SessionFine,
    NoSession,
    ListeningFine,
    NoListening,
    BrowsersFine,
    NoBrowsers,
    NoAuthorization,
    AuthorizationFine,
    ClockFine,
    NoClock,
    // Why a check did not run; its argument is the reason
    NotReached,
    Stopped,
};

// A fact with its values; the sentence is made from them when it is shown.
struct Finding {
    Kind kind = Kind::NotReached;
    QStringList values{};

    friend bool operator==(const Finding &a, const Finding &b)
    {
        return a.kind == b.kind && a.values == b.values;
    }
};

Level levelOf(Kind kind);
// Whether the server works here, and fails in a host because of it.
bool isOfHost(Kind kind);
QString kindId(Kind kind); // "program-not-found"; never translated
QString sentenceOf(const Finding &finding); // what was found, with its evidence
QString remedyOf(const Finding &finding); // what to do; empty for facts

} // namespace sonde::doctor
