import Foundation
import TUF

/// Keeps trusted metadata in a folder, one file for each role.
///
/// The client also gives it each root by its number, to start faster; they are not kept.
final class FolderStore: MetadataStore {
    private let folder: URL

    /// Names the folder; it is created when the first file is stored.
    init(_ path: String) { folder = URL(fileURLWithPath: path) }

    func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]? {
        guard name.hasSuffix(".json") else { return nil }
        // Only a file that is not there counts as none: another error must not forget what was trusted.
        let data: Data
        do {
            data = try Data(contentsOf: folder.appending(path: name))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch {
            throw StoreError("\(name): \(error.localizedDescription)")
        }
        guard data.count <= lengthBytesMax else { throw StoreError("\(name): too long") }
        return Array(data)
    }

    func store(_ bytes: [UInt8], as name: String) throws(StoreError) {
        guard name.hasSuffix(".json") else { return }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // Atomic: a reader finds the old or the new file, never a part.
            try Data(bytes).write(to: folder.appending(path: name), options: .atomic)
        } catch {
            throw StoreError("\(name): \(error.localizedDescription)")
        }
    }

    func remove(_ name: String) throws(StoreError) {
        let path = folder.appending(path: name).path
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw StoreError("\(name): \(error.localizedDescription)")
        }
    }
}
