import BundleFormat

extension SeasonEvent {
    package var words: String {
        var words = kind.rawValue
        switch kind {
        case .recalled, .lifted:
            words += " " + recalls.map(\.short).joined(separator: ", ")
        case .dropped:
            words += " " + recalls.map(\.short).joined(separator: ", ")
            words += ", with the key that signed it"
        case .waves, .added, .changed:
            if let rollout = bundle?.custom.rollout, !rollout.waves.isEmpty {
                words += kind == .waves ? " " : ", waves "
                words += rollout.isStopped ? "stopped" : WaveList(rollout.waves).text
            } else if kind == .waves {
                words += " all"
            }
        case .removed, .shownAgain, .renewed, .returned, .withdrawn: break
        }
        if let commit = bundle?.custom.commit { words += ", commit \(commit.prefix(12))" }
        return words + (isStillTrusted ? "" : ", by a key that was replaced since")
    }
}
