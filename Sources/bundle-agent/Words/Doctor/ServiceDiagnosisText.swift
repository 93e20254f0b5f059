import BundleUpdater
import Files
import Terminals

extension ServiceDiagnosis {
    /// What `doctor` says about the service, or the timer that replaces it.
    var words: DiagnosisText.Words {
        let (service, timer) = (Unit.service.rawValue, Unit.timer.rawValue)
        return switch self {
        case .noSystemd: ("systemd does not run here, or does not answer", nil)
        case .notInstalled: ("\(service) is not installed; the package has it", nil)
        case .masked:
            (
                "\(service) is masked",
                "systemctl unmask \(service), then systemctl enable --now \(service)"
            )
        case .stopped:
            (
                "neither \(service) nor \(timer) runs, and neither starts with the machine",
                "systemctl enable --now \(service)"
            )
        case .notActive(let unit):
            (
                "\(unit.rawValue) starts with the machine and is not active",
                "systemctl status \(unit.rawValue) says why; systemctl start \(unit.rawValue)"
            )
        case .notEnabled(let unit):
            (
                "\(unit.rawValue) is active and does not start with the machine",
                "systemctl enable \(unit.rawValue)"
            )
        case .changes(let unit, let other):
            (
                "\(unit.rawValue) is active, and \(other.rawValue) starts with the machine",
                "systemctl disable \(other.rawValue), then systemctl enable \(unit.rawValue)"
            )
        case .both:
            (
                "\(service) and \(timer) both start with the machine, and only one of them can run",
                "systemctl disable --now \(timer), then systemctl start \(service)"
            )
        case .active(let unit): ("\(unit.rawValue) is installed, enabled and active", nil)
        }
    }
}

extension SelfTestDiagnosis {
    /// What `doctor` says about the self-test.
    var words: DiagnosisText.Words {
        switch self {
        case .none: ("none is configured: bundles are used untested", nil)
        case .notInstalled: ("breakdown is not installed: bundles are used untested", nil)
        case .standard(let program): ("\(program) self-test", nil)
        case .command(let program): (program, nil)
        case .noProgram(let name):
            (
                "\(name): no such program, or not to be run",
                "install it, or correct the setting 'self-test'"
            )
        case .unconfined:
            (
                "no Landlock here (Linux before 5.13, or switched off): a self-test can read every"
                    + " file that the agent's user can read; 'self-test = none' runs none", nil
            )
        case .partlyConfined(let version):
            (
                "version \(version) of Landlock: a self-test reads its season alone; signals and"
                    + " abstract sockets are denied by the system call filter alone", nil
            )
        case .confined(let version): ("version \(version) of Landlock: nothing is missing", nil)
        }
    }
}

extension MetricsDiagnosis {
    /// What `doctor` says about the metrics file.
    var words: DiagnosisText.Words {
        switch self {
        case .none: ("none are written: no metrics-file", nil)
        case .writable(let file): (file, nil)
        case .folderAbsent(let file, let folder, let writer):
            (
                "\(file): the folder \(folder) is not there, so no metrics are written",
                RightsChange.remedy(
                    "mkdir -p \(ShellWord.quoted(folder)), then chown \(writer) \(ShellWord.quoted(folder))",
                    at: folder)
            )
        case .folderIsFile(let file, let folder):
            (
                "\(file): \(folder) is no folder, so no metrics are written",
                "name another file with 'metrics-file'"
            )
        case .notPlain(let file):
            (
                "\(file): something other than a plain file is there, so no metrics are written",
                "remove it, or name another file with 'metrics-file'"
            )
        case .notWritable(let file, let folder, let writer):
            (
                "\(file): user \(writer) cannot write in \(folder)",
                "give that user the right to write there, or name another file with 'metrics-file'"
            )
        }
    }
}
