import JSON

/// Arbitrary bytes as JSON: a parsed value is written and read again as the same value, and it has
/// only one canonical form.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCanonicalJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let limits = JSONLimits(lengthBytesMax: 1 << 20, depthMax: 64, valuesMax: 10_000)
    guard let value = try? JSON.parse(bytes, limits: limits) else { return 0 }
    for style in [value.serialized(), value.serialized(.indented)] {
        let again = Harness.orStop { try JSON.parse(style, limits: limits) }
        Harness.require(again == value, "written and read again it is another value")
    }
    guard let canonical = try? value.canonical() else { return 0 }
    Harness.require((try? value.canonical()) == canonical, "two canonical forms of one value")
    // Canonical JSON contains control characters without escapes, so not every canonical form is
    // JSON.
    if let again = try? JSON.parse(canonical, limits: limits) {
        Harness.require(
            (try? again.canonical()) == canonical, "the canonical form has another canonical form")
    }
    return 0
}
