import Foundation
import TestSupport
import Testing

/// An agent on a file system of its own that really is full: of bytes, or of inodes, which no check of
/// the free bytes foresees.
@Suite(.needs(.mountingAsAnyUser))
struct FullDiskTests {
    @Test func whatWasThereIsServedUntilThereIsRoom() throws {
        let venue = try Venue.published()
        try venue.expect(venue.poll())
        try FileManager.default.copyItem(atPath: venue.site, toPath: venue.folder["old-site"])
        try Self.keepServed(venue, as: "old")
        for year in ["2018", "2024", "2026"] { try venue.edit(year, "title: ", "title: New ") }
        try venue.publish()
        try venue.expect(venue.poll())
        try Self.keepServed(venue, as: "new")

        let result = try SmallDisk.run(
            Self.script, [Program.path(of: "bundle-agent"), venue.folder.path])
        #expect(result.status == 0, "\(result.output)\(result.messages)")
        #expect(result.output.hasSuffix("done\n"), "\(result.output)")
    }

    private static func keepServed(_ venue: Venue, as name: String) throws {
        for (path, bytes) in try venue.served() {
            try venue.folder.write(String(decoding: bytes, as: UTF8.self), to: "\(name)/\(path)")
        }
    }

    /// Installs the old set, takes the room away but for some kilobytes or inodes, polls, looks at what
    /// is served, gives the room back, polls.
    private static let script = """
        agent=$1 folder=$2 disk=$2/disk
        poll() { "$agent" poll --state "$disk/state" --root "$folder/home/metadata/1.root.json" --repository "$1"; }
        serves() { diff -r -x set.json "$disk/state/current/" "$folder/$1"; }
        \(SmallDisk.fill)
        mkdir "$disk"
        for shortage in 'bytes 0' 'bytes 2900' 'inodes 0' 'inodes 5' 'inodes 20' 'inodes 70'; do
            mount -t tmpfs -o size=16m,nr_inodes=2000 none "$disk"
            poll "$folder/old-site" > /dev/null
            serves old
            fill $shortage
            status=0
            poll "$folder/site" > "$folder/log" 2>&1 || status=$?
            echo "$shortage left: exit status $status"
            case $status in
                0) serves new ;;
                1) serves old > /dev/null || serves new; grep -qE 'No space|kB free' "$folder/log" ;;
                *) false ;;
            esac || { cat "$folder/log"; exit 1; }
            rm -r "$disk/filling"
            poll "$folder/site" > /dev/null
            serves new
            [ -z "$(find "$disk/state" -name '*.tmp-*')" ]
            umount "$disk"
        done
        echo done
        """

    /// How the state's file system stops taking anything, and the words that `status` has for it.
    struct Shortage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Run by sh before the first poll, or after one where `isLater`, with the file system as `$disk`.
        let script: String
        var isLater = false
        let words: String
    }

    static let shortages = [
        Shortage(testDescription: "no bytes", script: "fill bytes 0", words: "KiB are free"),
        Shortage(
            testDescription: "some bytes", script: "fill bytes 300", words: "nothing is served"),
        Shortage(
            testDescription: "no bytes later", script: "fill bytes 0", isLater: true,
            words: "KiB are free"),
        Shortage(testDescription: "no inodes", script: "fill inodes 0", words: "no inodes left"),
        Shortage(testDescription: "some inodes", script: "fill inodes 70", words: "no inodes left"),
        Shortage(
            testDescription: "no inodes later", script: "fill inodes 0", isLater: true,
            words: "no inodes left"),
        Shortage(
            testDescription: "read-only", script: "mount -o remount,ro \"$disk\"",
            words: "mounted read-only"),
        Shortage(
            testDescription: "read-only later", script: "mount -o remount,ro \"$disk\"",
            isLater: true, words: "mounted read-only"),
    ]

    @Test(
        "The disk is so full that no report can be written: status says broken",
        arguments: shortages)
    func statusIsBroken(_ shortage: Shortage) throws {
        let venue = try Venue.published()
        let script = """
            agent=$1 folder=$2 disk=$2/disk
            call() { "$agent" "$@" --config none --state "$disk/state" --root "$folder/home/metadata/1.root.json" --repository "$folder/site"; }
            \(SmallDisk.fill)
            mkdir "$disk"
            mount -t tmpfs -o size=16m,nr_inodes=2000 none "$disk"
            \(shortage.isLater ? "call poll > /dev/null" : "")
            \(shortage.script)
            if call poll > /dev/null; then echo "the poll succeeded"; exit 1; fi
            status=0
            call status || status=$?
            echo "exit status $status"
            call doctor || true
            """
        let result = try SmallDisk.run(
            script, [Program.path(of: "bundle-agent"), venue.folder.path])
        let lines = result.output.split(separator: "\n")
        #expect(result.status == 0, "\(result.output)\(result.messages)")
        #expect(lines.contains("exit status 2"), "\(result.output)")
        let freshness = lines.first { $0.hasPrefix("freshness ") } ?? ""
        #expect(
            freshness.contains("broken: ") && freshness.contains(shortage.words), "\(freshness)")
        #expect(!lines.contains { $0.contains("never") }, "\(result.output)")
        // What the doctor counts is what is there, not what was meant to be.
        let served = lines.first { $0.contains(" state.served ") } ?? ""
        #expect(lines.contains { $0.hasPrefix("problem  state.") }, "\(result.output)")
        #expect(!served.hasPrefix("ok") || served.contains(" 12 seasons"), "\(served)")
    }
}
