import Glibc

/// Arbitrary archives, as somebody may hand them over on a stick, and arbitrary streams from a process
/// that one of them has taken over.
///
/// An even first byte: the rest is an archive. An odd one: the rest is a stream.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzContainers(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    if start[0] % 2 == 0 { archive(bytes) } else { stream(bytes) }
    return 0
}

/// Small, so that an input takes milliseconds.
private let limits: ContainerLimits = {
    var limits = ContainerLimits.standard
    limits.entriesMax = 1_000
    limits.filesBytesMax = 1 << 20
    limits.unpackedBytesMax = 4 << 20
    limits.unratedBytesMax = 1 << 20
    return limits
}()

private func archive(_ bytes: [UInt8]) {
    var template = Array("/dev/shm/container-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    unlink(template)
    defer { close(descriptor) }
    require(write(descriptor, bytes, bytes.count) == bytes.count, "no temporary file")
    lseek(descriptor, 0, SEEK_SET)
    var sent: [UInt8] = []
    var files: [String: [UInt8]] = [:]
    do throws(ContainerProblem) {
        try ContainerReader(limits).read(descriptor) { name, content in
            require(content.count <= name.lengthBytesMax, "a file beyond its limit")
            require(files.updateValue(content, forKey: name.path) == nil, "a name twice")
            sent += ContainerStream.file(name, content)
        }
        require(files["metadata/timestamp.json"] != nil, "no timestamp")
        require(files.values.reduce(0) { $0 + $1.count } <= limits.filesBytesMax, "too much")
        sent += ContainerStream.end
        require((try? ContainerStream.files(in: sent, limits)) == files, "another stream")
    } catch {
        do throws(ContainerProblem) {
            _ = try ContainerStream.files(in: ContainerStream.problem(error), limits)
            require(false, "a problem is no problem")
        } catch {
            require(error != .stream, "a problem that does not arrive")
        }
    }
}

private func stream(_ bytes: [UInt8]) {
    guard let files = try? ContainerStream.files(in: bytes, limits) else { return }
    for (path, content) in files {
        guard let name = RepositoryName(path, limits) else {
            require(false, "a name that no repository has: \(path)")
            return
        }
        require(content.count <= name.lengthBytesMax, "a file beyond its limit")
        require(!path.contains("..") || !path.contains("../"), "a name that leads out")
    }
}

/// Ends the fuzzing with a finding.
private func require(_ condition: Bool, _ rule: String) {
    if !condition { fatalError(rule) }
}
