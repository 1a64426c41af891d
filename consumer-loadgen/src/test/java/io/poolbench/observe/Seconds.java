package io.poolbench.observe;

import io.poolbench.journal.PoolSetup;
import io.poolbench.journal.PoolSetup.Counting;
import io.poolbench.journal.ProgramSamples;
import io.poolbench.journal.ProgramSamples.Connections;
import io.poolbench.journal.ProgramSamples.Counts;
import io.poolbench.journal.ProgramSamples.PoolSamples;
import io.poolbench.journal.ProgramSamples.ProcessUse;
import io.poolbench.journal.ProgramSamples.Samples;
import io.poolbench.journal.ProgramSamples.Site;
import io.poolbench.journal.ProgramSamples.State;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Seconds of use as an agent reports them. */
final class Seconds {
  static final Site SLEEPING = site(State.SLEEP, "com.shop.Orders.find", "", "", 10);
  static final Site RUNNING = site(State.RUN, "com.shop.Orders.price", "", "", 10);

  private Seconds() {}

  /** A pool of at most 20 threads without a queue, which counts no refusals. */
  static PoolSetup pool() {
    return pool("DubboServerHandler-10.0.0.1:20880-thread-7", 20, 0);
  }

  static PoolSetup pool(String thread, int max, Integer queueCapacity) {
    String type = "java.util.concurrent.ThreadPoolExecutor";
    return new PoolSetup(
        1, type, thread, 1, max, false, queueCapacity, new Counting(true, false), null);
  }

  static Site site(State state, String at, String via, String blocker, long count) {
    return new Site(state, at, via, blocker, count);
  }

  static TimedPoolSecond use(int second, int calls, List<Site> sites, Integer... busy) {
    return queued(second, calls, sites, 0, busy);
  }

  static TimedPoolSecond queued(
      int second, int calls, List<Site> sites, int queued, Integer... busy) {
    List<Integer> waiting = Collections.nCopies(busy.length, queued);
    return new TimedPoolSecond(
        1_000L * second,
        1,
        new PoolSamples(
            pool(),
            new Samples(Arrays.asList(busy), waiting),
            List.of(),
            new Counts(calls, 0, 1_000_000L * calls),
            0,
            sites));
  }

  /** A second of a process whose CPUs are used to this share. */
  static ProgramSamples second(double cpuShare, Connections... connections) {
    return second(new ProcessUse(1, cpuShare, 0, 0), connections);
  }

  static ProgramSamples collecting(long millis) {
    return second(new ProcessUse(1, 0.5, 0, millis));
  }

  private static ProgramSamples second(ProcessUse process, Connections... connections) {
    return new ProgramSamples(0, 1_000, process, List.of(), List.of(connections), null);
  }
}
