import Files
import JSON
import SeasonClient

extension Memory {
    /// Reads the three files; a file that cannot be read counts as empty.
    package init(_ state: StateFolder, _ limits: AgentLimits, damaged: (String) -> Void = { _ in })
    {
        self.init()
        if let json = Self.read(state.choices, limits, damaged) {
            if let read = Choices(json) {
                choices = read
            } else {
                damaged("\(state.choices): not readable; pins, holds and rollbacks are forgotten")
            }
        }
        if let json = Self.read(state.trials, limits, damaged) { trials = Trials(json) }
        if let json = Self.read(state.vouched, limits, damaged) {
            vouched = VouchedContents(json)
        }
    }

    /// Writes the files that changed.
    ///
    /// - Throws: ``FileError``; then each file is the old or the new one.
    package func write(_ state: StateFolder, replacing old: Memory?) throws(FileError) {
        if choices != old?.choices { try state.write(choices.json, at: state.choices) }
        if trials != old?.trials { try state.write(trials.json, at: state.trials) }
        if vouched != old?.vouched { try state.write(vouched.json, at: state.vouched) }
    }

    private static func read(
        _ path: String, _ limits: AgentLimits, _ damaged: (String) -> Void
    ) -> JSON? {
        do {
            return try JSON.parse(Files.read(path, lengthBytesMax: limits.memoryBytesMax))
        } catch let error as FileError where error.isNotFound {
            return nil
        } catch {
            damaged(StateFolder.forgotten(path, "\(error)"))
            return nil
        }
    }
}
