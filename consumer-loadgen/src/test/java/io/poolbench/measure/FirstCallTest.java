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
import io.poolbench.load.Target;
import io.poolbench.study.RemoteSettings;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FirstCallTest {
  private final FailureReasons reasons = new FailureReasons();
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
    FirstCall.require("shop.Orders.find", targets, Duration.ofSeconds(1), reasons);
  }

  private Target.Factory answering(Outcome outcome) {
    return (slots, completion) ->
        new Target() {
          @Override
          public void send(int slot) {
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
