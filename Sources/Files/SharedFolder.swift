import Glibc

/// The permissions of what is made in a folder that a group shares, as git's `core.sharedRepository=group` gives them.
///
/// A group shares a folder that is setgid and that the group may write to. The kernel gives new files there the
/// folder's group. We also give the group the rights of the owner, whatever the umask: so its members can replace
/// one another's files. What the group may not read at all, such as a key, stays private.
enum SharedFolder {
    /// Setgid, and the group's right to write.
    private static let sharedBits: mode_t = 0o2020
    private static let setgid: mode_t = 0o2000

    /// The permissions of something new.
    ///
    /// - Parameters:
    ///   - folder: the folder that it is made in; nil if the system does not tell.
    static func mode(_ mode: UInt32, in folder: stat?, isFolder: Bool = false) -> UInt32 {
        guard let folder, folder.st_mode & sharedBits == sharedBits, mode & 0o040 != 0 else {
            return mode
        }
        return mode | (mode & 0o700) >> 3 | (isFolder ? setgid : 0)
    }
}
