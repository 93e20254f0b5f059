import Glibc

/// Sleeps while another process works.
package enum Sleep {
    /// Sleeps; a signal may end it early.
    package static func milliseconds(_ count: Int) {
        var time = timespec(tv_sec: count / 1_000, tv_nsec: count % 1_000 * 1_000_000)
        nanosleep(&time, nil)
    }
}
