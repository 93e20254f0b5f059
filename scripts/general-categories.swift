// Writes Sources/CELStandard/Regex/GeneralCategoryTable.swift from the standard library's table of Unicode.
//
// Usage: swift scripts/general-categories.swift > Sources/CELStandard/Regex/GeneralCategoryTable.swift
//
// GeneralCategoryTests says when the library of a newer compiler has other categories.

/// The letter of a category: its place in `GeneralCategory.names`, counted from `A` to `Z` and on from `a`.
func letter(_ category: Unicode.GeneralCategory) -> Character {
    switch category {
    case .uppercaseLetter: "A"
    case .lowercaseLetter: "B"
    case .titlecaseLetter: "C"
    case .modifierLetter: "D"
    case .otherLetter: "E"
    case .nonspacingMark: "F"
    case .spacingMark: "G"
    case .enclosingMark: "H"
    case .decimalNumber: "I"
    case .letterNumber: "J"
    case .otherNumber: "K"
    case .connectorPunctuation: "L"
    case .dashPunctuation: "M"
    case .openPunctuation: "N"
    case .closePunctuation: "O"
    case .initialPunctuation: "P"
    case .finalPunctuation: "Q"
    case .otherPunctuation: "R"
    case .mathSymbol: "S"
    case .currencySymbol: "T"
    case .modifierSymbol: "U"
    case .otherSymbol: "V"
    case .spaceSeparator: "W"
    case .lineSeparator: "X"
    case .paragraphSeparator: "Y"
    case .control: "Z"
    case .format: "a"
    case .surrogate: "b"
    case .privateUse: "c"
    default: "d"
    }
}

// The surrogates are code points, but the library has no scalars for them.
let letters = (UInt32(0)...0x10FFFF).map { value in
    Unicode.Scalar(value).map { letter($0.properties.generalCategory) } ?? "b"
}
var lines = [""]
var start = 0
while start < letters.count {
    let end = letters[start...].firstIndex { $0 != letters[start] } ?? letters.count
    let run = (end - start == 1 ? "" : String(end - start)) + String(letters[start])
    if lines[lines.count - 1].count + run.count > 90 { lines.append("") }
    lines[lines.count - 1] += run
    start = end
}

print(
    """
    // Written by scripts/general-categories.swift from the standard library's table of Unicode 17.

    extension GeneralCategory {
        /// The categories of all code points in order: how many follow each other, unless it is one, and the letter of
        /// their category, `A` for the first of ``names``, `a` for the 27th.
        static let table = \"\"\"
    \(lines.map { "        \($0)" }.joined(separator: "\\\n"))
            \"\"\"
    }
    """)
