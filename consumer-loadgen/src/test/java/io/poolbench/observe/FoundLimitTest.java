package io.poolbench.observe;

import static io.poolbench.observe.Seconds.RUNNING;
import static io.poolbench.observe.Seconds.SLEEPING;
import static io.poolbench.observe.Seconds.collecting;
import static io.poolbench.observe.Seconds.second;
import static io.poolbench.observe.Seconds.site;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.ProgramSamples;
import io.poolbench.journal.ProgramSamples.Connections;
import io.poolbench.journal.ProgramSamples.Site;
import io.poolbench.journal.ProgramSamples.State;
import io.poolbench.observe.BusyThreads.Average;
import io.poolbench.observe.BusyThreads.Waiting;
import io.poolbench.observe.FoundLimit.Kind;
import io.poolbench.observe.HoldTime.Growth;
import io.poolbench.observe.HoldTime.Share;
import java.util.List;
import org.junit.jupiter.api.Test;

class FoundLimitTest {
  private static final String VIA = "com.zaxxer.hikari.pool.HikariPool.getConnection";
  private static final ProgramSamples CALM = second(0.4);
  private static final Site CONNECTING =
      site(State.WAIT, "com.shop.Dao.find", VIA, "java.util.concurrent.SynchronousQueue$T", 30);

  private static FoundLimit limit(
      double busy, double full, HoldTime hold, ProgramSamples... seconds) {
    BusyThreads threads =
        new BusyThreads(new Average(busy, 1), 1, 1, 1, 0, full, new Waiting(0, 1));
    return FoundLimit.of(threads, hold, List.of(seconds));
  }

  private static HoldTime at(Site... sites) {
    double share = 1.0 / sites.length;
    return new HoldTime(
        10.0,
        1.0,
        Growth.UNKNOWN,
        null,
        100,
        List.of(sites).stream().map(site -> new Share(site, share)).toList());
  }

  private static Connections connections(double full) {
    return new Connections("HikariCP", VIA, "HikariPool-1", 10, 9, 1, full);
  }

  @Test
  void nothingIsNamedWhereNothingWasFull() {
    assertThat(limit(5, 0, at(SLEEPING), CALM).kind()).isEqualTo(Kind.NONE);
  }

  @Test
  void threadsThatWereAllBusyAreNamed() {
    assertThat(limit(20, 0.5, at(SLEEPING), CALM))
        .isEqualTo(new FoundLimit(Kind.THREADS, "", 50, SLEEPING));
  }

  @Test
  void connectionsThatWereFullAreNamedBeforeTheThreadsThatWaitForThem() {
    assertThat(
            limit(
                20,
                0.5,
                at(CONNECTING, SLEEPING),
                second(0.4, connections(0)),
                second(0.4, connections(0.5))))
        .isEqualTo(
            new FoundLimit(Kind.CONNECTIONS, "HikariPool-1 (10 connections)", 25, CONNECTING));
  }

  /** As two pools of the same class of objects. */
  @Test
  void poolsOfOneNameAreNotFullForMoreThanTheTime() {
    Connections spare = new Connections("HikariCP", VIA, "HikariPool-1", 99, 59, 0, 0.6);

    assertThat(limit(5, 0, at(CONNECTING), second(0.4, connections(0.8), spare)))
        .isEqualTo(
            new FoundLimit(Kind.CONNECTIONS, "HikariPool-1 (10 connections)", 80, CONNECTING));
  }

  @Test
  void fullConnectionsForWhichNoCallWaitsAreNotNamed() {
    assertThat(limit(5, 0, at(SLEEPING), second(0.4, connections(1))).kind()).isEqualTo(Kind.NONE);
  }

  /** Another pool of the same library is waited for, at the same site. */
  @Test
  void aConnectionThatIsHeldAllTheTimeAndThatNobodyWaitsForIsNotNamed() {
    Connections held = new Connections("HikariCP", VIA, "leader", 1, 1, 0, 1);

    assertThat(limit(5, 0, at(CONNECTING), second(0.4, connections(0.02), held)))
        .isEqualTo(
            new FoundLimit(Kind.CONNECTIONS, "HikariPool-1 (10 connections)", 2, CONNECTING));
    assertThat(limit(5, 0, at(CONNECTING), second(0.4, held)).kind()).isEqualTo(Kind.NONE);
  }

  @Test
  void connectionsThatWereHardlyFullAreNotNamed() {
    assertThat(limit(5, 0, at(CONNECTING), second(0.4, connections(0.005))).kind())
        .isEqualTo(Kind.NONE);
  }

  @Test
  void busyCpusAreNamedBeforeWhatCallsKeepMeanwhile() {
    assertThat(limit(20, 1, at(RUNNING, CONNECTING), second(0.95, connections(1))))
        .isEqualTo(new FoundLimit(Kind.CPU, "", 100, RUNNING));
  }

  @Test
  void busyCpusAreNotNamedWhereCallsHardlyRun() {
    assertThat(limit(20, 1, at(SLEEPING, SLEEPING, RUNNING), second(0.95)).kind())
        .isEqualTo(Kind.THREADS);
  }

  @Test
  void aCollectorThatStopsTheProgramIsNamed() {
    assertThat(limit(5, 0, at(RUNNING), collecting(150)).kind()).isEqualTo(Kind.COLLECTOR);
  }

  @Test
  void aLockForWhichThreadsWaitIsNamed() {
    Site lock = site(State.LOCK, "com.shop.Stock.take", "", "java.lang.Object", 30);

    assertThat(limit(6, 0, at(lock, SLEEPING), CALM))
        .isEqualTo(new FoundLimit(Kind.LOCK, "java.lang.Object", 3, lock));
  }

  @Test
  void aSemaphoreIsALock() {
    Site permit =
        site(State.WAIT, "com.shop.A.b", "", "java.util.concurrent.Semaphore$NonfairSync", 30);

    assertThat(limit(6, 0, at(permit, SLEEPING), CALM).kind()).isEqualTo(Kind.LOCK);
  }

  @Test
  void anAnswerOfAnotherThreadIsNoLock() {
    Site future =
        site(
            State.WAIT, "com.shop.A.b", "", "java.util.concurrent.CompletableFuture$Signaller", 30);

    assertThat(limit(6, 0, at(future), CALM).kind()).isEqualTo(Kind.NONE);
  }

  @Test
  void aLockForWhichFewThreadsWaitIsNotNamed() {
    Site lock = site(State.LOCK, "com.shop.Stock.take", "", "java.lang.Object", 30);

    assertThat(limit(3, 0, at(lock, SLEEPING), CALM).kind()).isEqualTo(Kind.NONE);
  }

  @Test
  void aWaitThatGrewIsNamedWhereNothingWasFull() {
    HoldTime grown = new HoldTime(10.0, 1.0, Growth.GROWS, SLEEPING, 100, List.of());

    assertThat(limit(5, 0, grown, CALM))
        .isEqualTo(new FoundLimit(Kind.GROWING_WAIT, "", 0, SLEEPING));
  }
}
