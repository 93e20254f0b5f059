extension Unicode.Scalar {
    /// Whether Unicode counts the code point as white space (`White_Space`).
    ///
    /// Written down here, because the standard library's table of all properties weighs 12 kB in
    /// the WebAssembly module.
    package var isSpace: Bool {
        switch value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
            0x3000:
            true
        default: false
        }
    }
}
