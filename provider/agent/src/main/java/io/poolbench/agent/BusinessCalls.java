package io.poolbench.agent;

import io.poolbench.server.timing.UnansweredCalls;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The calls of business methods that threads run. Thread-safe. */
final class BusinessCalls {
  /** The class of virtual threads, which are too many to list and absent from thread beans. */
  private static final String VIRTUAL = "java.lang.VirtualThread";

  private final UnansweredCalls unanswered = new UnansweredCalls();

  private final ThreadLocal<OfThread> threads = ThreadLocal.withInitial(this::first);

  /** The threads that ran a method, while they live; none that are virtual. */
  private final Set<Reference<OfThread>> known = ConcurrentHashMap.newKeySet();

  private final ReferenceQueue<OfThread> ended = new ReferenceQueue<>();

  /** The accepted calls that are not answered yet. */
  UnansweredCalls unanswered() {
    return unanswered;
  }

  private OfThread first() {
    OfThread thread = new OfThread();
    if (!Thread.currentThread().getClass().getName().equals(VIRTUAL)) {
      known.add(new WeakReference<>(thread, ended));
    }
    for (Reference<?> last = ended.poll(); last != null; last = ended.poll()) {
      known.remove(last);
    }
    return thread;
  }

  /**
   * The ids of the threads that run a business method at this moment, as far as another thread sees
   * it.
   */
  List<Long> busyThreads() {
    return threads(thread -> thread.depth > 0);
  }

  /** The ids of the threads that ran a business method once, while they live. */
  Set<Long> everBusyThreads() {
    return new HashSet<>(threads(thread -> true));
  }

  private List<Long> threads(Predicate<OfThread> some) {
    List<Long> ids = new ArrayList<>();
    for (Reference<OfThread> reference : known) {
      OfThread thread = reference.get();
      if (thread != null && some.test(thread)) {
        ids.add(thread.id);
      }
    }
    return ids;
  }

  void begun() {
    threads.get().depth++;
  }

  void ended() {
    if (--threads.get().depth == 0) {
      unanswered.answered();
    }
  }

  private static final class OfThread {
    private final long id = Thread.currentThread().getId();

    /**
     * The business methods that call one another. Written by its own thread without a barrier,
     * which a sample need not have.
     */
    private int depth;
  }
}
