package io.poolbench.server.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ended durations plus ages are the integral of the number in progress. */
class InProgressTest {
  /** A multiple of the resolution, so that sums are exact. */
  private static final long UNIT = 16_384;

  private final AtomicLong nanos = new AtomicLong(77_777_777L * UNIT);
  private final InProgress tasks = new InProgress(nanos::get);

  @Test
  void theSumOfEndedDurationsAndAgesIsTheIntegralOfTheNumberInProgress() {
    Random random = new Random(15);
    List<Long> starts = new ArrayList<>();
    long ended = 0;
    long integral = 0;
    for (int event = 0; event < 10_000; event++) {
      long step = random.nextInt(1_000_000) * UNIT;
      nanos.addAndGet(step);
      integral += starts.size() * step;
      if (starts.size() < 200 && random.nextInt(3) > 0) {
        starts.add(nanos.get());
        tasks.begin(nanos.get());
      } else if (!starts.isEmpty()) {
        long start = starts.remove(random.nextInt(starts.size()));
        ended += nanos.get() - start;
        tasks.end(start);
      }
      assertThat(tasks.count()).isEqualTo(starts.size());
      assertThat(ended + tasks.ageNanos()).isEqualTo(integral);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 30, 1000})
  void manyTasksForDaysDoNotOverflow(int days) {
    nanos.addAndGet(TimeUnit.DAYS.toNanos(days) / UNIT * UNIT);
    for (int task = 0; task < 100_000; task++) {
      tasks.begin(nanos.get());
    }
    nanos.addAndGet(UNIT);

    assertThat(tasks.count()).isEqualTo(100_000);
    assertThat(tasks.ageNanos()).isEqualTo(100_000 * UNIT);
  }
}
