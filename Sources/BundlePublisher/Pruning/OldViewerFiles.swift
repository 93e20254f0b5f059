/// Finds the files of earlier pages: those in folders of `web/` that `match.html` does not name any more.
///
/// A cache may still have the earlier page, so its files wait as long as other old files. The time counts
/// from when the files of the present page were written, because the earlier page was in use until then.
struct OldViewerFiles: Equatable {
    private(set) var removed: [StoredFile] = []
    /// Files below `web/` whose names a publish would not write; they stay.
    private(set) var leftAlone: [String] = []

    init(in files: [StoredFile], page: [UInt8]?, horizonSecond: Int64) {
        var folders: [Substring: [StoredFile]] = [:]
        for file in files where file.path.hasPrefix("\(Viewer.folder)/") {
            if let folder = Viewer.folder(of: file.path) {
                folders[folder, default: []].append(file)
            } else {
                leftAlone.append(file.path)
            }
        }
        let text = String(decoding: page ?? [], as: UTF8.self)
        let present = folders.filter { text.contains("\($0.key)/") }
        guard let since = present.values.joined().map(\.modifiedSecond).max(), since < horizonSecond
        else { return }
        for (folder, files) in folders.sorted(by: { $0.key < $1.key })
        where present[folder] == nil && files.allSatisfy({ $0.modifiedSecond < horizonSecond }) {
            removed += files
        }
    }
}
