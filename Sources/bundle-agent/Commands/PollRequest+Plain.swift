extension PollRequest {
    /// The request of a command line with `poll` and only settings with their values; nil for every
    /// other.
    ///
    /// Each setting is given at most once, and no value is empty or begins with a dash. This way
    /// and ArgumentParser give the same request; this one saves a fifth of a poll (docs/adr/0009).
    ///
    /// - Parameter arguments: the arguments without the program's name.
    init?(plain arguments: ArraySlice<String>) {
        var rest = arguments
        guard rest.popFirst() == "poll" else { return nil }
        self.init()
        while let flag = rest.popFirst() {
            guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("-"),
                take(flag, value)
            else { return nil }
        }
    }

    /// False if there is no such flag, or if it was given before.
    private mutating func take(_ flag: String, _ value: String) -> Bool {
        if flag == "--config", configurationFile == nil {
            configurationFile = value
            return true
        }
        guard let setting = Setting.allCases.first(where: { $0.flag == flag }), setting.isOfPolls,
            !said.said.contains(setting)
        else { return false }
        said[setting] = SettingValues.Value(texts: [value], source: .flag(flag))
        return true
    }
}

extension Setting {
    /// Whether `poll` has a flag for this setting.
    fileprivate var isOfPolls: Bool {
        switch self {
        case .interval, .pollTimeLimit, .logFormat, .staleAfter: false
        default: true
        }
    }
}
