package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Outcome;
import java.io.IOException;
import org.apache.dubbo.rpc.protocol.dubbo.DubboCodec;

/**
 * The answers in flight of the slots of one connection. The message of an answer must be complete,
 * and a value or null as its call requires. One answer in {@code decodeOneIn}, including the first
 * of a connection, is kept, decoded by Dubbo's codec, and compared with the expected value. An
 * answer beyond the limit of the dubbo protocol ends the connection, as it does there, and so do
 * answers in flight that together need more to be decoded. Confined to the connection's event loop.
 */
final class TriAnswers {
  private static final byte UNKNOWN = 0;
  private static final byte VALUE = 1;
  private static final byte NULL = 2;

  /** The limit of the dubbo protocol, plus the prefix. */
  private static final int MAX_BYTES = TriRequests.PREFIX_BYTES + DubboFrame.MAX_BODY_BYTES;

  private static final HeaderBlocks.Failure NO_TRAILERS =
      new HeaderBlocks.Failure(Outcome.ERROR, "answer without trailers", false);

  private final TriCodec codec;
  private final MeasuredCall call;
  private final boolean valueIsGood;
  private final boolean nullIsGood;
  private final int decodeOneIn;
  private final FailureReasons reasons;

  /** The message of a null answer with its prefix; empty where a null has no message. */
  private final ByteBuf nullAnswer;

  private final int[] received;
  private final int[] expected;
  private final byte[] kinds;
  private final ByteBuf[] kept;
  private final HeaderBlocks.Failure[] failures;
  private int undecoded;

  /** The bytes of all kept answers. */
  private int keptBytes;

  TriAnswers(TriCodec codec, TargetConfig config, int count) {
    this.codec = codec;
    this.call = config.call();
    this.valueIsGood = call.answers().accepts(DubboCodec.RESPONSE_VALUE);
    this.nullIsGood = call.answers().accepts(DubboCodec.RESPONSE_NULL_VALUE);
    this.decodeOneIn = config.settings().decodeOneIn();
    this.reasons = config.reasons();
    this.undecoded = decodeOneIn - 1;
    this.nullAnswer = nullAnswer(codec);
    received = new int[count];
    expected = new int[count];
    kinds = new byte[count];
    kept = new ByteBuf[count];
    failures = new HeaderBlocks.Failure[count];
  }

  private static ByteBuf nullAnswer(TriCodec codec) {
    try {
      byte[] message = codec.nullAnswer();
      return message.length == 0 ? Unpooled.EMPTY_BUFFER : TriRequests.prefixed(message);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  void begin(int index) {
    received[index] = 0;
    kinds[index] = UNKNOWN;
    drop(index);
    failures[index] = null;
  }

  /** Begins an answer; {@code failure} is null where it is good so far. */
  void head(int index, HeaderBlocks.Failure failure) {
    failures[index] = failure;
    if (failure != null && failure.thrown()) {
      keep(index);
    } else if (failure == null && ++undecoded >= decodeOneIn) {
      undecoded = 0;
      keep(index);
    }
  }

  private void keep(int index) {
    // A second header block of an answer must not drop what was kept.
    if (kept[index] == null) {
      kept[index] = Unpooled.buffer();
    }
  }

  void data(int index, ByteBuf buffer, int start, int bytes)
      throws FrameSplitter.ProtocolException {
    if (bytes == 0) {
      return;
    }
    if (received[index] + bytes > MAX_BYTES) {
      throw new FrameSplitter.ProtocolException(
          "answer: more than %d bytes (limit %d)"
              .formatted(received[index], DubboFrame.MAX_BODY_BYTES));
    }
    if (received[index] == 0 && bytes < TriRequests.PREFIX_BYTES && kept[index] == null) {
      keep(index);
    }
    if (kept[index] != null) {
      if (keptBytes + bytes > MAX_BYTES) {
        throw new FrameSplitter.ProtocolException(
            "answers to decode: more than %d bytes".formatted(DubboFrame.MAX_BODY_BYTES));
      }
      kept[index].writeBytes(buffer, start, bytes);
      keptBytes += bytes;
    }
    if (received[index] == 0 && bytes >= TriRequests.PREFIX_BYTES) {
      examine(index, buffer, start, bytes);
    }
    received[index] += bytes;
  }

  /** Reads the length in the prefix, and whether the message is a null. */
  private void examine(int index, ByteBuf buffer, int start, int bytes) {
    expected[index] = TriRequests.PREFIX_BYTES + buffer.getInt(start + 1);
    boolean isNull =
        bytes == nullAnswer.readableBytes()
            && ByteBufUtil.equals(nullAnswer, nullAnswer.readerIndex(), buffer, start, bytes);
    kinds[index] = isNull ? NULL : VALUE;
  }

  /** Ends an answer and returns its outcome; {@code failure} is null for good trailers. */
  Outcome end(int index, int variant, HeaderBlocks.Failure failure) {
    ByteBuf whole = kept[index];
    drop(index);
    if (kinds[index] == UNKNOWN && received[index] >= TriRequests.PREFIX_BYTES) {
      // The prefix was split over several frames.
      examine(index, whole, 0, whole.readableBytes());
    }
    if (failure != null || failures[index] != null) {
      return failed(index, failure == null ? failures[index] : failure, whole);
    }
    String wrong = wrong(index);
    if (wrong == null && whole != null) {
      FrameCodec.Answer answer = codec.decode(message(whole));
      wrong =
          answer.failure() != null
              ? answer.failure()
              : call.mismatch(variant, answer.value()).orElse(null);
    }
    if (wrong != null) {
      reasons.count(wrong);
      return Outcome.ERROR;
    }
    return Outcome.OK;
  }

  /** Ends an answer without trailers, such as that of an HTTP server to an unknown path. */
  Outcome endWithoutTrailers(int index, int variant) {
    return end(index, variant, failures[index] == null ? NO_TRAILERS : failures[index]);
  }

  private String wrong(int index) {
    if (kinds[index] == UNKNOWN) {
      return "answer without a message";
    }
    if (received[index] != expected[index]) {
      return "answer of " + received[index] + " bytes instead of " + expected[index];
    }
    boolean good = kinds[index] == NULL ? nullIsGood : valueIsGood;
    return good ? null : "wrong answer: " + (kinds[index] == NULL ? "null" : "a value");
  }

  private Outcome failed(int index, HeaderBlocks.Failure failure, ByteBuf whole) {
    boolean thrown =
        (failure.thrown() || (failures[index] != null && failures[index].thrown()))
            && whole != null
            && kinds[index] != UNKNOWN
            && received[index] == expected[index];
    if (thrown && DubboFrame.isLimited(whole, whole.readerIndex(), whole.readableBytes())) {
      reasons.count(ClientKind.LIMITED);
      return Outcome.REJECTED;
    }
    reasons.count(thrown ? TriCodec.thrown(message(whole)).failure() : failure.reason());
    return failure.outcome();
  }

  private static byte[] message(ByteBuf whole) {
    return ByteBufUtil.getBytes(
        whole,
        TriRequests.PREFIX_BYTES,
        Math.max(0, whole.readableBytes() - TriRequests.PREFIX_BYTES));
  }

  /** Drops the state of an answer that will not end. */
  void drop(int index) {
    keptBytes -= kept[index] == null ? 0 : kept[index].readableBytes();
    kept[index] = null;
  }
}
