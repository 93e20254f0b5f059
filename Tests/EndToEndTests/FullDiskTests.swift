import Foundation
import TestSupport
import Testing

/// An agent on a file system of its own that really is full: of bytes, or of inodes, which no check of
/// the free bytes foresees.
@Suite(.enabled(if: Namespace.canMount, "no user namespaces: a file system cannot be mounted"))
struct FullDiskTests {
    @Test func whatWasThereIsServedUntilThereIsRoom() throws {
        let venue = try Venue()
        try venue.publish()
        try venue.expect(venue.poll())
        try FileManager.default.copyItem(atPath: venue.site, toPath: venue.folder["old-site"])
        try Self.keepServed(venue, as: "old")
        for year in ["2018", "2024", "2026"] { try venue.edit(year, "title: ", "title: New ") }
        try venue.publish()
        try venue.expect(venue.poll())
        try Self.keepServed(venue, as: "new")

        let result = try Program.run(
            "/usr/bin/unshare",
            [
                "-rm", "/bin/sh", "-euc", Self.script, "sh", Program.path(of: "bundle-agent"),
                venue.folder.path,
            ])
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
        fill() {
            mkdir "$disk/filling"
            if [ "$1" = bytes ]; then
                free=$(df --output=avail -k "$disk" | tail -n 1)
                head -c $(( (free - $2) * 1024 )) /dev/zero > "$disk/filling/file"
            else
                free=$(df --output=iavail "$disk" | tail -n 1)
                seq -f "$disk/filling/%g" $(( free - $2 )) | xargs touch
            fi
        }
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
}

private enum Namespace {
    /// Whether this user may mount a file system that nobody else sees.
    static let canMount: Bool = {
        let mount = ["-rm", "/bin/mount", "-t", "tmpfs", "none", "/mnt"]
        return (try? Program.run("/usr/bin/unshare", mount))?.status == 0
    }()
}
