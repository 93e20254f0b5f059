import BreakdownRenderer
import BundleFormat
import Files
import JSON

/// Draws a bundle's samples with this program and compares them with the bundle's expected tables.
struct BundleTest {
    /// The bundle's folder.
    let folder: String

    /// Tests every sample and prints what is wrong with each.
    ///
    /// - Returns: the exit status: ``ExitStatus/done``; `failed` if there is no bundle;
    ///   `problems` if something is not as expected; or `untested`.
    func perform() -> Int32 {
        do throws(TestError) {
            let manifest = try manifest()
            let verdict = try SampleTest.run(
                on: manifest.files.map(\.path), of: manifest.year
            ) { (path) throws(TestError) in try read(path) }
            guard verdict.problems.isEmpty else {
                verdict.problems.prefix(BreakdownLimits.problemsToldMax).forEach(Messages.print)
                throw .wrong("the season \(manifest.year) does not draw its samples as expected")
            }
            var output = Output()
            let count = "\(verdict.samplesCount) sample\(verdict.samplesCount == 1 ? "" : "s")"
            do throws(FileError) {
                try output.print("\(manifest.year): \(count) as expected\n")
                try output.flush()
            } catch {
                throw .untested(error)
            }
            return ExitStatus.done
        } catch {
            Messages.print(error.sentence)
            return error.status
        }
    }

    private func manifest() throws(TestError) -> Manifest {
        guard let bytes = try read(BundleFile.manifest) else { throw .absent(folder) }
        do throws(BundleFormatError) {
            return try Manifest.decode(bytes)
        } catch {
            if let level = Manifest.levelBeyondThisBuild(bytes) { throw .beyond(level, folder) }
            throw .wrong("\(folder): \(error)")
        }
    }

    private func read(_ path: String) throws(TestError) -> [UInt8]? {
        do throws(FileError) {
            return try ifThere(
                try Files.read(
                    "\(folder)/\(path)", lengthBytesMax: BundleLimits.standard.fileBytesMax))
        } catch {
            throw error.isTooLong ? .wrong("\(error)") : .untested(error)
        }
    }
}

/// Why a bundle does not pass, and who is at fault.
private struct TestError: Error {
    let status: Int32
    let sentence: String

    /// There is no bundle to test.
    static func absent(_ folder: String) -> TestError {
        TestError(
            status: ExitStatus.failed,
            sentence: "\(folder)/\(BundleFile.manifest): expected a bundle, found no such file")
    }

    /// A part of it is not as expected.
    static func wrong(_ sentence: String) -> TestError {
        TestError(status: ExitStatus.problems, sentence: sentence)
    }

    /// It needs a newer program; that says nothing about the bundle.
    static func beyond(_ level: Int, _ folder: String) -> TestError {
        TestError(
            status: ExitStatus.untested,
            sentence: "\(folder): needs level \(level) of the description language; this "
                + "breakdown reads \(BundleFormat.levels.lowerBound) to \(BundleFormat.newest): "
                + "install a newer one")
    }

    /// The machine could not run the test: input and output, rights, descriptors.
    static func untested(_ error: FileError) -> TestError {
        TestError(status: ExitStatus.untested, sentence: "\(error)")
    }
}
