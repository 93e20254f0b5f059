import BreakdownRenderer
import BundleFormat
import BundleZip
import JSON
import MatchKeys
import Text

/// The rules of the programs as answers, so that no page writes them a second time.
extension WebModule {
    /// Answers a question; docs/WEB.md lists them.
    ///
    /// - Parameters:
    ///   - data: the text or the bytes that it is about.
    /// - Returns: the answer in JSON.
    /// - Throws: ``Refusal`` for another question, and for data that the question cannot be about.
    package func ask(
        options: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>
    ) throws(Refusal) -> [UInt8] {
        let facts = try OptionReading.json(options)
        let answer: JSON =
            switch facts["ask"]?.stringValue {
            case "text": .string(PlainText.lines(String(decoding: data, as: UTF8.self)))
            case "age": .string(Retrieval.age(max(0, facts.integer("seconds"))))
            case "inquiry": Self.inquiry(String(decoding: data, as: UTF8.self))
            case "attempt": try Self.attempt(facts, data)
            case "pace": Self.pace(facts)
            case "clock": Self.clock(facts, data)
            case "events": try Self.events(data)
            case "isDown":
                .bool(StillExpected.isDown(try Self.event(facts), by: try Self.json(data)))
            case "list": try Self.list(facts, data)
            case "years": Self.years(data)
            case "zip": try Self.zip(data)
            default: throw Refusal(.invalidOptions, "ask: expected a question of docs/WEB.md")
            }
        return Array(answer.text().utf8)
    }

    private static func json(_ data: UnsafeBufferPointer<UInt8>) throws(Refusal) -> JSON {
        do throws(JSONError) {
            return try JSON.parse(Array(data), limits: .matches)
        } catch {
            throw Refusal(.invalidJSON, "\(name): \(error)")
        }
    }

    private static func event(_ facts: JSON) throws(Refusal) -> EventKey {
        guard let key = facts["event"]?.stringValue.flatMap({ EventKey($0) }) else {
            throw Refusal(.invalidOptions, "event: expected the key of an event")
        }
        return key
    }

    private static func inquiry(_ text: String) -> JSON {
        guard let inquiry = Inquiry(text) else {
            return [
                "isAddress": .bool(Inquiry.isAddress(text)),
                "advice": .string(Inquiry.advice(about: text)),
            ]
        }
        let match: JSON =
            if case .match(let key) = inquiry { .string(key.description) } else { nil }
        return ["match": match, "event": .string(inquiry.event.description)]
    }

    /// The years that a text's matches and insights need descriptions of, each once.
    private static func years(_ data: UnsafeBufferPointer<UInt8>) -> JSON {
        var drawing = Drawing(DrawingOptions())
        var scanner = ValueScanner()
        var years: [Int] = []
        for found in scanner.scan(data, reading: drawing.shapes) + scanner.finish() {
            // Who draws the text says what is wrong with it.
            for json in (try? drawing.values(of: found)) ?? [] {
                guard let source = (try? drawing.read(json)) ?? nil, !years.contains(source.year)
                else { continue }
                years.append(source.year)
            }
        }
        return .array(years.map { .integer(Int64($0)) })
    }

    /// Where the files of a published zip are in it; the host unpacks them.
    private static func zip(_ data: UnsafeBufferPointer<UInt8>) throws(Refusal) -> JSON {
        let limits = BundleLimits.standard
        do throws(BundleFormatError) {
            guard data.count <= limits.zipBytesMax else {
                throw .wrong("zip", expected: "at most \(limits.zipBytesMax) bytes", found: "more")
            }
            let entries = try ZipLayout.entries(of: UnsafeRawBufferPointer(data), limits)
            guard entries.reduce(0, { $0 + $1.lengthBytes }) <= limits.unpackedBytesMax else {
                throw .wrong(
                    "zip", expected: "at most \(limits.unpackedBytesMax) bytes unpacked",
                    found: "more")
            }
            var end = 0
            return .array(
                entries.map { entry in
                    let start = end + ZipForm.localBytes + entry.path.utf8.count
                    end = start + entry.packed.count
                    return [
                        "path": .string(entry.path), "start": .integer(Int64(start)),
                        "end": .integer(Int64(end)), "isDeflated": .bool(entry.isDeflated),
                        "length": .integer(Int64(entry.lengthBytes)),
                    ]
                })
        } catch {
            throw Refusal(.damagedBundle, error.description)
        }
    }
}

// MARK: - The Blue Alliance

extension WebModule {
    /// What an attempt to get an answer came to, and how many milliseconds to wait before the next one, if it is worth it.
    private static func attempt(
        _ facts: JSON, _ data: UnsafeBufferPointer<UInt8>
    ) throws(Refusal) -> JSON {
        guard let resource = facts["path"]?.stringValue.flatMap({ Resource(path: $0) }) else {
            throw Refusal(.invalidOptions, "path: expected one below the API's address")
        }
        let result: AttemptResult =
            if let status = facts["status"]?.integerValue {
                AttemptResult(
                    status: Int(clamping: status), body: Array(data), of: resource,
                    hasStored: facts["hasTag"]?.boolValue ?? false
                ) { facts["headers"]?[$0]?.stringValue }
            } else {
                .trouble(
                    .unreachable(facts["problem"]?.stringValue ?? ""), canRetry: true)
            }
        switch result {
        case .fresh(let tag, let seconds):
            return [
                "kind": "fresh", "tag": tag.map { .string($0) } ?? nil,
                "freshSeconds": .integer(resource.freshSeconds(seconds)),
            ]
        case .unchanged(let seconds):
            return [
                "kind": "unchanged",
                "freshSeconds": seconds.map { .integer(resource.freshSeconds($0)) } ?? nil,
            ]
        case .absent: return ["kind": "absent"]
        case .keyRefused: return ["kind": "key-refused"]
        case .trouble(let trouble, let canRetry, let seconds):
            let wait =
                canRetry
                ? RetryPlan(hasStored: facts["hasStored"]?.boolValue ?? false).wait(
                    after: Int(clamping: facts.integer("attempts")),
                    elapsedMilliseconds: facts.integer("elapsed"), retryAfterSeconds: seconds,
                    dice: Double(facts.integer("dice")) / 1_000) : nil
            return [
                "kind": "trouble", "trouble": .string(trouble.description),
                "retryAfterSeconds": .integer(trouble.retryAfterSeconds),
                "wait": wait.map { .integer($0) } ?? nil,
            ]
        }
    }

