package io.poolbench.observe;

import static io.poolbench.observe.Seconds.RUNNING;
import static io.poolbench.observe.Seconds.SLEEPING;
import static io.poolbench.observe.Seconds.pool;
import static io.poolbench.observe.Seconds.site;
import static io.poolbench.observe.Seconds.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.journal.PoolSetup;
import io.poolbench.journal.PoolSetup.Counting;
import io.poolbench.journal.ProgramSamples.Site;
import io.poolbench.journal.ProgramSamples.State;
import io.poolbench.observe.HoldTime.Growth;
import io.poolbench.observe.HoldTime.Share;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HoldTimeTest {
  private static final List<Site> SITES = List.of(SLEEPING);

  /** Half a minute at alternating rates, with so many busy threads at each. */
  private static List<TimedPoolSecond> alternating(int low, int high, IntUnaryOperator busyAt) {
    return IntStream.range(0, 30)
        .map(second -> second % 2 == 0 ? low : high)
        .mapToObj(calls -> use(0, calls, SITES, busyAt.applyAsInt(calls)))
        .toList();
  }

  @Test
  void aCallHoldsAThreadForTheMeanBusyThreadsByTheRate() {
    HoldTime hold = HoldTime.of(pool(), List.of(use(0, 100, SITES, 1, 3), use(1, 300, SITES, 6)));

    assertThat(hold.millis()).isCloseTo(20, within(1e-9));
    assertThat(hold.cpuMillis()).isCloseTo(1, within(1e-9));
  }

  /** As a pool of Jetty. */
  @Test
  void aPoolThatCountsNoTasksHasNoHoldTimeAndNoRate() {
    PoolSetup jetty =
        new PoolSetup(
            1,
            "org.eclipse.QueuedThreadPool",
            "qtp1-1",
            1,
            20,
            false,
            null,
            new Counting(false, false),
            null);
    List<TimedPoolSecond> uses = List.of(use(0, 0, SITES, 3));

    assertThat(HoldTime.of(jetty, uses))
        .isEqualTo(
            new HoldTime(null, null, Growth.UNKNOWN, null, 0, List.of(new Share(SLEEPING, 1))));
    assertThat(CallRate.of(jetty, uses)).isEqualTo(new CallRate(0, null, null, null, null));
  }

  /** As one whose threads all wait for replies that do not come. */
  @Test
  void aPoolInWhichNoCallEndedHasNoHoldTime() {
    assertThat(HoldTime.of(pool(), List.of(use(0, 0, SITES, 20, 20))))
        .isEqualTo(
            new HoldTime(null, null, Growth.UNKNOWN, null, 0, List.of(new Share(SLEEPING, 1))));
  }

  @Test
  void fewWindowsShowNoGrowth() {
    assertThat(HoldTime.of(pool(), List.of(use(0, 100, SITES, 1), use(1, 300, SITES, 30))).growth())
        .isEqualTo(Growth.UNKNOWN);
  }

  @Test
  void aRateThatHardlyVariesShowsNoGrowth() {
    assertThat(HoldTime.of(pool(), alternating(100, 120, calls -> calls - 90)).growth())
        .isEqualTo(Growth.UNKNOWN);
  }

  @Test
  void busyThreadsInProportionToTheRateAreSteady() {
    HoldTime hold = HoldTime.of(pool(), alternating(100, 300, calls -> calls / 50));

    assertThat(hold.growth()).isEqualTo(Growth.STEADY);
    assertThat(hold.grown()).isNull();
    assertThat(hold.busiestPerSecond()).isCloseTo(300, within(1e-9));
  }

  @Test
  void moreBusyThreadsThanInProportionGrow() {
    assertThat(HoldTime.of(pool(), alternating(100, 300, calls -> calls == 100 ? 2 : 12)).growth())
        .isEqualTo(Growth.GROWS);
  }

  @Test
  void theWaitThatHasMostOfTheGrowthIsNamed() {
    Site lock = site(State.LOCK, "com.shop.Stock.take", "", "java.lang.Object", 20);
    List<TimedPoolSecond> uses =
        IntStream.range(0, 30)
            .mapToObj(
                second ->
                    second % 2 == 0
                        ? use(second, 100, List.of(RUNNING), 2)
                        : use(second, 300, List.of(RUNNING, lock), 18))
            .toList();

    assertThat(HoldTime.of(pool(), uses).grown())
        .isEqualTo(site(State.LOCK, "com.shop.Stock.take", "", "java.lang.Object", 200));
  }

  @Test
  void sitesAreAddedUp() {
    assertThat(
            HoldTime.shares(List.of(use(0, 1, List.of(SLEEPING, RUNNING), 1), use(1, 1, SITES, 1))))
        .containsExactly(
            new Share(site(State.SLEEP, "com.shop.Orders.find", "", "", 20), 2 / 3.0),
            new Share(RUNNING, 1 / 3.0));
  }
}
