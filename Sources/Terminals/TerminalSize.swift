import Glibc

/// The width and height of a terminal.
package struct TerminalSize {
    package let columns: Int?
    /// The lines; nil if the terminal does not say.
    package let lines: Int?

    /// Asks the terminal behind a descriptor; nil if it is none.
    package init?(of descriptor: Int32) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        columns = size.ws_col > 0 ? Int(size.ws_col) : nil
        lines = size.ws_row > 0 ? Int(size.ws_row) : nil
    }
}
