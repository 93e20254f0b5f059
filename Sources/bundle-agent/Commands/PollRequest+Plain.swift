import PlainArguments

extension PollRequest {
    /// The request of a command line with `poll` and only settings with their values; nil for every
    /// other.
    ///
    /// Each setting is given at most once, and no value is empty or begins with a dash. This way
    /// and ArgumentParser give the same request; this one saves a fifth of a poll (docs/adr/0009).
    init?(plain arguments: ArraySlice<String>) {
        guard arguments.first == "poll", let plain = PlainArguments(arguments.dropFirst()),
            plain.words.isEmpty
        else { return nil }
        self.init()
        for option in plain.options {
            guard set(option.flag, to: option.value) else { return nil }
        }
    }

    /// False if there is no such flag, or if it was given before.
    private mutating func set(_ flag: String, to value: String) -> Bool {
        if flag == "--config", configurationFile == nil {
            configurationFile = value
            return true
        }
        let groups = [StateFlags.group, PollOptions.group]
        let setting = Setting.all.first { $0.flag == flag && groups.contains($0.group) }
        guard let setting, !given.given.contains(setting) else { return false }
        given[setting] = SettingTexts.Value(texts: [value], source: .flag, place: flag)
        return true
    }
}
