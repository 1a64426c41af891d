package io.poolbench.observe;

import io.poolbench.journal.PoolSetup;
import io.poolbench.journal.ProgramSamples;
import io.poolbench.journal.ProgramSamples.PoolSamples;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** All that was observed of a program so far. Not thread-safe. */
public final class Watch {
  private static final int RECORDED_MILLIS = 10;

  private final List<ProgramSamples> seconds = new ArrayList<>();
  private String program = "";

  public void add(AgentLine line) {
    if (line.program() != null) {
      program = line.program();
    } else if (line.sampled() != null) {
      seconds.add(line.sampled());
    }
  }

  /** The program's main class, or the name of its jar. */
  public String program() {
    return program.substring(program.lastIndexOf('/') + 1);
  }

  public long watchedMillis() {
    return seconds.isEmpty()
        ? 0
        : seconds.get(seconds.size() - 1).toMillis() - seconds.get(0).fromMillis();
  }

  /** What was sampled in each second. */
  public List<ProgramSamples> seconds() {
    return List.copyOf(seconds);
  }

  /** What was found of each pool that was used: first those that serve calls, then by threads. */
  public List<PoolFinding> findings() {
    SortedMap<Integer, PoolSamples> last = new TreeMap<>();
    seconds.forEach(second -> second.pools().forEach(pool -> last.put(pool.setup().id(), pool)));
    return last.values().stream()
        .map(pool -> PoolFinding.of(pool.setup(), uses(pool), seconds))
        .sorted(PoolFinding.MOST_IMPORTANT_FIRST)
        .toList();
  }

  /** The most important pool of which arrivals were counted; empty if there were none. */
  public Optional<PoolSetup> recorded() {
    return findings().stream()
        .map(PoolFinding::setup)
        .filter(pool -> arrivals(pool.id()).stream().anyMatch(count -> count > 0))
        .findFirst();
  }

  private List<TimedPoolSecond> uses(PoolSamples pool) {
    return seconds.stream()
        .map(
            second ->
                new TimedPoolSecond(
                    second.fromMillis(),
                    second.seconds(),
                    second.pool(pool.setup().id()).orElse(pool.idle(second.process().samples()))))
        .toList();
  }

  /** The agent's CPU time, in percent of one CPU. */
  public double costPct() {
    double nanos = seconds.stream().mapToDouble(second -> second.process().ownNanos()).sum();
    return watchedMillis() == 0 ? 0 : nanos / 1e4 / watchedMillis();
  }

  /** Tasks submitted to a pool in each 10 ms, since the begin. */
  public List<Integer> arrivals(int pool) {
    List<Integer> counts = new ArrayList<>();
    for (ProgramSamples second : seconds) {
      int upTo = (int) (second.toMillis() / RECORDED_MILLIS);
      second.pool(pool).ifPresent(used -> counts.addAll(used.arrivals()));
      while (counts.size() < upTo) {
        counts.add(0);
      }
    }
    return counts;
  }
}
