import ArgumentParser
import BundlePublisher
import JSON
import TUF

struct ListKeysCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Shows whose signatures count, and which keys are in the home.",
        discussion: """
            Examples:
              bundle-publish keys list
              bundle-publish keys list --json | jq .rootKeys
            """)

    @OptionGroup var options: HomeOptions

    @Flag(help: "Print one JSON object instead of lines.")
    var json = false

    var commands: PrintedCommands { PrintedCommands(home: options.home) }

    func perform() throws {
        let home = Home(path: options.home)
        let editor = try RootEditor(home: home, now: Surroundings.now)
        let root = try editor.roots.next()
        var places: [String: String] = [:]
        for path in try home.rootKeyPaths() + home.onlineKeyPaths {
            guard let key = try? KeyFile.read(SecretFile(path: path)) else { continue }
            places[key.publicKey.keyID] = path
        }
        let rootKeys = root.root.keys.map(\.keyID)
        let onlineKeys = root.timestamp.keys.map(\.keyID)
        let waiting = try editor.waiting()
        if json {
            let object: JSON = [
                "version": .integer(root.version - 1),
                "expires": .string(root.expires.description),
                "threshold": .integer(Int64(root.root.threshold)),
                "rootKeys": Self.json(rootKeys, places),
                "onlineKeys": Self.json(onlineKeys, places),
                "pending": waiting.map { .integer($0.pending.draft.version) } ?? nil,
            ]
            Console.result(object.text())
            return
        }
        var lines = [
            "root \(root.version - 1), expires \(root.expires); "
                + "\(root.root.threshold) of \(rootKeys.count) root keys must sign"
        ]
        for (kind, keyIDs) in [("root  ", rootKeys), ("online", onlineKeys)] {
            for keyID in keyIDs {
                let place = places[keyID].map { "  \($0)" } ?? ""
                lines.append("\(kind) \(KeyName.shown(keyID))\(place)")
            }
        }
        if let waiting {
            lines.append("root \(waiting.pending.draft.version) waits for signatures: keys sign")
            lines += waiting.difference.lines.map { "  \($0)" }
        }
        Console.result(lines.harmlessLines)
    }

    private static func json(_ keyIDs: [String], _ places: [String: String]) -> JSON {
        .array(
            keyIDs.map { keyID -> JSON in
                [
                    "keyId": .string(keyID),
                    "file": places[keyID].map { .string($0) } ?? nil,
                ]
            })
    }
}
