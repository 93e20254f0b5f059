import UpdatePolicy

/// Everything that can be configured: this list is the only one.
///
/// The keys of the configuration file, the environment's variables, the flags with their help, `config show`,
/// `config example` and the table in docs/OPERATIONS.md all come from it. A new setting is a case here with
/// its declaration, and a property of ``AgentSettings``.
enum Setting: String, CaseIterable, Sendable {
    case state
    case repository
    case root
    case caFile = "ca-file"
    case credentialsFile = "credentials-file"
    case proxy
    case connectTimeout = "connect-timeout"
    case idleTimeout = "idle-timeout"
    case totalTimeout = "total-timeout"
    case bandwidthLimit = "bandwidth-limit"
    case diskLimit = "disk-limit"
    case interval
    case pollTimeLimit = "poll-time-limit"
    case wave
    case machineIdentityFile = "machine-id-file"
    case selfTest = "self-test"
    case selfTestTimeLimit = "self-test-time-limit"
    case staleAfter = "stale-after"
    case metricsFile = "metrics-file"
    case logFormat = "log-format"

    /// What the setting is: its place among the checked settings, its kind, its flag and its help.
    var declaration: SettingDeclaration {
        switch self {
        case .state:
            SettingDeclaration(
                \.state, .folder, flag: .everyCommand, "The folder where the agent keeps its state."
            )
        case .repository:
            SettingDeclaration(
                \.repositories, .addresses, flag: .polls,
                """
                The repository: http://, https://, file:// or a folder; none for the bundles inside \
                the program. More than one are mirrors, and the agent asks them in this order.
                """)
        case .root:
            SettingDeclaration(
                \.rootFile, .file, flag: .polls,
                "The root metadata to trust: root.json from the person who publishes.")
        case .caFile:
            SettingDeclaration(
                \.certificateAuthorityFile, .optionalFile, flag: .polls,
                """
                A PEM file with the only certificate authorities to trust for https; without it, the \
                system's.
                """)
        case .credentialsFile:
            SettingDeclaration(
                \.credentialsFile, .optionalFile, flag: .polls, isQuiet: true,
                "A file with logins for repositories that ask for one.")
        case .proxy:
            SettingDeclaration(
                \.proxy, .proxy, flag: .polls, isQuiet: true,
                """
                The proxy; none for no proxy. Without it the agent reads the variables HTTPS_PROXY, \
                http_proxy and NO_PROXY; 'environment' adds HTTP_PROXY.
                """)
        case .connectTimeout:
            SettingDeclaration(
                \.connectTimeout, .time(from: .seconds(1), to: .minutes(10)), flag: .polls,
                isQuiet: true, "The longest time to connect, with encryption.")
        case .idleTimeout:
            SettingDeclaration(
                \.idleTimeout, .time(from: .seconds(1), to: .minutes(10)), flag: .polls,
                isQuiet: true, "The longest time without a byte of an answer.")
        case .totalTimeout:
            SettingDeclaration(
                \.totalTimeout, .time(from: .seconds(1), to: .days(1)), flag: .polls,
                isQuiet: true, "The longest time for one file with its redirects.")
        case .bandwidthLimit:
            SettingDeclaration(
                \.bytesPerSecondMax, .rate, flag: .polls, isQuiet: true,
                "The most bytes to download in a second: 500k, 2M; none for no limit.")
        case .diskLimit:
            SettingDeclaration(
                \.diskLimitBytes, .size(atLeast: DiskBudget.leastBytes), flag: .polls,
                isQuiet: true,
                """
                The most bytes that the state folder may take: seasons, downloads, older sets.
                """)
        case .interval:
            SettingDeclaration(
                \.interval, .time(from: .seconds(1), to: .days(1)), flag: .service,
                "The time between two polls: 90s, 15m, 1h.")
        case .pollTimeLimit:
            SettingDeclaration(
                \.pollTimeLimit, .time(from: .seconds(1), to: .days(1)), flag: .service,
                isQuiet: true,
                """
                The longest time for one poll of the service with all its downloads; then the \
                service ends it.
                """)
        case .wave:
            SettingDeclaration(
                \.wave, .wave, flag: .polls, isQuiet: true,
                """
                The wave of a staged rollout that this machine belongs to, 1 or canary for the first; \
                without it, the machine's identity decides.
                """)
        case .machineIdentityFile:
            SettingDeclaration(
                \.machineIdentityFile, .file, flag: .polls, isQuiet: true,
                "The file with the machine's identity, which places it in a wave.")
        case .selfTest:
            SettingDeclaration(
                \.selfTest, .selfTest, flag: .polls, isQuiet: true,
                """
                The command that tests a new bundle before the agent uses it, with the bundle's \
                folder as its last argument; none for no test; without it, 'breakdown self-test' \
                where that is installed.
                """)
        case .selfTestTimeLimit:
            SettingDeclaration(
                \.selfTestTimeLimit, .time(from: .seconds(1), to: .minutes(60)), flag: .polls,
                isQuiet: true, "The longest time for one bundle's self-test.")
        case .staleAfter:
            SettingDeclaration(
                \.staleAfter, .time(from: .minutes(1), to: .days(366)), flag: .status,
                "The time without a successful check after which 'status' says stale.")
        case .metricsFile:
            SettingDeclaration(
                \.metricsFile, .metricsFile, flag: .polls, isQuiet: true,
                """
                Where to write metrics for node_exporter's textfile collector, a name ending in .prom.
                """)
        case .logFormat:
            SettingDeclaration(
                \.logFormat, .word("format"), flag: .service,
                "How log lines are written: text or json.")
        }
    }
}

extension Duration {
    fileprivate static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
    fileprivate static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}
