package io.poolbench.server.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class DistributionTest {
  /** Half a unit of the third significant digit, plus the width of its bucket. */
  private static final double PRECISION_PCT = 0.2;

  private final Distribution nanos = Distribution.ofNanos();

  @Test
  void percentilesAreThoseOfTheRecordedValuesAndTheSumIsExact() {
    // 1, 2, ... 1000 ms: the p-th percentile is p * 10 ms
    IntStream.rangeClosed(1, 1000).forEach(ms -> nanos.record(ms * 1_000_000L));

    Histogram snapshot = Distribution.sum(List.of(nanos));
    for (double percentile : new double[] {1, 50, 90, 99, 99.9}) {
      assertThat((double) snapshot.getValueAtPercentile(percentile))
          .isCloseTo(percentile * 10 * 1e6, withinPercentage(PRECISION_PCT));
    }
    assertThat(nanos.sum()).isEqualTo(500_500 * 1_000_000L);
    assertThat(nanos.count()).isEqualTo(1000);
  }

  @Test
  void aSnapshotHoldsTheValuesOfAllThreadsAndLosesNone() throws Exception {
    int writers = 12;
    int values = 50_000;
    List<Thread> threads = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      threads.add(new Thread(() -> IntStream.range(0, values).forEach(nanos::record)));
    }
    threads.forEach(Thread::start);
    List<Histogram> taken = new ArrayList<>();
    taken.add(Distribution.sum(List.of(nanos)));
    while (threads.stream().anyMatch(Thread::isAlive)) {
      taken.add(Distribution.sum(List.of(nanos)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    taken.add(Distribution.sum(List.of(nanos)));

    long gained = 0;
    for (int i = 1; i < taken.size(); i++) {
      // throws where a count went backwards
      gained += difference(taken.get(i), taken.get(i - 1)).getTotalCount();
    }
    assertThat(gained).isEqualTo((long) writers * values - taken.get(0).getTotalCount());
    assertThat(nanos.count()).isEqualTo((long) writers * values);
    assertThat(nanos.sum()).isEqualTo((long) writers * values * (values - 1) / 2);
  }

  @Test
  void valuesOutOfRangeAreClippedInTheHistogramOnly() {
    long days = 100L * Distribution.MAX_NANOS;
    nanos.record(days);
    nanos.record(-1);

    assertThat(nanos.sum()).isEqualTo(days);
    assertThat(Distribution.sum(List.of(nanos)).getTotalCount()).isEqualTo(2);
    assertThat((double) Distribution.sum(List.of(nanos)).getMaxValue())
        .isCloseTo(Distribution.MAX_NANOS, withinPercentage(PRECISION_PCT));
    assertThat(Distribution.sum(List.of(nanos)).getMinValue()).isZero();
  }

  @Test
  void wholeNumbersAreExactUpToAPoolsThreads() {
    Distribution numbers = Distribution.ofNumbers();
    numbers.record(0);
    numbers.record(1999);

    assertThat(Distribution.sum(List.of(numbers)).getMaxValue()).isEqualTo(1999);
    assertThat(Distribution.sum(List.of(numbers)).getCountAtValue(0)).isEqualTo(1);
    assertThat(numbers.sum()).isEqualTo(1999);
  }

  @Test
  void recordingAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int values = 100_000;
    IntStream.range(0, values).forEach(nanos::record);

    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < values; i++) {
      nanos.record(i);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(allocated).isLessThan(values);
  }

  private static Histogram difference(Histogram later, Histogram earlier) {
    Histogram difference = later.copy();
    difference.subtract(earlier);
    return difference;
  }
}
