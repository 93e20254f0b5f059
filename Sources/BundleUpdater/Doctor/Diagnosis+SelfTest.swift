import Glibc

extension Diagnosis {
    /// The version of Landlock that has everything the agent uses: Linux 6.12.
    private static let completeLandlock: Int32 = 6

    /// Decides what this kernel lets a self-test do that a newer one denies; nil if no self-test is run.
    ///
    /// It is a note, because no setting changes the kernel, and the agent works as it should.
    static func confinement(_ setting: SelfTestSetting, landlock: Int32) -> Diagnosis? {
        guard setting != .none else { return nil }
        return switch landlock {
        case ..<1:
            .note(
                .confinement,
                "no Landlock here (Linux before 5.13, or switched off): a self-test can read every"
                    + " file that the agent's user can read; 'self-test = none' runs none")
        case ..<completeLandlock:
            // It does not know signals and abstract sockets.
            .note(
                .confinement,
                "version \(landlock) of Landlock: a self-test reads its season alone; signals and"
                    + " abstract sockets are denied by the system call filter alone")
        default: .ok(.confinement, "version \(landlock) of Landlock: nothing is missing")
        }
    }

    /// Looks for the configured program where the agent looks for it.
    static func selfTest(_ setting: SelfTestSetting, path: String) -> Diagnosis {
        func find(_ name: String) -> String? {
            SelfTest.find(name, path: path).flatMap { access($0, X_OK) == 0 ? $0 : nil }
        }
        switch setting {
        case .none: return .note(.selfTest, "none is configured: bundles are used untested")
        case .standard:
            return find(SelfTestSetting.standardProgram).map { .ok(.selfTest, "\($0) self-test") }
                ?? .note(.selfTest, "breakdown is not installed: bundles are used untested")
        case .command(let words):
            let name = words.first ?? ""
            return find(name).map { .ok(.selfTest, $0) }
                ?? .problem(
                    .selfTest, "\(name): no such program, or not executable",
                    remedy: "install it, or correct the setting 'self-test'")
        }
    }
}
