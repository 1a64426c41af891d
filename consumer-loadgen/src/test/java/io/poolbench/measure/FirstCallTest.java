package io.poolbench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.dubbo.ClientKind;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.LabException;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Outcome;
import io.poolbench.load.SimulatedTime;
import io.poolbench.load.Target;
import io.poolbench.study.RemoteSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FirstCallTest {
  private final FailureReasons reasons = new FailureReasons();
  private final SimulatedTime clock = new SimulatedTime();
  private int closed;

  @Test
  void ruleAGoodAnswerIsEnough() {
    assertThatCode(() -> require(answering(Outcome.OK))).doesNotThrowAnyException();
    assertThat(closed).isEqualTo(1);
  }

  @Test
  void ruleAnyOtherAnswerBreaksTheCellWithItsReason() {
    for (Outcome outcome : new Outcome[] {Outcome.ERROR, Outcome.REJECTED, Outcome.TIMEOUT}) {
      assertBroken(answering(outcome), "service threw no order");
    }
    assertThat(closed).isEqualTo(3);
  }

  /** As of a pool of connections that is filled by the first call. */
  @Test
  void aProviderIsColdWhileItsCallsTimeOut() {
    Queue<Outcome> outcomes =
        new ArrayDeque<>(List.of(Outcome.TIMEOUT, Outcome.TIMEOUT, Outcome.OK));

    assertThatCode(() -> require(answering(outcomes::remove))).doesNotThrowAnyException();
    assertThat(outcomes).isEmpty();
  }

  /** A provider that serves others may take long: it must not get many calls at once. */
  @Test
  void aProviderThatIsTooSlowGetsFewCalls() {
    AtomicInteger calls = new AtomicInteger();

    assertBroken(
        answering(
            () -> {
              calls.incrementAndGet();
              return Outcome.TIMEOUT;
            }),
        "service threw no order");
    assertThat(calls).hasValue(11);
  }

  @ParameterizedTest
  @CsvSource({
    "connection refused, connection refused",
    ClientKind.CLOSED_BY_PROVIDER + ", '(valid: " + RemoteSettings.REQUIRED + ")'"
  })
  void ruleAnUnreachableProviderBreaksItAndOneThatClosesMayRequireTls(
      String problem, String named) {
    assertBroken(
        (slots, completion) -> {
          throw new IOException(problem);
        },
        named);
  }

  @Test
  void ruleRequestsThatCannotBeMadeBreakItWithTheReason() {
    assertBroken(
        (slots, completion) -> {
          throw new InvalidSettingException("data", "encoded requests exceed 64 MiB");
        },
        "encoded requests exceed 64 MiB");
  }

  private void assertBroken(Target.Factory targets, String reason) {
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> require(targets))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ViolationCode.CALL_FAILED))
        .withMessageContaining("shop.Orders.find")
        .withMessageContaining(reason);
  }

  private void require(Target.Factory targets) throws Exception {
    FirstCall.require("shop.Orders.find", targets, Duration.ofMillis(50), reasons, clock);
  }

  private Target.Factory answering(Outcome outcome) {
    return answering(() -> outcome);
  }

  private Target.Factory answering(Supplier<Outcome> outcomes) {
    return (slots, completion) ->
        new Target() {
          @Override
          public void send(int slot) {
            Outcome outcome = outcomes.get();
            if (outcome != Outcome.OK) {
              reasons.count("service threw no order");
            }
            completion.completed(slot, outcome, 0, 0);
          }

          @Override
          public long sentNanos(int slot) {
            return 0;
          }

          @Override
          public void close() {
            closed++;
          }
        };
  }
}
