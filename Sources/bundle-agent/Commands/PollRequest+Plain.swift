extension PollRequest {
    /// The request of a command line that is `poll` and then settings with their values; nil for every other.
    ///
    /// Each setting is given at most once, and no value is empty or has a dash in front. Reading it this way
    /// and with ArgumentParser gives the same request, and takes a fifth of a poll less (docs/adr/0009).
    ///
    /// - Parameter arguments: without the program's own name.
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

    /// False where there is no such flag, or it has been given before.
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
    /// Whether `poll` has a flag for it.
    fileprivate var isOfPolls: Bool {
        switch self {
        case .interval, .pollTimeLimit, .logFormat, .staleAfter: false
        default: true
        }
    }
}
