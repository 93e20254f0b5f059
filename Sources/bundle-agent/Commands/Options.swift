import ArgumentParser

/// The flags of every command, as typed; ``Configuration`` says what they mean.
struct StateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The configuration file; by default $\(ConfigurationFile.variable), or \
            \(ConfigurationFile.standard) if it exists; 'none' for no file.
            """,
            valueName: "file"))
    var config: String?
    @Option(name: Setting.state.name, help: Setting.state.help) var state: String?

    /// What was typed.
    var said: SettingValues { SettingValues(flags: [(.state, [state])]) }
}

/// The flag for the command that computes the freshness, as typed.
struct FreshnessOptions: ParsableArguments {
    @Option(name: Setting.staleAfter.name, help: Setting.staleAfter.help) var staleAfter: String?

    /// What was typed.
    var said: SettingValues { SettingValues(flags: [(.staleAfter, [staleAfter])]) }
}

/// The flags for the commands that ask a repository, as typed.
struct RepositoryOptions: ParsableArguments {
    @Option(name: Setting.repository.name, help: Setting.repository.help)
    var repository: [String] = []
    @Option(name: Setting.root.name, help: Setting.root.help) var root: String?
    @Option(name: Setting.caFile.name, help: Setting.caFile.help) var caFile: String?
    @Option(name: Setting.credentialsFile.name, help: Setting.credentialsFile.quietHelp)
    var credentialsFile: String?
    @Option(name: Setting.proxy.name, help: Setting.proxy.quietHelp) var proxy: String?
    @Option(name: Setting.connectTimeout.name, help: Setting.connectTimeout.quietHelp)
    var connectTimeout: String?
    @Option(name: Setting.idleTimeout.name, help: Setting.idleTimeout.quietHelp)
    var idleTimeout: String?
    @Option(name: Setting.totalTimeout.name, help: Setting.totalTimeout.quietHelp)
    var totalTimeout: String?
    @Option(name: Setting.bandwidthLimit.name, help: Setting.bandwidthLimit.quietHelp)
    var bandwidthLimit: String?
    @Option(name: Setting.diskLimit.name, help: Setting.diskLimit.quietHelp)
    var diskLimit: String?
    @Option(name: Setting.wave.name, help: Setting.wave.quietHelp) var wave: String?
    @Option(name: Setting.machineIdentityFile.name, help: Setting.machineIdentityFile.quietHelp)
    var machineIdentityFile: String?
    @Option(name: Setting.selfTest.name, help: Setting.selfTest.quietHelp) var selfTest: String?
    @Option(name: Setting.selfTestTimeLimit.name, help: Setting.selfTestTimeLimit.quietHelp)
    var selfTestTimeLimit: String?
    @Option(name: Setting.metricsFile.name, help: Setting.metricsFile.quietHelp)
    var metricsFile: String?

    /// What was typed.
    var said: SettingValues {
        SettingValues(flags: [
            (.repository, repository), (.root, [root]), (.caFile, [caFile]),
            (.credentialsFile, [credentialsFile]), (.proxy, [proxy]),
            (.connectTimeout, [connectTimeout]), (.idleTimeout, [idleTimeout]),
            (.totalTimeout, [totalTimeout]), (.bandwidthLimit, [bandwidthLimit]),
            (.diskLimit, [diskLimit]), (.wave, [wave]),
            (.machineIdentityFile, [machineIdentityFile]),
            (.selfTest, [selfTest]), (.selfTestTimeLimit, [selfTestTimeLimit]),
            (.metricsFile, [metricsFile]),
        ])
    }
}

/// The flags of the service, as typed.
struct ServiceOptions: ParsableArguments {
    @Option(name: Setting.interval.name, help: Setting.interval.help) var interval: String?
    @Option(name: Setting.pollTimeLimit.name, help: Setting.pollTimeLimit.quietHelp)
    var pollTimeLimit: String?
    @Option(name: Setting.logFormat.name, help: Setting.logFormat.help) var logFormat: String?

    /// What was typed.
    var said: SettingValues {
        SettingValues(flags: [
            (.interval, [interval]), (.pollTimeLimit, [pollTimeLimit]), (.logFormat, [logFormat]),
        ])
    }
}

extension SettingValues {
    /// The settings of the command line.
    ///
    /// - Parameter flags: for each setting the typed values; nil or empty if there are none.
    fileprivate init(flags: [(setting: Setting, texts: [String?])]) {
        self.init()
        for (setting, texts) in flags {
            let texts = texts.compactMap { $0 }
            guard !texts.isEmpty else { continue }
            self[setting] = Value(texts: texts, source: .flag(setting.flag))
        }
    }
}

extension Setting {
    /// The parser's name of its flag.
    fileprivate var name: NameSpecification { .customLong(key) }

    /// Its line in `--help`.
    fileprivate var help: ArgumentHelp {
        let standard = text.standard.map { " (default: \($0))" } ?? ""
        return ArgumentHelp("\(text.sentence)\(standard)", valueName: text.value)
    }

    /// Only in `--help-hidden`: settings that people set once, in the file.
    fileprivate var quietHelp: ArgumentHelp {
        var help = help
        help.visibility = .hidden
        return help
    }
}
