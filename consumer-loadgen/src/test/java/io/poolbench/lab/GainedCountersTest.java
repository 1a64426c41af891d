package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.journal.Batch;
import io.poolbench.journal.Calls;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Key;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Pending;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Span;
import io.poolbench.journal.Times;
import io.poolbench.journal.Turn;
import io.poolbench.load.Loaded;
import io.poolbench.result.Figures;
import io.poolbench.store.SampleResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds the metrics of what counters gained against the figures of their two readings. */
class GainedCountersTest {
  private static final long CALLS = 60;

  @ParameterizedTest
  @CsvSource({"true, 0, 0", "false, 0, 0", "false, 0, 1", "true, 0, 1"})
  void haveTheFiguresOfTheirReadings(boolean otherHost, String provider, String driver) {
    CpuPlan cpus = new CpuPlan(CpuList.parse(provider), CpuList.parse(driver));
    Counters before = reading(3, otherHost);
    Counters after = reading(9, otherHost);

    Figures expected = after.since(before, CALLS, 4_000_000L, cpus);
    io.poolbench.journal.Counters gained =
        reading(9, otherHost)
            .gainedSince(
                reading(3, otherHost), new Loaded(Optional.of(Duration.ofMillis(4)), CALLS), cpus);

    Level level = level(gained);
    assertThat(expected.values()).hasSizeGreaterThan(20);
    expected
        .values()
        .forEach(
            (metric, value) ->
                assertThat(Metric.of(metric.id()).orElseThrow().of(level))
                    .as(metric.id())
                    .isNotNull()
                    .isCloseTo(value, within(1e-9 + 1e-9 * Math.abs(value))));
    assertThat(
            Arrays.stream(Metric.values())
                .filter(metric -> metric.of(level) != null)
                .map(Metric::id)
                .filter(id -> expected.of(io.poolbench.result.Metric.of(id).orElseThrow()) == null)
                .filter(id -> gainedOnly(id))
                .toList())
        .isEmpty();
  }

  private static boolean gainedOnly(String id) {
    return id.matches(
        "(provider|driver|pool|queue|service|redis|gc|full_gc|jit|steal|others|host).*");
  }

  private static Counters reading(int number, boolean otherHost) {
    Counters full = SampleCounters.full(number);
    ProviderReading of = full.provider();
    return otherHost
        ? full
        : new Counters(
            new ProviderReading(
                of.counters(),
                of.pid(),
                of.apart(),
                of.redis(),
                of.speed(),
                of.throttled(),
                Optional.empty()),
            full.driver());
  }

  private static Level level(io.poolbench.journal.Counters counters) {
    Durations times = Durations.of(5_000_000);
    return new Level(
        SampleResult.fixed("fixed 4", 4, 1, List.of()).cell(),
        List.of(
            new Slice(
                new Key("fixed 4", 1, new Turn(1, 1), 8, ""),
                List.of(
                    new Batch(
                        new Span(Instant.EPOCH, 4_000_000), Calls.ok(1), Times.ofResponses(times))),
                Pending.NONE,
                Map.of(),
                counters,
                Set.of())));
  }
}
