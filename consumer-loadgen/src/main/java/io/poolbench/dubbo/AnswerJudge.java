package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.poolbench.measure.Outcome;

/**
 * Says what an answer comes to: by its header and the first byte of its body; one OK answer in so
 * many, and every other one, is also decoded fully by Dubbo's codec and compared with what was
 * expected. Of each connection the first OK answer is among those decoded. Confined to one thread.
 */
final class AnswerJudge {
  private final FrameCodec codec;
  private final MeasuredCall call;
  private final boolean withValue;
  private final int decodeOneIn;
  private final FailureReasons reasons;
  private int undecoded;

  AnswerJudge(FrameCodec codec, MeasuredCall call, int decodeOneIn, FailureReasons reasons) {
    this.codec = codec;
    this.call = call;
    this.withValue = call.answersWithValue();
    this.decodeOneIn = decodeOneIn;
    this.reasons = reasons;
    this.undecoded = decodeOneIn - 1;
  }

  /** Judges the frame at {@code start}, the answer to a variant. */
  Outcome outcome(ByteBuf buffer, int start, int bytes, int variant) {
    Outcome outcome = DubboFrame.outcome(buffer, start, withValue);
    if (outcome == Outcome.OK && ++undecoded < decodeOneIn) {
      return Outcome.OK;
    }
    return decoded(outcome, buffer, start, bytes, variant);
  }

  private Outcome decoded(Outcome byHeader, ByteBuf buffer, int start, int bytes, int variant) {
    FrameCodec.Answer answer = codec.decode(buffer, start, bytes);
    if (answer.failure() != null) {
      reasons.count(answer.failure());
      return byHeader == Outcome.OK ? Outcome.ERROR : byHeader;
    }
    if (byHeader == Outcome.OK) {
      undecoded = 0;
      if (call.isAnsweredBy(variant, answer.value())) {
        return Outcome.OK;
      }
    }
    reasons.count(call.mismatch(variant, answer.value()));
    return Outcome.ERROR;
  }
}
