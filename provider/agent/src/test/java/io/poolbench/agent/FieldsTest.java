package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
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
    assertThat(new Fields().values(new Untold(own))).doesNotContainNull();
  }

  @Test
  void theReferentOfAReferenceIsFollowed() {
    assertThat(new Fields().values(new WeakReference<>(own))).contains(own);
  }
}
