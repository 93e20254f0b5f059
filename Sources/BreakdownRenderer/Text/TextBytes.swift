/// UTF-8 that grows; a table is a thousand short pieces, and an array takes longer to add each of them.
struct TextBytes: ~Copyable {
    private var start: UnsafeMutableRawPointer
    private var capacity: Int
    private(set) var count = 0

    /// Most tables fit.
    private static let firstCapacityBytes = 8 << 10

    /// Starts empty.
    init() {
        capacity = Self.firstCapacityBytes
        start = .allocate(byteCount: capacity, alignment: 1)
    }

    deinit {
        start.deallocate()
    }

    var all: [UInt8] { Array(UnsafeRawBufferPointer(start: start, count: count)) }

    /// Adds all bytes to others.
    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Gives some of the bytes to a function.
    func withBytes<Result>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result)
        -> Result
    {
        body(
            UnsafeRawBufferPointer(
                rebasing: UnsafeRawBufferPointer(start: start, count: count)[range]))
    }

    /// Adds bytes.
    mutating func append(_ piece: UnsafeRawBufferPointer) {
        guard let base = piece.baseAddress else { return }
        reserve(piece.count)
        (start + count).copyMemory(from: base, byteCount: piece.count)
        count += piece.count
    }

    /// Adds a text.
    mutating func append(_ text: String) {
        let isAdded: Void? = text.utf8.withContiguousStorageIfAvailable {
            append(UnsafeRawBufferPointer($0))
        }
        // Only strings from Foundation are stored in another way.
        if isAdded == nil { for byte in text.utf8 { append(byte, count: 1) } }
    }

    /// Adds a byte several times; not at all if the number is negative.
    mutating func append(_ byte: UInt8, count added: Int) {
        guard added > 0 else { return }
        reserve(added)
        (start + count).initializeMemory(as: UInt8.self, repeating: byte, count: added)
        count += added
    }

    private mutating func reserve(_ added: Int) {
        guard added > capacity - count else { return }
        let wider = max(2 * capacity, count + added)
        let moved = UnsafeMutableRawPointer.allocate(byteCount: wider, alignment: 1)
        moved.copyMemory(from: start, byteCount: count)
        start.deallocate()
        start = moved
        capacity = wider
    }
}
