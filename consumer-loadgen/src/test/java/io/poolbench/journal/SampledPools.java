package io.poolbench.journal;

import io.poolbench.journal.PoolSetup.Counting;
import io.poolbench.journal.ProgramSamples.Counts;
import io.poolbench.journal.ProgramSamples.PoolSamples;
import io.poolbench.journal.ProgramSamples.ProcessUse;
import io.poolbench.journal.ProgramSamples.Samples;
import io.poolbench.journal.ProgramSamples.Site;
import io.poolbench.journal.ProgramSamples.State;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Samples of programs, each at ten moments. */
public final class SampledPools {
  private static final int MOMENTS = 10;

  private SampledPools() {}

  /** A program that runs tasks in the pool under test alone. */
  public static ProgramSamples of(Site... sites) {
    return of(List.of(pool("DubboServerHandler-a:20880-thread-1", 200, true, 1, 0, sites)));
  }

  public static ProgramSamples of(List<PoolSamples> pools) {
    return new ProgramSamples(0, 1_000, new ProcessUse(MOMENTS, 0, 0, 0), pools, List.of(), null);
  }

  /**
   * A pool of the application.
   *
   * @param max threads at most
   * @param busy mean number of threads that run a method
   * @param queued mean number of tasks that wait
   */
  public static PoolSamples other(String thread, int max, double busy, double queued, String at) {
    return pool(thread, max, false, busy, queued, new Site(State.SLEEP, at, "", "", 1));
  }

  private static PoolSamples pool(
      String thread, int max, boolean measured, double busy, double queued, Site... sites) {
    return new PoolSamples(
        new PoolSetup(1, "", thread, max, max, measured, -1, new Counting(true, false), null),
        new Samples(counts(busy), counts(queued)),
        List.of(),
        new Counts(0, 0, 0),
        0,
        Stream.of(sites).toList());
  }

  private static List<Integer> counts(double mean) {
    return IntStream.range(0, MOMENTS)
        .mapToObj(at -> (int) Math.floor((at + 1) * mean) - (int) Math.floor(at * mean))
        .toList();
  }
}
