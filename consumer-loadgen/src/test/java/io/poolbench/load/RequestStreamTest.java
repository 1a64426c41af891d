package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RequestStreamTest {
  private static final int PER_SECOND = 1_000;
  private static final long GAP_NANOS = 1_000_000;

  /** Arrivals of which all copies count their reads in one place. */
  private record Counted(Arrivals arrivals, AtomicInteger reads) implements Arrivals {
    @Override
    public long nextNanos() {
      reads.incrementAndGet();
      return arrivals.nextNanos();
    }

    @Override
    public Arrivals copy() {
      return new Counted(arrivals.copy(), reads);
    }
  }

  @Test
  void theFirstBacklogAfterAMillionRequestsReadsNotMuchMoreThanTheBacklog() {
    int sent = 1_000_000;
    int waiting = 25;
    AtomicInteger reads = new AtomicInteger();
    RequestStream stream = new RequestStream(new Counted(Arrivals.constant(PER_SECOND), reads), 0);
    pass(stream, sent);
    int bySender = reads.get();

    long due = stream.countDue((sent + waiting - 1) * GAP_NANOS, /* backlogged= */ true);

    assertThat(due).isEqualTo(sent + waiting);
    assertThat(stream.waitingSince().toArray()).hasSize(waiting).contains(sent * GAP_NANOS);
    assertThat(reads.get() - bySender).isLessThanOrEqualTo(RequestStream.COPY_EVERY + waiting + 1);
  }

  /** Against a count from the start of the sequence. */
  @Property(tries = 100)
  void dueAndWaitingRequestsAreExactWhereverTheReaderContinues(
      @ForAll @IntRange(min = 1, max = 6) int counts, @ForAll long seed) {
    RequestStream stream = new RequestStream(Arrivals.poisson(PER_SECOND, seed), 0);
    Arrivals oracle = Arrivals.poisson(PER_SECOND, seed);
    SplittableRandom random = new SplittableRandom(seed);
    long sent = 0;
    long due = 0;
    long now = 0;
    long nextDue = oracle.nextNanos();
    for (int count = 0; count < counts; count++) {
      int passed = random.nextInt(3 * RequestStream.COPY_EVERY);
      pass(stream, passed);
      sent += passed;
      now = Math.max(now, stream.nextNanos() + random.nextInt(100) * GAP_NANOS);
      while (nextDue <= now) {
        due++;
        nextDue = oracle.nextNanos();
      }

      assertThat(stream.countDue(now, /* backlogged= */ true)).isEqualTo(due);
      assertThat(stream.waitingSince().count()).isEqualTo(due - sent);
      assertThat(stream.waitingSince().min()).hasValue(stream.nextNanos());
    }
  }

  private static void pass(RequestStream stream, int requests) {
    for (int n = 0; n < requests; n++) {
      stream.pass();
    }
  }
}
