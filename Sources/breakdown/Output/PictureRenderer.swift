import Glibc

/// Makes a PNG of a picture by a program of the system.
enum PictureRenderer {
    /// The programs that can do it, best first, with their arguments.
    private static let commands = [
        ["rsvg-convert", "--format", "png", "--zoom", "2"],
        ["resvg", "--zoom", "2", "-", "-c"],
    ]

    /// What is missing if there is no such program; nil if there is one.
    static var problem: String? {
        if commands.contains(where: { Helper.isInstalled($0[0]) }) { return nil }
        return "--format png: expected rsvg-convert or resvg to draw the picture, found neither; "
            + "install one: apt install librsvg2-bin"
    }

    /// Writes a PNG to standard output.
    ///
    /// - Parameter picture: a document of SVG.
    /// - Returns: what went wrong; nil for nothing.
    static func draw(_ picture: [UInt8]) -> String? {
        guard let command = commands.first(where: { Helper.isInstalled($0[0]) }) else {
            return problem
        }
        guard let helper = Helper(command) else { return "cannot start \(command[0])" }
        var written = 0
        while written < picture.count {
            let count = picture.withUnsafeBytes { bytes in
                write(
                    helper.descriptor, bytes.baseAddress?.advanced(by: written),
                    bytes.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                break
            }
        }
        let status = helper.finish()
        return status == 0 ? nil : "\(command[0]) could not draw the picture: exit status \(status)"
    }
}
