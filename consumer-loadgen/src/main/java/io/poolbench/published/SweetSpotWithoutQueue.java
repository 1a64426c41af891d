package io.poolbench.published;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Finding 5, each pool at as many users as it has threads. Fewer threads waste CPU where they leave
 * more of it idle than 24 do; more break the SLA where TP99 reaches its 10 ms.
 */
record SweetSpotWithoutQueue() implements Finding {
  private static final int SWEET_SPOT = 24;
  private static final double CPU_PCT = 99.62;
  private static final double TP99_MILLIS = 8;
  private static final List<Integer> FEWER = List.of(4, 8, 16, 20);
  private static final Map<Integer, Double> MORE_BY_TP99_MILLIS =
      Collections.unmodifiableMap(new TreeMap<>(Map.of(25, 16.0, 26, 19.0)));

  @Override
  public int number() {
    return 5;
  }

  @Override
  public String text() {
    return "Fixed without a queue: 24 threads are the sweet spot (TP99 8 ms, 99.6 % CPU). Fewer"
        + " waste CPU, more break the SLA (25: 16 ms, 26: 19 ms).";
  }

  @Override
  public List<String> tables() {
    return List.of(Published.FIXED);
  }

  @Override
  public List<Statement> statements(Evidence evidence) {
    Look sweet = full(evidence, SWEET_SPOT);
    String pool = pool(SWEET_SPOT);
    Supplier<String> cause = () -> evidence.counters(sweet).line();
    List<Statement> statements = new ArrayList<>();
    statements.add(
        Statement.of(
            "24 threads keep TP99 below 10 ms",
            List.of(Reading.tp99Millis(pool, sweet)),
            tp99 -> tp99.get(0) < Published.SLA_TP99_MILLIS,
            cause));
    statements.add(
        Statement.agrees(
            "their TP99 is 8 ms",
            Reading.tp99Millis(pool, sweet),
            FigureKind.TPN,
            TP99_MILLIS,
            cause));
    statements.add(
        Statement.agrees(
            "at 99.6 % CPU", Reading.cpuPct(pool, sweet), FigureKind.CPU, CPU_PCT, cause));
    for (int threads : FEWER) {
      Look look = full(evidence, threads);
      statements.add(
          Statement.of(
              threads + " threads use less CPU than 24",
              List.of(Reading.cpuPct(pool(threads), look), Reading.cpuPct(pool, sweet)),
              cpu -> cpu.get(0) < cpu.get(1),
              () -> evidence.counters(look).line()));
    }
    MORE_BY_TP99_MILLIS.forEach(
        (threads, millis) -> statements.addAll(breaks(threads, millis, sweet, evidence)));
    return List.copyOf(statements);
  }

  private static List<Statement> breaks(
      int threads, double publishedMillis, Look sweet, Evidence evidence) {
    Look look = full(evidence, threads);
    Reading tp99 = Reading.tp99Millis(pool(threads), look);
    Supplier<String> cause = () -> evidence.counters(look).since(evidence.counters(sweet));
    return List.of(
        Statement.of(
            threads + " threads break the SLA",
            List.of(tp99),
            values -> values.get(0) >= Published.SLA_TP99_MILLIS,
            cause),
        Statement.agrees(
            "their TP99 is " + Math.round(publishedMillis) + " ms",
            tp99,
            FigureKind.TPN,
            publishedMillis,
            cause));
  }

  private static Look full(Evidence evidence, int threads) {
    return evidence.curve(Published.FIXED, threads).at(threads);
  }

  private static String pool(int threads) {
    return threads + " threads";
  }
}
