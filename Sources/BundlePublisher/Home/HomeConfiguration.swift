import BundleFormat
import JSON
import SeasonAuthoring
import TUF

/// How long each role's signature is good for, and where the repository is; everything else about
/// publishing is decided by rules.
struct HomeConfiguration: Equatable {
    /// Days from signing to expiry, by role.
    var expiryDays: [TopLevelRole: Int64]
    /// The repository that commands are about: a directory, an object store or an address; nil if it is not written down.
    var repository: String?
    /// The address where agents find it; nil if it is not written down.
    var address: String?
    /// The rollout with which new contents begin; nil for every machine at once.
    var rollout: Rollout?

    /// What `init` writes: root 5 years, targets and snapshot 10, timestamp 90 days.
    static let standard = HomeConfiguration(expiryDays: [
        .root: 1_826, .targets: 3_652, .snapshot: 3_652, .timestamp: 90,
    ])

    static func text(repository: String? = nil) -> String {
        let named = repository.map { "repository: \(JSON.string($0).text())" }
        return """
            # How long a signature is good for, in days. Agents stop updating when one runs out,
            # and go on showing what they have. `bundle-publish refresh` renews in time all but root,
            # which `bundle-publish keys renew-root` renews.
            expiry_days:
              root: 1826        # five years; sign another one before they end
              targets: 3652
              snapshot: 3652
              timestamp: 90     # renewed when less than half is left

            # The repository that all commands are about: a directory, s3://BUCKET/PREFIX, or for those
            # that only read an address. --in names another one.
            \(named ?? "# repository: /srv/bundles")

            # Where agents find it. An empty directory is not published into while a state is live there.
            # address: https://bundles.example.org

            # Which machines follow new contents, and when; every machine at once without it.
            # waves: 10%:0h,50%:2h,100%:6h
            # hold_off: 10m

            """
    }

    func expiry(of role: TopLevelRole, signedAt now: UTCTime) -> UTCTime {
        now.advanced(bySeconds: (expiryDays[role] ?? 1) * 86_400)
    }

    /// Reads the file; the standard if there is none.
    static func read(_ home: Home) throws(PublishError) -> HomeConfiguration {
        let path = home.configurationPath
        let bytes = try home.read(
            "configuration.yaml", lengthBytesMax: PublishLimits.configurationBytesMax)
        guard let bytes else { return standard }
        do throws(DiagnosedError) {
            let source = try SourceText(path: path, bytes: bytes)
            let document = try YAMLDocument(source)
            do throws(JSONShapeError) {
                return try decode(JSONCursor(document.json))
            } catch {
                throw DiagnosedError(
                    Diagnostic(
                        file: path, place: source.place(document.span(ofValueAt: error.path)),
                        message: "\(error)"))
            }
        } catch {
            throw PublishError(.mistakes(error.diagnostics))
        }
    }

    private static func decode(_ cursor: JSONCursor) throws(JSONShapeError) -> HomeConfiguration {
        var configuration = standard
        var waves: [Rollout.Wave] = []
        var holdOffSeconds = 0
        for (key, member) in try cursor.members() {
            switch key {
            case "repository": configuration.repository = try member.string()
            case "address": configuration.address = try member.string()
            case "expiry_days":
                for (name, days) in try member.members() {
                    guard let role = TopLevelRole(rawValue: name) else {
                        throw days.mismatch("one of root, targets, snapshot and timestamp")
                    }
                    configuration.expiryDays[role] = try days.integer(in: 1...7_305)
                }
            case "waves":
                guard let list = WaveList(try member.string()) else {
                    throw member.mismatch("waves such as 10%:0h,100%:1d, each later and greater")
                }
                waves = list.waves
            case "hold_off":
                guard let span = TimeSpan(holdOff: try member.string())
                else { throw member.mismatch("a time of at most a day, such as 10m") }
                holdOffSeconds = span.seconds
            default:
                throw member.mismatch("only expiry_days, repository, address, waves and hold_off")
            }
        }
        configuration.rollout = Rollout.ofEveryone(unless: waves, holdOffSeconds: holdOffSeconds)
        return configuration
    }
}
