import ArgumentParser
import BundleUpdater
import Files
import Glibc
import JSON
import SeasonClient

struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Shows many machines side by side.",
        discussion: """
            Asks each machine over ssh for 'bundle-agent status --json', many at once. A machine that \
            does not answer has a line, too. A season counts as not the newest if another machine \
            serves a version that was published later. With --json it prints one object \
            (docs/fleet.schema.json).

            ssh asks for no password: use keys, and names from ~/.ssh/config.

            Examples:
              bundle-agent fleet pit1 pit2 admin@10.0.0.7
              bundle-agent fleet --hosts venue.txt --watch
              bundle-agent fleet --hosts venue.txt --json | jq -r '.machines[] | select(.status > 0).host'
              bundle-agent fleet pit1 --ssh 'ssh -p 2222 -i venue_key'

            Exit status, as for 'status', the most serious of all machines: \(ExitStatus.done) all \
            fresh, \(ExitStatus.failed) one is stale or does not answer, \(ExitStatus.broken) one is \
            broken, \(ExitStatus.usage) wrong usage.
            """)

    @Argument(help: ArgumentHelp("Machines, as ssh takes them.", valueName: "host"))
    var hosts: [String] = []

    @Option(
        name: .customLong("hosts"),
        help: ArgumentHelp(
            "A file with one machine on each line; # begins a comment.", valueName: "file"))
    var file: String?

    @Option(help: ArgumentHelp("How long one machine may take: 5s, 1m.", valueName: "time"))
    var timeLimit = "15s"

    @Option(help: ArgumentHelp("How many are asked at once.", valueName: "number"))
    var atOnce = 32

    @Option(
        help: ArgumentHelp(
            "How to call ssh; its words are separated by spaces.", valueName: "command"))
    var ssh = "ssh"

    @Option(help: ArgumentHelp("What to run on each machine.", valueName: "command"))
    var remoteCommand = "bundle-agent status --json"

    @Flag(help: "Ask again and again, until Ctrl-C.") var watch = false

    @Option(
        help: ArgumentHelp(
            "The time between two rounds of --watch, 1m by default.", valueName: "time"))
    var every: String?

    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        if every != nil, !watch { throw ValidationError("--every: expected --watch with it") }
    }

    func run() throws {
        let words = ssh.split(separator: " ").map(String.init)
        guard !words.isEmpty else {
            throw ValidationError("--ssh: expected a command, found nothing")
        }
        guard 1...512 ~= atOnce else {
            throw ValidationError("--at-once: expected 1 to 512, found \(atOnce)")
        }
        guard !remoteCommand.isEmpty else {
            throw ValidationError("--remote-command: expected a command, found nothing")
        }
        let timeLimitSeconds = try Self.duration(timeLimit, "--time-limit")
        let list = try machines()
        let pause = try Self.duration(every ?? "1m", "--every")
        let round = FleetRound(
            hosts: list, ssh: words, remoteCommand: remoteCommand,
            timeLimitSeconds: timeLimitSeconds, atOnceMax: atOnce,
            environment: ProcessEnvironment.variables(),
            onProgress: watch ? { _ in } : progress(of: list.count))
        while true {
            let report = round.ask()
            try show(report)
            guard watch else { return try report.severity.endCommand() }
            sleep(UInt32(pause))
        }
    }

    /// Seconds, from 1 to a day.
    private static func duration(_ text: String, _ option: String) throws -> Int {
        guard let seconds = UnitText.seconds.parse(text), 1...86_400 ~= seconds else {
            throw ValidationError("\(option): expected a time from 1s to 1d, found '\(text)'")
        }
        return seconds
    }

    private func show(_ report: FleetReport) throws {
        if json {
            return try Console.result(
                report.json.text(watch ? .compact : .indented) + (watch ? "\n" : ""))
        }
        let text = FleetText(report: report, isColoured: Console.takesColours)
        // A terminal shows one table that is drawn again; a file gets line after line.
        if watch, Console.canDraw(on: STDOUT_FILENO) { try Console.clear() }
        try Console.result(lines: text.lines, keepsColours: text.isColoured)
    }

    /// A line on the terminal that says how many have answered.
    private func progress(of count: Int) -> (Int) -> Void {
        guard Console.canDraw(on: STDERR_FILENO) else { return { _ in } }
        var shown = -1
        return { answered in
            guard answered != shown else { return }
            shown = answered
            Console.draw(
                answered == count ? "\r\u{1B}[K" : "\r\u{1B}[K\(answered) of \(count) have answered"
            )
        }
    }
}

extension FleetCommand {
    /// The largest number of machines; a longer list is probably the wrong file.
    private static let hostsMax = 10_000
    /// The longest name in bytes: a user, a domain name and a port.
    private static let nameBytesMax = 320

    /// The machines to ask: those of the command line, then those of the file, each once.
    ///
    /// The file has one host on each line; `#` begins a comment.
    ///
    /// - Throws: `ValidationError` for a name that `ssh` could take for an option, too many, or none;
    ///   ``Failure`` if the file cannot be read.
    func machines() throws -> [String] {
        let names = hosts + (try file.map(Self.lines) ?? [])
        guard !names.isEmpty else {
            throw ValidationError("hosts: expected a host, or --hosts with a file of them")
        }
        guard names.count <= Self.hostsMax else {
            throw ValidationError("hosts: expected at most \(Self.hostsMax), found \(names.count)")
        }
        for name in names {
            let isPlain = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            guard isPlain, !name.hasPrefix("-"), 1...Self.nameBytesMax ~= name.utf8.count else {
                throw ValidationError("host: expected a name as ssh takes it, found '\(name)'")
            }
        }
        var known: Set<String> = []
        return names.filter { known.insert($0).inserted }
    }

    private static func lines(of file: String) throws -> [String] {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(file, lengthBytesMax: hostsMax * (nameBytesMax + 1))
        } catch {
            throw Failure(error.description, status: ExitStatus.usage)
        }
        return try String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .flatMap { line in
                let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
                guard words.count <= 1 || words[0].hasPrefix("-") else {
                    throw ValidationError(
                        "\(file): expected one host on each line, found '\(words.joined(separator: " "))'"
                    )
                }
                return words.map(String.init)
            }
    }
}
