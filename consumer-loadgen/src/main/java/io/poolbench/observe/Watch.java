package io.poolbench.observe;

import io.poolbench.observe.AgentLine.ConnectionUse;
import io.poolbench.observe.AgentLine.PoolSecond;
import io.poolbench.observe.AgentLine.ProcessUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All that was observed of a program so far. Not thread-safe. */
public final class Watch {
  private static final int RECORDED_MILLIS = 10;

  private final long beginMillis;
  private final Map<Integer, PoolSetup> setups;
  private final List<Second> seconds = new ArrayList<>();
  private String program = "";

  public Watch() {
    this(0, Map.of());
  }

  private Watch(long beginMillis, Map<Integer, PoolSetup> setups) {
    this.beginMillis = beginMillis;
    this.setups = new TreeMap<>(setups);
  }

  /** A watch of the same pools that begins now. */
  public Watch next() {
    return new Watch(endMillis(), setups);
  }

  /** What was observed in about a second, which ended so long after the begin. */
  public record Second(
      long fromMillis,
      long toMillis,
      ProcessUse process,
      Map<Integer, PoolSecond> pools,
      List<ConnectionUse> connections) {
    public double length() {
      return (toMillis - fromMillis) / 1e3;
    }
  }

  public void add(AgentLine line) {
    if (line.program() != null) {
      program = line.program();
    } else if (line.pool() != null) {
      setups.put(line.pool().id(), line.pool());
    } else if (line.process() != null) {
      Map<Integer, PoolSecond> pools =
          line.pools().stream().collect(Collectors.toMap(PoolSecond::id, Function.identity()));
      long from = endMillis();
      seconds.add(new Second(from, line.atMillis(), line.process(), pools, line.connections()));
    }
  }

  /** The program's main class, or the name of its jar. */
  public String program() {
    return program.substring(program.lastIndexOf('/') + 1);
  }

  public long watchedMillis() {
    return endMillis() - beginMillis;
  }

  private long endMillis() {
    return seconds.isEmpty() ? beginMillis : seconds.get(seconds.size() - 1).toMillis();
  }

  public List<Second> seconds() {
    return List.copyOf(seconds);
  }

  /** What was found of each pool that was used: first those that serve calls, then by threads. */
  public List<PoolFinding> findings() {
    return setups.values().stream()
        .filter(setup -> isUsed(setup.id()))
        .map(setup -> PoolFinding.of(setup, uses(setup.id()), seconds))
        .sorted(PoolFinding.MOST_IMPORTANT_FIRST)
        .toList();
  }

  /** The number of pools that ran no task. */
  public long unused() {
    return setups.keySet().stream().filter(id -> !isUsed(id)).count();
  }

  private boolean isUsed(int id) {
    return seconds.stream().anyMatch(second -> second.pools().containsKey(id));
  }

  private List<TimedPoolSecond> uses(int id) {
    return seconds.stream()
        .map(
            second -> {
              PoolSecond idle = PoolSecond.idle(id, second.process().samples());
              return new TimedPoolSecond(
                  second.fromMillis(), second.length(), second.pools().getOrDefault(id, idle));
            })
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
    for (Second second : seconds) {
      int upTo = (int) (second.toMillis() / RECORDED_MILLIS);
      if (second.pools().containsKey(pool)) {
        counts.addAll(second.pools().get(pool).arrivals());
      }
      while (counts.size() < upTo) {
        counts.add(0);
      }
    }
    return counts;
  }
}
