import BundleFormat
import BundleUpdater
import RepositoryTransport
import WebTransport

/// The checked values of all settings, with their defaults; ``Setting`` says what each is.
struct AgentSettings: Equatable, Sendable {
    var state = StateFolder("/var/lib/bundle-agent")
    var repositories: [RepositoryAddress] = []
    var rootFile = "/etc/bundle-agent/root.json"
    var certificateAuthorityFile: String?
    var credentialsFile: String?
    var proxy = Proxy.environment
    var connectTimeout = Duration.seconds(10)
    var idleTimeout = Duration.seconds(20)
    var totalTimeout = Duration.seconds(5 * 60)
    var bytesPerSecondMax: Int?
    var diskLimitBytes = 256_000_000
    var interval = Duration.seconds(PollPeriod.seconds)
    var pollTimeLimit = Duration.seconds(3_600)
    /// From 1; nil to derive it from the machine's identity.
    var wave: Int?
    var machineIdentityFile = "/etc/machine-id"
    var selfTest = SelfTestSetting.standard
    var selfTestTimeLimit = Duration.seconds(30)
    var staleAfter = Duration.seconds(2 * 86_400)
    var metricsFile: String?
    var logFormat = LogFormat.text
}

/// How the log's lines are written.
enum LogFormat: String, CaseIterable, Sendable {
    case text
    case json
}
