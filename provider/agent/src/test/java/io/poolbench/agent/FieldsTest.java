package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FieldsTest {
  private final Object own = new Object();

  /** As the JDK's own references for its cleaners, which JDKs before 16 let be reached. */
  private static final class Untold extends WeakReference<Object> {
    private Untold(Object referent) {
      super(referent);
    }

    @Override
    public Object get() {
      throw new UnsupportedOperationException("get");
    }
  }

  @Test
  void aReferenceThatDoesNotTellItsReferentEndsNoSearch() {
    assertThat(new Fields().values(new Untold(own), 10)).doesNotContainNull();
  }

  /** A handler of rejected tasks with times and settings beside its counts. */
  @SuppressWarnings("unused")
  private static final class Handler {
    private final long rejectLogIntervalMillis = 5_000;
    private long lastRejectTime = 1_700_000_000_000L;
    private final AtomicLong rejected = new AtomicLong(3);
  }

  @SuppressWarnings("unused")
  private static final class PlainCount {
    private long rejectedCount = 4;
  }

  @Test
  void aTimeOrASettingIsNoCount() {
    assertThat(new Fields().count(new Handler(), "reject").orElseThrow().get().longValue())
        .isEqualTo(3);
    assertThat(new Fields().count(new PlainCount(), "reject").orElseThrow().get().longValue())
        .isEqualTo(4);
    assertThat(new Fields().count(new AtomicLong(1), "reject")).isEmpty();
  }

  /** The table of a cache may have millions of elements. */
  @Test
  void ofAnArraySomeElementsAreRead() {
    assertThat(new Fields().values(new Object[] {1, null, 2, 3}, 2)).containsExactly(1, 2);
  }

  @SuppressWarnings("unused")
  private static final class OwnHolder extends Thread {
    private final Object holder = "its own";
  }

  @Test
  void aFieldOfAClassIsNotThatOfAnother() {
    assertThat(new Fields().value(new OwnHolder(), "holder")).isEqualTo("its own");
    assertThat(new Fields().value(new OwnHolder(), Thread.class, "holder")).isNull();
  }

  @Test
  void theReferentOfAReferenceIsFollowed() {
    assertThat(new Fields().values(new WeakReference<>(own), 10)).contains(own);
  }
}
