import Glibc

/// Whether new bundles go through a self-test, and what the kernel denies it.
package enum SelfTestDiagnosis: SubjectDiagnosis, Equatable, Sendable {
    // The command.
    /// None is configured.
    case none
    /// The standard program is not installed, so bundles are used untested.
    case notInstalled
    case standard(program: String)
    case command(program: String)
    case noProgram(String)

    // What the kernel denies it. These are notes, because no setting changes the kernel, and the agent
    // works as it should.
    /// The kernel has no Landlock.
    case unconfined
    /// The kernel's version of Landlock does not know signals and abstract sockets.
    case partlyConfined(landlock: Int32)
    case confined(landlock: Int32)

    package var check: Diagnosis.Check {
        switch self {
        case .none, .notInstalled, .standard, .command, .noProgram: .selfTest
        case .unconfined, .partlyConfined, .confined: .confinement
        }
    }

    package var level: Diagnosis.Level {
        switch self {
        case .standard, .command, .confined: .ok
        case .none, .notInstalled, .unconfined, .partlyConfined: .note
        case .noProgram: .problem
        }
    }

    /// The version of Landlock that has everything the agent uses: Linux 6.12.
    private static let completeLandlock: Int32 = 6

    /// Decides what this kernel lets a self-test do that a newer one denies.
    ///
    /// - Returns: nil if no self-test is run.
    package static func confinement(_ setting: SelfTestSetting, landlock: Int32) -> Self? {
        guard setting != .none else { return nil }
        return switch landlock {
        case ..<1: .unconfined
        case ..<completeLandlock: .partlyConfined(landlock: landlock)
        default: .confined(landlock: landlock)
        }
    }

    /// Looks for the configured program where the agent looks for it.
    static func program(_ setting: SelfTestSetting, path: String) -> Self {
        func find(_ name: String) -> String? {
            SelfTest.find(name, path: path).flatMap { access($0, X_OK) == 0 ? $0 : nil }
        }
        switch setting {
        case .none: return .none
        case .standard:
            return find(SelfTestSetting.standardProgram).map { .standard(program: $0) }
                ?? .notInstalled
        case .command(let words):
            let name = words.first ?? ""
            return find(name).map { .command(program: $0) } ?? .noProgram(name)
        }
    }
}
