/// A general category of Unicode 17, such as `Lu` for letters in upper case.
///
/// The standard library's own table weighs 10 kB in the WebAssembly module, this one 3 kB. A test compares the two.
package struct GeneralCategory: Equatable, Sendable {
    package static let nonspacingMark = GeneralCategory(index: 5)
    package static let enclosingMark = GeneralCategory(index: 7)
    package static let format = GeneralCategory(index: 26)

    static let names = [
        "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe",
        "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn",
    ]

    /// The place of the category's name.
    let index: UInt32

    private init(index: UInt32) {
        self.index = index
    }

    /// Looks up the category of a code point.
    package init(_ scalar: Unicode.Scalar) {
        let runs = Self.runs
        // The last run that starts at the code point or before it.
        let sought = scalar.value << 8 | 0xFF
        var (from, to) = (0, runs.count)
        while to - from > 1 {
            let middle = (from + to) / 2
            if runs[middle] <= sought { from = middle } else { to = middle }
        }
        index = runs[from] & 0xFF
    }

    /// Where each run of code points of one category starts, and below it, in eight bits, the category.
    private static let runs: [UInt32] = {
        var runs: [UInt32] = []
        var (start, count): (UInt32, UInt32) = (0, 0)
        for byte in Array(table.utf8) {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                count = count * 10 + UInt32(byte - UInt8(ascii: "0"))
            default:
                let isCapital = byte <= UInt8(ascii: "Z")
                let index = isCapital ? byte - UInt8(ascii: "A") : byte - UInt8(ascii: "a") + 26
                runs.append(start << 8 | UInt32(index))
                start += max(count, 1)
                count = 0
            }
        }
        return runs
    }()
}
