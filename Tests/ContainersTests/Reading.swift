@testable import BundleUpdater
import Foundation
import Glibc

/// How a test gives a container to the reader.
enum Source: CaseIterable {
    case file, stream
}

/// Reads a container and returns the files of the repository in it.
func read(_ bytes: [UInt8], from source: Source = .file) throws -> [String: [UInt8]] {
    let descriptor = try open(bytes, source)
    defer { close(descriptor) }
    return try ContainerReader(descriptor).files()
}

private func open(_ bytes: [UInt8], _ source: Source) throws -> Int32 {
    switch source {
    case .file:
        var template = Array("\(NSTemporaryDirectory())/container-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        unlink(template)
        guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count,
            lseek(descriptor, 0, SEEK_SET) == 0
        else { throw Unexpected("no temporary file") }
        return descriptor
    case .stream:
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw Unexpected("no socket")
        }
        let writer = ends[1]
        Thread.detachNewThread {
            var rest = bytes[...]
            while !rest.isEmpty {
                // A reader may stop in the middle.
                let count = rest.withUnsafeBytes {
                    send(writer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { break }
                rest = rest.dropFirst(count)
            }
            close(writer)
        }
        return ends[0]
    }
}
