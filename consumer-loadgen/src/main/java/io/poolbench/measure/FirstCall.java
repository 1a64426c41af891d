package io.poolbench.measure;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.dubbo.ClientKind;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.LabException;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.NanoClock;
import io.poolbench.load.Outcome;
import io.poolbench.load.Target;
import io.poolbench.study.RemoteSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A single call that checks a user's own provider before it is measured. If it fails, all calls of
 * the study would fail, and its reason is more useful than their number.
 */
final class FirstCall {
  private static final Duration MARGIN = Duration.ofSeconds(5);

  /** For the first answer of a provider that loads classes and opens connections for it. */
  private static final Duration COLD = Duration.ofSeconds(30);

  private FirstCall() {}

  /**
   * Makes one call and waits for its answer; a call that times out is made again for a while, each
   * time after twice the pause.
   *
   * @param method its name in messages
   * @param reasons used by the targets only, so that it holds the reason of this call
   */
  static void require(
      String method,
      Target.Factory targets,
      Duration timeout,
      FailureReasons reasons,
      NanoClock clock)
      throws LabException, InterruptedException {
    BlockingQueue<Outcome> answers = new LinkedBlockingQueue<>();
    try (Target target =
        targets.open(1, (slot, outcome, sentNanos, endNanos) -> answers.add(outcome))) {
      Duration pause = timeout;
      Duration waited = Duration.ZERO;
      Outcome outcome = answer(target, answers, timeout);
      while (outcome == Outcome.TIMEOUT && waited.compareTo(COLD) < 0) {
        clock.sleepUntil(clock.nanoTime() + pause.toNanos());
        waited = waited.plus(timeout).plus(pause);
        pause = pause.multipliedBy(2);
        outcome = answer(target, answers, timeout);
      }
      if (outcome == null) {
        throw failed(method, "no answer within " + timeout.toMillis() + " ms");
      }
      if (outcome != Outcome.OK) {
        throw failed(method, reasons.mostFrequent().orElse(outcome.name()));
      }
    } catch (IOException | InvalidSettingException e) {
      throw failed(method, String.valueOf(e.getMessage()));
    }
  }

  private static Outcome answer(Target target, BlockingQueue<Outcome> answers, Duration timeout)
      throws InterruptedException {
    target.send(0);
    return answers.poll(timeout.plus(MARGIN).toMillis(), TimeUnit.MILLISECONDS);
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
