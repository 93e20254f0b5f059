import Files
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
    /// - Returns: what went wrong; nil for nothing.
    static func draw(_ picture: [UInt8], _ height: Int) -> String? {
        let heightMax = BreakdownLimits.pictureHeightMax
        guard height <= heightMax else {
            return "--format png: expected at most \(heightMax) pixels of height, found \(height); "
                + remedy
        }
        // The pipe to the program would get the number of a closed standard output.
        let mode = fcntl(STDOUT_FILENO, F_GETFL)
        guard mode >= 0, mode & O_ACCMODE != O_RDONLY else {
            return "\(FileError(operation: "write to", path: "standard output", code: EBADF))"
        }
        guard let command = commands.first(where: { Helper.isInstalled($0[0]) }) else {
            return problem
        }
        let seconds = BreakdownLimits.drawingSecondsMax
        guard let helper = Helper(command, timeLimit: .seconds(seconds)) else {
            return "cannot start \(command[0])"
        }
        guard let status = helper.finish(writing: picture) else {
            return "\(command[0]) did not draw the picture within \(seconds) seconds; \(remedy)"
        }
        return status == 0 ? nil : "\(command[0]) could not draw the picture: exit status \(status)"
    }

    /// What to do with a picture that is too much for the program.
    private static let remedy = "choose fewer matches with --match, or write --format svg"
}
