@testable import bundle_agent
import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// Two commands at once: the second waits for the first, or works; no pair finds damage where there is none.
@Suite struct TwoCommandsTests {
    /// What a command does beside another one.
    enum Way {
        /// It takes the lock, and waits for it.
        case changes
        /// It reads the state folder, and works.
        case looks
        /// It never opens the state folder.
        case apart
    }

    /// Every command of the program.
    static let commands: [String: Way] = [
        "poll": .changes, "run": .changes, "pin": .changes, "unpin": .changes, "hold": .changes,
        "resume": .changes, "rollback": .changes, "reset": .changes, "export": .looks,
        "status": .looks, "doctor": .looks, "why": .looks, "history": .looks, "config": .apart,
        "fleet": .apart,
    ]

    @Test("the table names every command")
    func everyCommand() throws {
        let help = try Program.run("bundle-agent", ["--help"]).output
        let names = help.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }.dropFirst()
            .filter { $0.hasPrefix("  ") && $0.dropFirst(2).first?.isLowercase == true }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(Set(Self.commands.keys) == Set(names))
    }

    /// The commands that take the lock, on a world that has served 2024 as `a`, then as `b`.
    static let changes: [String: @Sendable (World) throws -> Void] = [
        "poll": { world in #expect(world.poll().severity == .harmless) },
        "supervised-poll": { world in #expect(world.poller().prepare().severity == .harmless) },
        "pin": { world in
            let a = try World.version(2024, "a").hex
            _ = try world.choose { (facts) throws(ChoiceError) in try facts.pin(.of(2024), a) }
        },
        "unpin": { world in
            _ = try world.choose { (facts) throws(ChoiceError) in try facts.unpin(.of(2018)) }
        },
        "hold": { world in _ = try world.choose { (facts) throws(ChoiceError) in facts.hold(true) }
        },
        "resume": { world in
            _ = try world.choose { (facts) throws(ChoiceError) in facts.hold(false) }
        },
        "rollback": { world in
            _ = try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        },
        "reset": { world in _ = try world.choose { (facts) throws(ChoiceError) in facts.reset() } },
    ]

    /// A machine with something to pin, to unpin and to go back to.
    private func world() throws -> World {
        let world = try World()
        world.embedded = [2018: "x"]
        for word in ["a", "b"] {
            try world.publish([2018: "x", 2024: word])
            _ = world.poll()
            world.now += 60
        }
        let x = try World.version(2018, "x").hex
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.pin(.of(2018), x) }
        return world
    }

    @Test(
        "a command that changes something waits for another one", arguments: changes.keys.sorted())
    func changing(_ name: String) throws {
        let world = try world()
        let command = try #require(Self.changes[name])
        let other = Held(try Lock(world.state.lock))
        world.options.lockWait = .seconds(600)
        var waits = 0
        world.options.isCancelled = {
            // Asked while it waits; then the other one ends.
            if other.isHeld {
                waits += 1
                other.release()
            }
            return false
        }
        try command(world)
        #expect(waits == 1)
        #expect(try !world.served().isEmpty)
    }

    @Test("a look beside a poll that is between two writes finds no damage")
    func lookingBetweenWrites() throws {
        let world = try world()
        try world.publish([2018: "x", 2024: "c"])
        try world.folder.copy("state", to: "before")
        _ = world.poll()
        try world.folder.copy("state", to: "after")
        // The metadata files that a poll replaces, one after the other.
        let names = ["targets.json", "snapshot.json", "timestamp.json"]
        for done in 0...names.count {
            try world.folder.remove("state")
            try NothingOutsideTests.sh(
                "cp -a \"$0\" \"$1\"", world.folder["before"], world.folder["state"])
            for name in names.prefix(done) { try replace(name, world) }
            let other = Held(try Lock(world.state.lock))
            var gathering = try world.gathering()
            gathering.pause = {
                // The poll goes on, and is not done.
                for name in names { try? self.replace(name, world) }
            }
            let export = try gathering.gather()
            #expect(export.missing.isEmpty, "\(done)")
            _ = StateExamination(
                state: world.state, embedded: try world.embeddedSet(), isPolled: true
            ).run()
            #expect(try world.poller().preview().stateTrouble == nil)
            #expect(world.status().freshness.severity == .harmless, "\(done)")
            other.release()
        }
    }

    @Test("an export beside a poll says that it is busy, not that it is damaged")
    func busy() throws {
        let world = try world()
        try Files.remove("\(world.state.metadata)/snapshot.json")
        let other = Held(try Lock(world.state.lock))
        var gathering = try world.gathering()
        gathering.patience = .zero
        #expect(throws: ExportError.agent(.busy(world.state))) {
            try gathering.gather()
        }
        other.release()
        // Without a poll, it is what it is.
        #expect(throws: ExportError.damaged) { try gathering.gather() }
    }

    @Test("polls that are counted at the same time are all counted")
    func counting() throws {
        let world = try world()
        let report = world.poll()
        let state = world.state
        DispatchQueue.concurrentPerform(iterations: 20) { _ in
            try? Bookkeeping(state: state, metricsFile: nil)
                .record(report, milliseconds: 1, nextUnixSeconds: nil)
        }
        #expect(ServiceRecord.read(state, .standard).pollMilliseconds == 20)
    }

    private func replace(_ name: String, _ world: World) throws {
        let bytes = try Files.read(world.folder["after/metadata/\(name)"], lengthBytesMax: 1 << 20)
        try Files.replaceFileAndSync(at: "\(world.state.metadata)/\(name)", with: bytes)
    }
}

/// A lock that is let go at a moment.
private final class Held {
    private var lock: Lock?

    init(_ lock: Lock) { self.lock = lock }

    var isHeld: Bool { lock != nil }
    func release() { lock = nil }
}
