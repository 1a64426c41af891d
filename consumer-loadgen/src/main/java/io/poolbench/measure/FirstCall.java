package io.poolbench.measure;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A single call that checks a user's own provider before it is measured. If it fails, all calls of
 * the study would fail, and its reason is more useful than their number.
 */
final class FirstCall {
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private FirstCall() {}

  /**
   * Makes one call and waits for its answer.
   *
   * @param method its name in messages
   * @param reasons used by the targets only, so that it holds the reason of this call
   */
  static void require(
      String method, Target.Factory targets, Duration timeout, FailureReasons reasons)
      throws LabException, InterruptedException {
    CompletableFuture<Outcome> answer = new CompletableFuture<>();
    try (Target target =
        targets.open(1, (slot, outcome, sentNanos, endNanos) -> answer.complete(outcome))) {
      target.send(0);
      Outcome outcome = answer.get(timeout.plus(MARGIN).toMillis(), TimeUnit.MILLISECONDS);
      if (outcome != Outcome.OK) {
        throw failed(method, reasons.mostFrequent().orElse(outcome.name()));
      }
    } catch (IOException | ExecutionException | InvalidSettingException e) {
      throw failed(method, String.valueOf(e.getMessage()));
    } catch (TimeoutException e) {
      throw failed(method, "no answer within " + timeout.toMillis() + " ms");
    }
  }

  private static LabException failed(String method, String reason) {
    boolean closed = reason.contains(ClientKind.CLOSED_BY_PROVIDER);
    return new LabException(
        ViolationCode.CALL_FAILED,
        "first call of "
            + method
            + " failed: "
            + reason
            + (closed ? " (valid: " + RemoteSettings.REQUIRED + ")" : ""));
  }
}
