/// Everything that can be configured; file keys, variables, flags and documents all come from here.
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

    /// Its name in the file: `ca-file`.
    var key: String { rawValue }

    /// Its name on the command line: `--ca-file`.
    var flag: String { "--\(rawValue)" }

    /// Its name in the environment: `BUNDLE_AGENT_CA_FILE`.
    var variable: String {
        Self.variablePrefix
            + String(rawValue.uppercased().map { $0 == "-" ? "_" : $0 })
    }

    /// Whether it may be given more than once, in order.
    var isList: Bool { self == .repository }

    /// How all variables begin.
    static let variablePrefix = "BUNDLE_AGENT_"
}

extension Setting {
    /// What people read of a setting.
    struct Text: Sendable {
        /// What stands for the value: `time`.
        let value: String
        /// What holds where nothing is said, as it would be typed; nil where that is nothing at all.
        let standard: String?
        /// What it is, in a sentence.
        let sentence: String

        init(_ value: String, _ standard: String?, _ sentence: String) {
            self.value = value
            self.standard = standard
            self.sentence = sentence
        }
    }

    /// What people read of it.
    var text: Text {
        switch self {
        case .state: Text("folder", Configuration.defaultState, "The state folder.")
        case .repository:
            Text(
                "address", nil,
                """
                The repository: http://, https://, file:// or a folder; none for the bundles inside \
                the program. More than one are mirrors, asked in this order.
                """)
        case .root:
            Text(
                "file", Configuration.defaultRoot,
                "The root metadata to trust, made by 'bundle-publish init'.")
        case .caFile:
            Text(
                "file", nil,
                """
                A PEM file of the only certificate authorities to trust for https; else the \
                system's.
                """)
        case .credentialsFile:
            Text("file", nil, "A file with what to say to a repository that asks who we are.")
        case .proxy:
            Text(
                "address", nil,
                """
                The proxy; none to use no proxy; else HTTPS_PROXY, http_proxy and NO_PROXY of the \
                environment, with 'environment' HTTP_PROXY too.
                """)
        case .connectTimeout: Text("time", "10s", "Until a connection and its encryption stand.")
        case .idleTimeout: Text("time", "20s", "Without a byte of an answer.")
        case .totalTimeout: Text("time", "5m", "For one file with its redirects.")
        case .bandwidthLimit:
            Text("rate", nil, "Bytes a second at most: 500k, 2M; none for no limit.")
        case .diskLimit:
            Text(
                "size", "256M",
                "Bytes that the state folder takes at most: seasons, downloads, older sets.")
        case .interval: Text("time", "15m", "Between two polls: 90s, 15m, 1h.")
        case .pollTimeLimit:
            Text(
                "time", "1h",
                "For one poll of the service with all its downloads; then it is ended.")
        case .wave:
            Text(
                "number", nil,
                """
                The wave of a staged rollout that this machine belongs to, 1 or canary for the first; \
                else by its identity.
                """)
        case .machineIdentityFile:
            Text("file", "/etc/machine-id", "The machine's identity, which places it in a wave.")
        case .selfTest:
            Text(
                "command", nil,
                """
                Run with a new bundle's folder behind it before the bundle is used; none for no test; \
                else 'breakdown self-test' where it is installed.
                """)
        case .selfTestTimeLimit: Text("time", "30s", "For one bundle's self-test.")
        case .staleAfter:
            Text("time", "2d", "Without a successful check until 'status' says stale.")
        case .metricsFile:
            Text(
                "file", nil,
                "Where to write metrics for node_exporter's textfile collector, ending in .prom.")
        case .logFormat: Text("format", "text", "The log's lines: text or json.")
        }
    }
}
