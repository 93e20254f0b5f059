import SeasonClient

/// Everything that can be configured: this list is the only one.
///
/// The keys of the configuration file, the environment's variables, the flags with their help, `config show`,
/// `config example` and the table in docs/OPERATIONS.md all come from it. A new setting is a declaration here,
/// and a property of ``AgentSettings``.
extension Setting {
    /// All of them, in the order in which people see them.
    static let all = [
        state, repository, root, caFile, credentialsFile, proxy, connectTimeout, idleTimeout,
        totalTimeout, bandwidthLimit, diskLimit, interval, pollTimeLimit, wave,
        machineIdentityFile, selfTest, selfTestTimeLimit, staleAfter, metricsFile, logFormat,
    ]

    static let state = Setting(
        "state", \.state, .folder, .everyCommand, "The folder where the agent keeps its state.")
    static let repository = Setting(
        "repository", \.repositories, .addresses, .polls,
        """
        The repository: http://, https://, file:// or a folder; none for the bundles inside \
        the program. More than one are mirrors, and the agent asks them in this order.
        """)
    static let root = Setting(
        "root", \.rootFile, .file, .polls,
        "The root metadata to trust: root.json from the person who publishes.")
    static let caFile = Setting(
        "ca-file", \.certificateAuthorityFile, .optionalFile, .polls,
        """
        A PEM file with the only certificate authorities to trust for https; without it, the \
        system's.
        """)
    static let credentialsFile = Setting(
        "credentials-file", \.credentialsFile, .optionalFile, .polls, isQuiet: true,
        "A file with logins for repositories that ask for one.")
    static let proxy = Setting(
        "proxy", \.proxy, .proxy, .polls, isQuiet: true,
        """
        The proxy; none for no proxy. Without it the agent reads the variables HTTPS_PROXY, \
        http_proxy and NO_PROXY; 'environment' adds HTTP_PROXY.
        """)
    static let connectTimeout = Setting(
        "connect-timeout", \.connectTimeout, .time(.seconds(1) ... .minutes(10)), .polls,
        isQuiet: true, "The longest time to connect, with encryption.")
    static let idleTimeout = Setting(
        "idle-timeout", \.idleTimeout, .time(.seconds(1) ... .minutes(10)), .polls,
        isQuiet: true, "The longest time without a byte of an answer.")
    static let totalTimeout = Setting(
        "total-timeout", \.totalTimeout, .time(.seconds(1) ... .days(1)), .polls,
        isQuiet: true, "The longest time for one file with its redirects.")
    static let bandwidthLimit = Setting(
        "bandwidth-limit", \.bytesPerSecondMax, .rate, .polls, isQuiet: true,
        "The most bytes to download in a second: 500k, 2M; none for no limit.")
    static let diskLimit = Setting(
        "disk-limit", \.diskLimitBytes, .size(atLeast: DiskBudget.leastBytes), .polls,
        isQuiet: true,
        "The most bytes that the state folder may take: seasons, downloads, older sets.")
    static let interval = Setting(
        "interval", \.interval, .time(.seconds(1) ... .days(1)), .service,
        "The time between two polls: 90s, 15m, 1h.")
    static let pollTimeLimit = Setting(
        "poll-time-limit", \.pollTimeLimit, .time(.seconds(1) ... .days(1)), .service,
        isQuiet: true,
        """
        The longest time for one poll of the service with all its downloads; then the service \
        ends it.
        """)
    static let wave = Setting(
        "wave", \.wave, .wave, .polls, isQuiet: true,
        """
        The wave of a staged rollout that this machine belongs to, 1 or canary for the first; \
        without it, the machine's identity decides.
        """)
    static let machineIdentityFile = Setting(
        "machine-id-file", \.machineIdentityFile, .file, .polls, isQuiet: true,
        "The file with the machine's identity, which places it in a wave.")
    static let selfTest = Setting(
        "self-test", \.selfTest, .selfTest, .polls, isQuiet: true,
        """
        The command that tests a new bundle before the agent uses it, with the bundle's folder as \
        its last argument; none for no test; without it, 'breakdown self-test' where that is \
        installed.
        """)
    static let selfTestTimeLimit = Setting(
        "self-test-time-limit", \.selfTestTimeLimit, .time(.seconds(1) ... .minutes(60)), .polls,
        isQuiet: true, "The longest time for one bundle's self-test.")
    static let staleAfter = Setting(
        "stale-after", \.staleAfter, .time(.minutes(1) ... .days(366)), .status,
        "The time without a successful check after which 'status' says stale.")
    static let metricsFile = Setting(
        "metrics-file", \.metricsFile, .metricsFile, .polls, isQuiet: true,
        "Where to write metrics for node_exporter's textfile collector, a name ending in .prom.")
    static let logFormat = Setting(
        "log-format", \.logFormat, .word("format"), .service,
        "How log lines are written: text or json.")
}

extension Duration {
    fileprivate static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
    fileprivate static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}
