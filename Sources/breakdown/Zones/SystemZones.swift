import BreakdownRenderer
import CELStandard
import Files
import JSON

/// The zone data of this machine.
enum SystemZones {
    /// Bytes of one zone's file: the largest has 4 kB.
    private static let fileBytesMax = 64 << 10

    /// What the machine knows about a zone.
    ///
    /// - Returns: nil if the machine has no data about it.
    static func history(
        of name: String, _ variable: (String) -> String? = Surroundings.variable
    ) -> ZoneHistory? {
        guard isName(name) else { return nil }
        var folders = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo"]
        if let own = variable("TZDIR"), own.hasPrefix("/") { folders.insert(own, at: 0) }
        for folder in folders {
            let bytes = try? Files.read("\(folder)/\(name)", lengthBytesMax: fileBytesMax)
            if let history = bytes.flatMap({ ZoneFile($0).history }) { return history }
        }
        return nil
    }

    /// Adds what the machine knows about an event's time zone.
    static func complete(_ facts: inout EventFacts) {
        if let name = facts.timeZone?.name { facts.timeZone?.history = history(of: name) }
    }

    /// Whether a text is a zone's name, so that it leads to no file elsewhere.
    private static func isName(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return text.utf8.count <= 64
            && parts.allSatisfy { part in
                !part.isEmpty && part.first != UInt8(ascii: ".")
                    && part.allSatisfy {
                        switch $0 {
                        case UInt8(ascii: "A")...UInt8(ascii: "Z"),
                            UInt8(ascii: "a")...UInt8(ascii: "z"),
                            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
                            UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
                            true
                        default: false
                        }
                    }
            }
    }
}

extension EventFacts {
    /// Reads an event, and its zone's past from this machine.
    ///
    /// - Returns: nil if it is no event.
    static func local(_ json: JSON) -> EventFacts? {
        guard var facts = try? EventFacts.decode(json) else { return nil }
        SystemZones.complete(&facts)
        return facts
    }
}
