package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BusinessCallsTest {
  private final BusinessCalls calls = new BusinessCalls();

  @Test
  void aCallIsAnsweredByItsOutermostMethod() {
    calls.unanswered().opened();
    boolean outer = calls.unanswered().begin();
    calls.begun();
    calls.begun();
    calls.ended();

    assertThat(calls.unanswered().count()).isEqualTo(1);

    calls.ended();
    assertThat(calls.unanswered().count()).isZero();
    calls.unanswered().end(outer);
    assertThat(calls.unanswered().count()).isZero();
  }
}
