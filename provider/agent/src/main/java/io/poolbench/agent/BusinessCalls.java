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
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

final class BusinessCalls {
  /** Limit of method names, which callers choose; further methods are not measured by name. */
  private static final int MAX_METHODS = 1_000;

  /** The class of virtual threads, which are too many to list and absent from thread beans. */
  private static final String VIRTUAL = "java.lang.VirtualThread";

  private final UnansweredCalls unanswered = new UnansweredCalls();

  private final ThreadLocal<OfThread> threads = ThreadLocal.withInitial(this::first);

  /** The threads that ran a method, while they live; none that are virtual. */
  private final Set<Reference<OfThread>> known = ConcurrentHashMap.newKeySet();

  private final ReferenceQueue<OfThread> ended = new ReferenceQueue<>();

  private final ConcurrentMap<Class<?>, ConcurrentMap<String, Times>> times =
      new ConcurrentHashMap<>();
  private final AtomicInteger methods = new AtomicInteger();
  private volatile Listener listener = (service, method, times) -> {};

  interface Listener {
    void methodSeen(String service, String method, Times times);
  }

  /** The accepted calls that are not answered yet. */
  UnansweredCalls unanswered() {
    return unanswered;
  }

  /** Reports each method to a listener, those seen before included. */
  synchronized void listen(Listener toAll) {
    listener = toAll;
    times.forEach(
        (service, byName) ->
            byName.forEach((name, of) -> toAll.methodSeen(service.getName(), name, of)));
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

  /** Begins a call of a business method; returns the time in nanoseconds. */
  long begun() {
    threads.get().depth++;
    return System.nanoTime();
  }

  void ended(Class<?> service, String method, long begunNanos) {
    long nanos = System.nanoTime() - begunNanos;
    OfThread thread = threads.get();
    if (--thread.depth == 0) {
      unanswered.answered();
    }
    if (thread.service != service || !method.equals(thread.method)) {
      thread.times = known(service, method);
      thread.service = service;
      thread.method = method;
    }
    if (thread.times != null) {
      thread.times.add(nanos);
    }
  }

  /** The state of a thread's calls, with the last method, as most calls are of the same method. */
  private static final class OfThread {
    private final long id = Thread.currentThread().getId();

    /** Written by its own thread without a barrier, which a sample need not have. */
    private int depth;

    private Class<?> service;
    private String method;

    /** The times of {@code method}; null beyond {@link #MAX_METHODS}. */
    private Times times;
  }

  private Times known(Class<?> service, String method) {
    ConcurrentMap<String, Times> byName = times.get(service);
    Times known = byName == null ? null : byName.get(method);
    return known == null && methods.get() < MAX_METHODS ? added(service, method) : known;
  }

  private synchronized Times added(Class<?> service, String method) {
    return times
        .computeIfAbsent(service, first -> new ConcurrentHashMap<>())
        .computeIfAbsent(
            method,
            first -> {
              Times created = new Times();
              methods.incrementAndGet();
              listener.methodSeen(service.getName(), method, created);
              return created;
            });
  }

  static final class Times {
    private final LongAdder calls = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    private void add(long duration) {
      calls.increment();
      nanos.add(duration);
    }

    long calls() {
      return calls.sum();
    }

    long nanos() {
      return nanos.sum();
    }
  }
}