    private static func pace(_ facts: JSON) -> JSON {
        var pace = FollowPace(
            failureCount: Int(clamping: facts.integer("failures")),
            secondsWithoutNews: facts.integer("secondsWithoutNews"))
        let seconds = pace.secondsToWait(
            freshSeconds: facts.integer("freshSeconds"),
            hasNews: facts["hasNews"]?.boolValue ?? false,
            isTrouble: facts["isTrouble"]?.boolValue ?? false,
            retryAfterSeconds: facts.integer("retryAfterSeconds"))
        return [
            "seconds": .integer(seconds), "failures": .integer(Int64(pace.failureCount)),
            "secondsWithoutNews": .integer(pace.secondsWithoutNews),
        ]
    }

    /// The time in an event's zone, as its list writes times; in UTC, with its name, if nothing is known of the event.
    private static func clock(_ facts: JSON, _ data: UnsafeBufferPointer<UInt8>) -> JSON {
        let event = (try? json(data)).flatMap { try? EventFacts.decode($0) }
        return .string(ClockText.now(facts.integer("now"), in: event?.timeZone))
    }

    /// What there is to say about each event of a list; null for what is none.
    private static func events(_ data: UnsafeBufferPointer<UInt8>) throws(Refusal) -> JSON {
        .array(
            (try json(data).arrayValue ?? []).map { event in
                guard let facts = try? EventFacts.decode(event), EventKey(facts.key) != nil else {
                    return nil
                }
                return [
                    "key": .string(facts.key), "name": facts.name.map { .string($0) } ?? nil,
                    "days": facts.dateText.map { .string($0) } ?? nil,
                ]
            })
    }

    /// An event's matches in play order, with what their lines show.
    private static func list(
        _ facts: JSON, _ data: UnsafeBufferPointer<UInt8>
    ) throws(Refusal) -> JSON {
        let (key, now) = (try event(facts), facts.integer("now"))
        let given = try json(data).arrayValue ?? []
        guard given.count == 2, let list = given[1].arrayValue else {
            throw Refusal(.notAMatch, "\(name): expected an event and a list of matches")
        }
        let event = try? EventFacts.decode(given[0])
        let (all, unreadable) = ListedMatch.all(list, playoffType: event?.playoffType)
        let team = facts["team"]?.stringValue.map { MatchChoice.team($0) ?? $0 }
        let level = facts["level"]?.stringValue.flatMap { MatchKey.Level(rawValue: $0) }
        let choice = MatchChoice(team: team, level: level)
        let chosen = choice.choose(all)
        // A screen has room for a few matches.
        let rows = facts["rows"]?.integerValue.map { Int(clamping: $0) }
        let near = rows.map { PlayOrder.window(in: chosen, count: $0) } ?? chosen.indices
        var chosenCount = 0
        let table = ListTable(
            matches: Array(chosen[near]), zone: event?.timeZone, style: ListStyle(), now: now)
        return [
            "isOpen": .bool(StillExpected.isExpected(of: event, year: key.year, at: now)),
            "unreadable": .array(unreadable.sentences(of: key).map { .string($0) }),
            "legend": .array(table.legend.map { .string($0) }),
            "lines": .array(
                all.map { listed in
                    let match = listed.match
                    let cell = { (column: ListTable.Column) in
                        JSON.string(table.text(column, listed))
                    }
                    let isChosen = !choice.choose([listed]).isEmpty
                    defer { chosenCount += isChosen ? 1 : 0 }
                    return [
                        "key": .string(match.key), "year": .integer(Int64(match.year)),
                        "level": .string(match.level.code), "state": .string(listed.state.rawValue),
                        "winner": match.winner.map { .string($0.rawValue) } ?? nil,
                        "hasResult": .bool(match.hasResult),
                        "isExpected": .bool(StillExpected.isExpected(match, at: now)),
                        "absence": listed.absence(at: now).map { .string($0) } ?? nil,
                        // Differs from the last one if there is something new to say.
                        "told": ReportedMatch(listed).map { .integer(Int64($0.hashValue)) } ?? nil,
                        "isChosen": .bool(isChosen && near.contains(chosenCount)),
                        "redScore": match.red.score.map { .integer($0) } ?? nil,
                        "blueScore": match.blue.score.map { .integer($0) } ?? nil,
                        "name": cell(.name), "red": cell(.red), "score": cell(.score),
                        "blue": cell(.blue), "points": cell(.points), "time": cell(.time),
                    ]
                }),
        ]
    }
}

extension JSON {
    /// A number among the facts of a question; 0 if there is none.
    fileprivate func integer(_ name: String) -> Int64 { self[name]?.integerValue ?? 0 }
}
