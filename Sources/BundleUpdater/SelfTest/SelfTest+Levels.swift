import JSON
import SeasonClient

extension SelfTest {
    /// After this time a program that was asked for its levels is killed: it has nothing to read.
    private static let answerLimit: Duration = .seconds(10)

    /// The highest level of the description language that the program reads.
    ///
    /// It answers `--levels` with one object, `{"levels":[1,2]}`. A program that does not know the
    /// question is older than level 2, or an owner's own program: it counts as reading only level
    /// 1.
    package func levelMax() -> Int {
        // It has no season to read.
        var access = ConfinedAccess(command, folders: [command[0]])
        access.landlockVersionMax = landlockVersionMax
        guard
            let process = try? ConfinedProcess(
                command + ["--levels"], access: access,
                limits: ConfinedLimits(time: Self.answerLimit))
        else { return 1 }
        while process.end == nil {
            ConfinedProcess.wait(for: [process])
            process.checkForEnd(isCancelled: false)
        }
        let limits = JSONLimits(lengthBytesMax: 4_096, depthMax: 4)
        guard case .exited(status: 0, let output)? = process.end,
            let answer = try? JSON.parse(output, limits: limits),
            let levels = answer["levels"]?.arrayValue?.compactMap(\.integerValue)
        else { return 1 }
        return Int(max(1, min(levels.max() ?? 1, 999)))
    }
}
