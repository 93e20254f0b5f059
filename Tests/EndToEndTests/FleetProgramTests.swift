import Foundation
import TestSupport
import Testing

/// `bundle-agent fleet`, over a real sshd: thirty machines, of which some are in trouble.
@Suite(.needs(programs: "sshd", "ssh"))
struct FleetProgramTests {
    private static let count = 30
    /// Machines in trouble, by the last number of their addresses.
    private enum Odd {
        static let behind = 3
        static let stale = 7
        static let hostile = 11
        static let noise = 12
        static let slow = 13
        static let noAgent = 14
        /// No server listens there.
        static let dead = 99
    }

    private struct Report: Decodable {
        struct Machine: Decodable {
            let host: String
            let answered: Bool
            let status: Int
            let problem: String?
            let behind: [Int]
            let freshness: String?
            let agentVersion: String?
        }
        let machines: [Machine]
    }

    private func address(_ number: Int) -> String { "127.0.0.\(number)" }

    /// Thirty machines that have polled, one of them before the last publish; the hosts are in a file.
    private func venue() throws -> (Venue, Sshd, hosts: String) {
        let venue = try Venue.published()
        #expect(try venue.poll().status == 0)
        let old = venue.folder["old"]
        try FileManager.default.copyItem(atPath: venue.state, toPath: old)
        try venue.edit("2024", "Total Auto", "All of Auto")
        try venue.publish()
        #expect(try venue.poll().status == 0)
        let agent = Program.path(of: "bundle-agent")
        let root = venue.folder["home/metadata/1.root.json"]
        let common = "--json --root \(root) --repository \(venue.site)"
        let sshd = try Sshd(
            on: (1...Self.count).map(address),
            running: """
                set -- $SSH_CONNECTION
                case ${3##*.} in
                \(Odd.behind)) exec \(agent) status \(common) --state \(old) ;;
                \(Odd.stale)) exec \(agent) status \(common) --state \(venue.folder["never"]) ;;
                \(Odd.hostile)) printf '{"schema":1,"freshness":"broken","staleSince":null,'
                    printf '"heldSince":null,"problem":"\\\\u001b[2Jgone\\\\u202e","years":[]}' ;;
                \(Odd.noise)) echo 'Welcome to pit 12' ;;
                \(Odd.slow)) exec tail -f --pid=$PPID /dev/null ;;
                \(Odd.noAgent)) exit 127 ;;
                *) exec \(agent) status \(common) --state \(venue.state) ;;
                esac
                """)
        let hosts = (1...Self.count).filter { $0 != Odd.slow }.map(address).joined(separator: "\n")
        try venue.folder.write(
            "# the pits\n\(hosts)\n\n\(address(Odd.dead))  # switched off\n\(address(1))\n",
            to: "hosts")
        return (venue, sshd, venue.folder["hosts"])
    }

    @Test(.needs(.jsonSchema)) func thirtyMachinesAreOneTable() throws {
        let (venue, sshd, hosts) = try venue()
        let asked = [
            "fleet", "--hosts", hosts, "--ssh", sshd.ssh, "--time-limit", "2m", "--at-once", "8",
        ]
        let json = try Program.run("bundle-agent", asked + ["--json"])
        #expect(json.status == 2, "\(json.messages)")
        #expect(try JSONSchema.mistakes(in: json.output, by: "fleet").isEmpty)
        let report = try JSONDecoder().decode(Report.self, from: Data(json.output.utf8))
        #expect(report.machines.count == Self.count, "each once, in order; not the slow one")
        #expect(report.machines.first?.host == address(1))
        let machines = Dictionary(uniqueKeysWithValues: report.machines.map { ($0.host, $0) })
        func machine(_ number: Int) throws -> Report.Machine {
            try #require(machines[address(number)])
        }
        let good = try machine(1)
        #expect(good.freshness == "fresh" && good.status == 0 && good.behind.isEmpty)
        #expect(good.agentVersion?.isEmpty == false)
        #expect(try machine(Odd.behind).behind == [2024])
        #expect(try machine(Odd.stale).freshness == "stale")
        #expect(try machine(Odd.stale).status == 1)
        #expect(try machine(Odd.hostile).status == 2)
        #expect(try !machine(Odd.noise).answered)
        #expect(try machine(Odd.noise).problem?.hasPrefix("the answer is not a status") == true)
        #expect(try machine(Odd.noAgent).problem == "there is no bundle-agent on it")
        #expect(try machine(Odd.dead).problem?.contains("refused") == true)
        #expect(
            report.machines.filter { $0.status == 0 }.count == Self.count - 5,
            "all but five: the one that is behind is fresh")

        let slow = try Program.run(
            "bundle-agent", ["fleet", address(Odd.slow), "--ssh", sshd.ssh, "--time-limit", "1s"])
        #expect(slow.status == 1 && slow.output.contains("no answer within 1 s"))

        let table = try Program.run(
            "bundle-agent",
            ["fleet"] + [1, Odd.behind, Odd.hostile, Odd.stale].map(address) + ["--ssh", sshd.ssh])
        #expect(table.status == 2)
        let lines = table.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 6)
        #expect(lines.first?.hasPrefix("HOST        FRESHNESS  AGENT") == true)
        #expect(lines[2].contains("2024"))
        #expect(lines[3].contains("\\u{1b}[2Jgone\\u{202e}"), "harmless: \(lines[3])")
        withExtendedLifetime((venue, sshd)) {}
        #expect(
            lines[5]
                == "4 machines: 2 fresh, 1 stale, 1 broken, 0 without an answer; 3 not the newest")
    }

    @Test func twoHostsOnALineAreRefused() throws {
        let folder = try TemporaryDirectory()
        try folder.write("pit1 # ours\n\npit2 pit3\n", to: "hosts")
        let result = try Program.run("bundle-agent", ["fleet", "--hosts", folder["hosts"]])
        #expect(result.status == 64)
        #expect(result.messages.contains("one host on each line, found 'pit2 pit3'"))
    }

    @Test func whatSshCouldTakeForAnOptionIsRefused() throws {
        let folder = try TemporaryDirectory()
        try folder.write("-oProxyCommand=touch \(folder["x"])\n", to: "hosts")
        let result = try Program.run("bundle-agent", ["fleet", "--hosts", folder["hosts"]])
        #expect(result.status == 64 && result.messages.contains("expected a name as ssh takes it"))
        #expect(!FileManager.default.fileExists(atPath: folder["x"]))
    }
}
