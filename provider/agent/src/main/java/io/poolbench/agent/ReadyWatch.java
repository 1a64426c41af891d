package io.poolbench.agent;

import io.poolbench.core.AgentProtocol;
import io.poolbench.core.DaemonThread;
import java.nio.file.Paths;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Waits until the provider accepts calls, or cannot be measured; and checks where it listens,
 * before that and from then on.
 */
final class ReadyWatch {
  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** If nothing was exported for this time, no further export is expected. */
  private static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** A check of an unchanged set of listeners reads two files; it is rare, as it takes CPU time. */
  private static final long LISTENER_CHECK_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final InstrumentedProvider target;
  private final Thread main;
  private final Listeners listeners = new Listeners(Paths.get("/proc/self"));
  private long mainBusyNanos = System.nanoTime();
  private long mainEndedNanos;

  private ReadyWatch(InstrumentedProvider target, Thread main) {
    this.target = target;
    this.main = main;
  }

  static void start(InstrumentedProvider target, Thread main) {
    ReadyWatch watch = new ReadyWatch(target, main);
    DaemonThread.start(() -> watch.run(true), "poolbench-ready");
    Runtime.getRuntime().addShutdownHook(new Thread(watch::ended, "poolbench-ended"));
  }

  /** Watches a running program for a driver that has attached, until it is ready. */
  static void startOnce(InstrumentedProvider target, Thread main) {
    ReadyWatch watch = new ReadyWatch(target, main);
    DaemonThread.start(() -> watch.run(false), "poolbench-ready");
  }

  private void run(boolean further) {
    try {
      awaitReady();
      while (further) {
        LockSupport.parkNanos(LISTENER_CHECK_NANOS);
        target.requireLoopback(listeners);
      }
    } catch (Throwable failure) {
      target.failed(ReadyWatch.class.getName(), failure);
    }
  }

  private void awaitReady() {
    target.requireLoopback(listeners);
    while (!target.reportIfReady(mainIsIdle())) {
      SortedSet<Integer> ports = target.otherPorts();
      if (!ports.isEmpty() && target.services().quietNanos() > GIVE_UP_NANOS) {
        target.broken(
            AgentProtocol.PORT_NOT_EXPORTED,
            "services on port "
                + ports.stream().map(String::valueOf).collect(Collectors.joining(", "))
                + " only");
      }
      if (mainEndedLongAgo()) {
        ended();
      }
      LockSupport.parkNanos(INTERVAL_NANOS);
      target.requireLoopback(listeners);
    }
  }

  /** Whether main is idle; as it may run between exports, a long time without one counts too. */
  private boolean mainIsIdle() {
    long now = System.nanoTime();
    if (main.getState() == Thread.State.RUNNABLE) {
      mainBusyNanos = now;
    }
    return now - mainBusyNanos > ServiceExports.QUIET_NANOS
        || target.services().quietNanos() > GIVE_UP_NANOS;
  }

  private boolean mainEndedLongAgo() {
    if (main.isAlive()) {
      return false;
    }
    if (mainEndedNanos == 0) {
      mainEndedNanos = System.nanoTime();
    }
    return System.nanoTime() - mainEndedNanos > GIVE_UP_NANOS;
  }

  private void ended() {
    if (!target.hasDubbo()) {
      target.broken(
          AgentProtocol.NO_DUBBO,
          "no class of org.apache.dubbo was loaded (valid: Dubbo 2.7 to 3.3)");
    }
  }
}
