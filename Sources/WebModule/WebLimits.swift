import BreakdownRenderer
import BundleFormat
import JSON

/// The limits of a module's calls.
enum WebLimits {
    /// Bytes of one call's data: prevents a page from filling its memory with one text; a season's matches have less.
    static let dataBytesMax = JSONLimits.file.lengthBytesMax
    /// The options of a call: at most a bundle's files.
    static let options = JSONLimits(lengthBytesMax: 1 << 20, depthMax: 8, valuesMax: 20_000)
    /// Keys in the options: a caller with more should filter its list before.
    static let keysMax = 1_000
}
