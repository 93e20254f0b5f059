import Files
import Logging
import TestSupport
import Testing

@testable import bundle_agent

/// The loop: what it waits for, what it says, and that no trouble ends it.
@Suite struct ServiceTests {
    @Test func itServesBeforeTheFirstPollAndGoesOnThroughTrouble() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        let heard = Heard()
        var pauses: [Duration] = []
        var seen: [[Int: String]] = []
        let service = Service(
            poller: world.poller(),
            schedule: PollSchedule(interval: .seconds(900), retryAfterMax: .seconds(86_400)),
            wait: { pause in
                pauses.append(pause)
                seen.append((try? world.served()) ?? [:])
                // What happens in the world between the polls.
                switch pauses.count {
                case 1, 2: break
                case 3: try? world.publish([2024: "a"])
                case 4: try? Files.removeTree(world.site)
                case 5: break
                default: return true
                }
                world.now += 900
                return false
            }, log: EventLog(heard.logger), random: { 0.5 })
        service.run()

        let embedded = [2024: "e:embedded"]
        let downloaded = [2024: "a:downloaded"]
        #expect(seen == [embedded, embedded, embedded, downloaded, downloaded, downloaded])
        #expect(
            pauses == [
                .zero, .seconds(30), .seconds(60), .seconds(450), .seconds(30), .seconds(60),
            ])
        #expect(
            heard.messages == [
                "bundle switched", "repository unreachable; data may be outdated",
                "bundle switched", "repository followed again",
                "repository unreachable; data may be outdated",
            ])
    }

    @Test func withoutARepositoryItSaysSoOnce() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        let heard = Heard()
        var rounds = 0
        Service(
            poller: Poller(
                state: world.state, embedded: try world.embeddedSet(), repository: nil,
                clock: { world.now }),
            schedule: PollSchedule(interval: .seconds(900), retryAfterMax: .seconds(86_400)),
            wait: { _ in
                rounds += 1
                return rounds > 3
            }, log: EventLog(heard.logger)
        ).run()
        #expect(
            heard.messages == [
                "bundle switched",
                "no repository configured; serving the bundles inside the program",
            ])
    }

    @Test func aStateFolderThatCannotBeMadeDoesNotEndIt() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        try world.publish([2024: "a"])
        try world.folder.write("a file is in the way", to: "state")
        let heard = Heard()
        var rounds = 0
        Service(
            poller: world.poller(),
            schedule: PollSchedule(interval: .seconds(900), retryAfterMax: .seconds(86_400)),
            wait: { _ in
                rounds += 1
                if rounds == 3 { try? Files.remove(world.state.path) }
                return rounds > 4
            }, log: EventLog(heard.logger)
        ).run()
        #expect(
            heard.messages == [
                "state folder failed", "bundle switched", "repository followed again",
            ])
        #expect(try world.served() == [2024: "a:downloaded"])
    }
}

/// A logger that keeps its messages.
final class Heard {
    private final class Kept: @unchecked Sendable {
        var messages: [String] = []
    }
    private struct Handler: LogHandler {
        let kept: Kept
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) { kept.messages.append("\(event.message)") }
    }

    private let kept = Kept()
    var messages: [String] { kept.messages }
    var logger: Logger {
        let kept = kept
        return Logger(label: "test") { _ in Handler(kept: kept) }
    }
}
