import Foundation
import TestSupport
import Testing

/// `keys rotate-online` on a file system that really is full: with any room it finishes or does nothing.
@Suite(.needs(.mountingAsAnyUser))
struct RotationDiskTests {
    /// What lies on the full disk.
    struct Place: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The folders there: `home`, `site` or both; the others are on a disk with room.
        let folders: String
        /// What is short, and how much of it is left for the first and the last of the 6 commands.
        var shortage = "bytes"
        let left: (first: Int, last: Int)
    }

    static let places = [
        Place(testDescription: "the home", folders: "home", left: (0, 20)),
        Place(
            testDescription: "the home, without inodes", folders: "home", shortage: "inodes",
            left: (0, 20)),
    ]

    @Test(arguments: places) func finishesOrDoesNothing(on place: Place) throws {
        let rotation = try Rotation()
        // A season with new content, so that the rotation has zips and pages to write, too.
        try rotation.fixture.addSeason(2024, title: "Another")
        let step = (place.left.last - place.left.first) / 5
        let result = try SmallDisk.run(
            Self.script,
            [
                Program.path(of: "bundle-publish"), rotation.fixture.folder.path, place.folders,
                place.shortage,
                (0...5).map { "\(place.left.first + step * $0)" }.joined(separator: " "),
            ])
        #expect(result.status == 0, "\(result.output)\(result.messages)")
        #expect(result.output.contains("did nothing\n"), "\(result.output)")
        #expect(result.output.contains("finished\n"), "\(result.output)")
        #expect(result.output.hasSuffix("done\n"), "\(result.output)")
    }

    /// For each amount of room: rotates, compares what counts, gives the room back, rotates if that was not done.
    private static let script = """
        program=$1 folder=$2 folders=$3 shortage=$4 amounts=$5 disk=$2/disk
        \(SmallDisk.fill)
        where() { case " $folders " in *" $1 "*) echo "$disk/$1" ;; *) echo "$folder/roomy/$1" ;; esac; }
        home=$(where home) site=$(where site)
        call() { "$program" "$@" --home "$home"; }
        rotate() { call keys rotate-online --in "$site" --root-key "$folder/signer.key"; }
        # What a machine asks for first, and what decides who may sign.
        counts() {
            find "$home/metadata" "$home/keys" "$home/pending" "$site/metadata/timestamp.json" "$site/metadata/"*.root.json \\
                -type f ! -name '*.lock' 2> /dev/null | sort | xargs sha256sum
        }
        leftovers() { find "$home" "$site" -name '.tmp-*'; }
        mkdir "$disk"
        for left in $amounts; do
            mount -t tmpfs -o size=16m,nr_inodes=4000 none "$disk"
            rm -rf "$folder/roomy"
            mkdir "$folder/roomy"
            cp -a "$folder/home" "$home"
            cp -a "$folder/site" "$site"
            call refresh --in "$site" --force > /dev/null
            before=$(counts)
            fill $shortage $left
            status=0
            rotate > "$folder/log" 2>&1 || status=$?
            case $status in
                0) echo "$left left: finished" ;;
                1) grep -q 'No space' "$folder/log" && [ "$(counts)" = "$before" ] && echo "$left left: did nothing" ;;
                *) false ;;
            esac || { echo "$left left: exit status $status"; counts; cat "$folder/log"; exit 1; }
            rm -r "$disk/filling"
            [ "$status" = 0 ] || rotate > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
            [ -z "$(leftovers)" ] || { leftovers; exit 1; }
            [ -f "$home/metadata/2.root.json" ] && [ ! -f "$home/metadata/3.root.json" ]
            call publish --in "$site" --bundles "$folder/bundles" > /dev/null
            cmp "$home/metadata/2.root.json" "$site/metadata/2.root.json"
            call verify --in "$site" > /dev/null
            umount "$disk"
        done
        echo done
        """
}
