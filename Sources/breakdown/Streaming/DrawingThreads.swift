import CLinux
import Glibc

/// Threads that draw batches of a stream; the batches come back in the order in which they came.
///
/// Each thread has a session of its own, with its own descriptions and shapes, and shares nothing with the others
/// but the queue. One thread, the owner, calls everything here.
final class DrawingThreads {
    /// More threads than this wait for the owner, who finds the ends of the values.
    private static let threadsMax = 8
    /// Batches on their way for each thread: enough that none of them waits, and few enough for little memory.
    private static let batchesPerThread = 4
    /// As much as the program's first thread usually has.
    private static let stackBytes = 8 << 20

    private let queue = Queue()
    private var threads: [pthread_t] = []
    /// The batches that were not returned yet.
    private var batches: [Batch] = []

    /// Starts a thread for each core; nil if there is only one core, or the system has no threads.
    init?(_ session: @escaping @Sendable () -> Session) {
        let count = min(Int(clinux_cores()), Self.threadsMax)
        guard count > 1 else { return nil }
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, Self.stackBytes)
        defer { pthread_attr_destroy(&attributes) }
        for _ in 0..<count {
            guard let thread = Self.start(Work(queue, session), &attributes) else { break }
            threads.append(thread)
        }
        if threads.isEmpty { return nil }
    }

    deinit {
        queue.end()
        for thread in threads { pthread_join(thread, nil) }
    }

    /// Whether no batch is on its way.
    var isEmpty: Bool { batches.isEmpty }

    /// Whether the next batch must wait until the first one was returned.
    var isFull: Bool { batches.count >= threads.count * Self.batchesPerThread }

    /// Has a batch drawn.
    ///
    /// - Parameter batch: the batch; it belongs to a thread until ``first()`` returns it.
    func draw(_ batch: Batch) {
        batches.append(batch)
        queue.add(batch)
    }

    /// Waits for the batch that came first; there must be one.
    func first() -> Batch {
        let batch = batches.removeFirst()
        queue.wait(for: batch)
        return batch
    }

    private static func start(_ work: Work, _ attributes: inout pthread_attr_t) -> pthread_t? {
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(work)
        let code = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        guard code == 0 else {
            argument.release()
            return nil
        }
        return thread
    }

    /// What one thread does.
    private final class Work {
        private let queue: Queue
        private let session: @Sendable () -> Session

        init(_ queue: Queue, _ session: @escaping @Sendable () -> Session) {
            self.queue = queue
            self.session = session
        }

        func run() {
            var session = session()
            while let batch = queue.next() {
                batch.drawn = session.drawn(batch)
                queue.finish(batch)
            }
        }
    }
}

/// Batches that wait for a thread.
private final class Queue: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let hasWork = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let hasResult = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var batches: [Batch] = []
    private var hasEnded = false

    init() {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(hasWork, nil)
        pthread_cond_init(hasResult, nil)
    }

    deinit {
        pthread_cond_destroy(hasResult)
        pthread_cond_destroy(hasWork)
        pthread_mutex_destroy(lock)
        hasResult.deallocate()
        hasWork.deallocate()
        lock.deallocate()
    }

    func add(_ batch: Batch) {
        locked { batches.append(batch) }
        pthread_cond_signal(hasWork)
    }

    /// Waits for a batch; nil after the end.
    func next() -> Batch? {
        locked {
            while batches.isEmpty, !hasEnded { pthread_cond_wait(hasWork, lock) }
            return hasEnded ? nil : batches.removeFirst()
        }
    }

    func finish(_ batch: Batch) {
        locked { batch.isDone = true }
        pthread_cond_signal(hasResult)
    }

    func wait(for batch: Batch) {
        locked {
            while !batch.isDone { pthread_cond_wait(hasResult, lock) }
        }
    }

    /// Lets the threads end; the batches that still wait are not needed.
    func end() {
        locked { hasEnded = true }
        pthread_cond_broadcast(hasWork)
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }
}
