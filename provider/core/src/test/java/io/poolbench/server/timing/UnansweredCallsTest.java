package io.poolbench.server.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class UnansweredCallsTest {
  private final UnansweredCalls calls = new UnansweredCalls();

  @Test
  void aCallIsAnsweredOnceAndAtItsEndAtTheLatest() {
    calls.opened();
    calls.opened();
    boolean outer = calls.begin();
    calls.answered();
    calls.answered();
    assertThat(calls.count()).isEqualTo(1);
    calls.end(outer);
    assertThat(calls.count()).isEqualTo(1);
    calls.end(calls.begin());
    assertThat(calls.count()).isZero();
  }

  @Test
  void anAnswerBelongsToTheInnermostCallOfItsThread() {
    calls.opened();
    boolean outer = calls.begin();
    calls.opened();
    boolean inner = calls.begin();
    calls.answered();
    assertThat(calls.count()).isEqualTo(1);
    calls.end(inner);
    assertThat(calls.count()).isEqualTo(1);
    calls.answered();
    assertThat(calls.count()).isZero();
    calls.end(outer);
    assertThat(calls.count()).isZero();
  }

  @Test
  void anAnswerBelongsToTheCallOfItsThread() throws Exception {
    calls.opened();
    boolean outer = calls.begin();
    FutureTask<Void> elsewhere = new FutureTask<>(calls::answered, null);
    new Thread(elsewhere).start();
    elsewhere.get();
    assertThat(calls.count()).isEqualTo(1);
    calls.end(outer);
    assertThat(calls.count()).isZero();
  }
}
