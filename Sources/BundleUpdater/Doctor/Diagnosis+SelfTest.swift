import Glibc

extension Diagnosis {
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
