package io.poolbench.agent;

import io.poolbench.server.timing.UnansweredCalls;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

final class BusinessCalls {
  /** Names of methods come from callers: more of them are not told apart. */
  private static final int MAX_METHODS = 1_000;

  private final UnansweredCalls unanswered = new UnansweredCalls();

  private final ThreadLocal<OfThread> threads = ThreadLocal.withInitial(OfThread::new);

  private final ConcurrentMap<Class<?>, ConcurrentMap<String, Times>> times =
      new ConcurrentHashMap<>();
  private final AtomicInteger methods = new AtomicInteger();
  private volatile Listener listener = (service, method, times) -> {};

  /** Receives the times of each method, once. */
  interface Listener {
    void methodSeen(String service, String method, Times times);
  }

  /** Calls that the pool has accepted and that are not answered. */
  UnansweredCalls unanswered() {
    return unanswered;
  }

  /** Reports methods to a listener from now on, those before included. */
  synchronized void listen(Listener toAll) {
    listener = toAll;
    times.forEach(
        (service, byName) ->
            byName.forEach((name, of) -> toAll.methodSeen(service.getName(), name, of)));
  }

  /** A business method begins; returns the instant. */
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

  /** The calls of a thread. Most are of the method of the call before. */
  private static final class OfThread {
    private int depth;

    private Class<?> service;
    private String method;

    /** Of that method; null if it is one too many. */
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

  /** The time spent in a method. */
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
