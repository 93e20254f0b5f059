import Files
import Glibc

/// The configuration files: the package's, then those of a person in the order of their names.
///
/// A setting in a later file replaces the same setting in an earlier one, even if it is a list. If a flag or the
/// variable names a file, only that one is read.
enum ConfigurationFiles {
    /// The package's file and the folder of a person's files; neither need exist.
    static let package = "/etc/bundle-agent/agent.conf"
    static let folder = "/etc/bundle-agent/conf.d"
    /// How the names of a person's files end; others in the folder are left out.
    static let ending = ".conf"
    /// The variable that names another file.
    static let variable = "BUNDLE_AGENT_CONFIG"
    /// Stands for a file's name: no file is read.
    static let none = "none"
    /// Files in the folder; prevents a wrong folder from being read whole.
    private static let countMax = 100

    struct Found: Equatable, Sendable {
        /// The files that were read, in their order.
        var paths: [String] = []
        /// What is in the folder and was not read: its name has another ending.
        var leftOut: [String] = []
    }

    /// Reads the file that a flag names, else the one that the environment names, else the standard ones.
    ///
    /// - Throws: ``ConfigurationError`` with the mistakes of all files.
    static func read(
        flag: String?, environment: [String: String], package: String = Self.package,
        folder: String = Self.folder
    ) throws(ConfigurationError) -> (found: Found, values: SettingTexts) {
        let variable = environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
        if let named = flag ?? variable {
            guard named != none else { return (Found(), SettingTexts()) }
            guard let values = try ConfigurationFile.read(named) else {
                throw ConfigurationError(
                    "\(named): expected a configuration file, found nothing; name it with --config FILE or"
                        + " $\(Self.variable)")
            }
            return (Found(paths: [named]), values)
        }
        let names = try names(in: folder)
        var found = Found(leftOut: names.filter { !isRead($0) }.map { "\(folder)/\($0)" })
        var values = SettingTexts()
        var problems: [String] = []
        for path in [package] + names.filter(isRead).map({ "\(folder)/\($0)" }) {
            do throws(ConfigurationError) {
                if let layer = try ConfigurationFile.read(path) {
                    found.paths.append(path)
                    values.overlay(layer)
                } else if (try? Files.kind(path)) == .link {
                    problems.append("\(path): expected a file, found a link that leads to nothing")
                }
            } catch {
                problems += error.problems
            }
        }
        guard problems.isEmpty else { throw ConfigurationError(problems) }
        return (found, values)
    }

    /// Whether a file of the folder is read, by its name; editors and dpkg leave others there.
    private static func isRead(_ name: String) -> Bool {
        name.hasSuffix(ending) && !name.hasPrefix(".")
    }

    private static func names(in folder: String) throws(ConfigurationError) -> [String] {
        let names: [String]
        do throws(FileError) {
            names = try Files.names(in: folder)
        } catch {
            guard error.code != ENOENT else { return [] }
            throw ConfigurationError(error.description + ConfigurationFile.remedy(error))
        }
        guard names.count <= countMax else {
            throw ConfigurationError(
                "\(folder): expected at most \(countMax) files, found \(names.count)")
        }
        return names
    }
}
