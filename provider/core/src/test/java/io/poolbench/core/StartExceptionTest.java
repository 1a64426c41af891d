package io.poolbench.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class StartExceptionTest {
  @Test
  void aRootCauseIsNamedByTheFirstLineOfItsMessageOrByItsClass() {
    assertThat(StartException.rootMessage(new IllegalStateException(new IOException("used\nby x"))))
        .isEqualTo("used");
    assertThat(StartException.rootMessage(new IllegalStateException(new NullPointerException())))
        .isEqualTo("NullPointerException");
  }
}
