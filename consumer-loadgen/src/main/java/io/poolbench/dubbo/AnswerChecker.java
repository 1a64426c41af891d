package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.dubbo.MeasuredCall.AnswerKind;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Determines the outcome of answers from the header and the type at the beginning of the body. One
 * in {@code decodeOneIn} OK answers, including the first of a connection, and every other answer
 * but the refusals of a limit are also decoded by Dubbo's codec and compared with the expected
 * value. Confined to one thread.
 */
final class AnswerChecker {
  private static final byte[] LIMITED_TEXT =
      FailureClassifier.LIMITED_TEXT.getBytes(StandardCharsets.US_ASCII);

  private final FrameCodec codec;
  private final MeasuredCall call;
  private final AnswerKind good;
  private final int decodeOneIn;
  private final FailureReasons reasons;
  private int undecoded;

  AnswerChecker(FrameCodec codec, TargetConfig config) {
    this.codec = codec;
    this.call = config.call();
    this.good = call.answers();
    this.decodeOneIn = config.settings().decodeOneIn();
    this.reasons = config.reasons();
    this.undecoded = decodeOneIn - 1;
  }

  /** The outcome of the frame at {@code start}, which answers a request of this variant. */
  Outcome outcome(ByteBuf buffer, int start, int bytes, int variant) {
    Outcome outcome = DubboFrame.outcome(buffer, start, good);
    if (outcome == Outcome.OK && ++undecoded < decodeOneIn) {
      return Outcome.OK;
    }
    if (outcome == Outcome.ERROR && isLimited(buffer, start, bytes)) {
      // Not decoded, to save time: a provider beyond its limit refuses as many calls as it answers.
      reasons.count(FailureClassifier.LIMITED);
      return Outcome.REJECTED;
    }
    return decoded(outcome, buffer, start, bytes, variant);
  }

  /** Whether the exception in an answer says that a limit refused the call. */
  static boolean isLimited(ByteBuf buffer, int start, int bytes) {
    return DubboFrame.hasText(buffer, start, bytes, LIMITED_TEXT);
  }

  /** Whether the frame at {@code start} is an OK answer, judged only by its header and type. */
  boolean isOk(ByteBuf buffer, int start) {
    return DubboFrame.outcome(buffer, start, good) == Outcome.OK;
  }

  private Outcome decoded(Outcome byHeader, ByteBuf buffer, int start, int bytes, int variant) {
    FrameCodec.Answer answer = codec.decode(buffer, start, bytes);
    if (answer.failure() != null) {
      reasons.count(answer.failure());
      return byHeader == Outcome.OK ? Outcome.ERROR : byHeader;
    }
    Optional<String> mismatch = call.mismatch(variant, answer.value());
    if (byHeader != Outcome.OK) {
      reasons.count(mismatch.orElse("wrong answer: got " + answer.value()));
      return Outcome.ERROR;
    }
    undecoded = 0;
    mismatch.ifPresent(reasons::count);
    return mismatch.isEmpty() ? Outcome.OK : Outcome.ERROR;
  }
}
