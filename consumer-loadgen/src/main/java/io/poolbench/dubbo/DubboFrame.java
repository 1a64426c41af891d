package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.poolbench.dubbo.MeasuredCall.AnswerKind;
import io.poolbench.load.Outcome;
import io.poolbench.study.CallSettings.Serialization;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.dubbo.common.serialize.Constants;
import org.apache.dubbo.remoting.exchange.Response;

/**
 * The frame of the dubbo protocol, big-endian: magic (2 bytes), flags (1), status (1, answers
 * only), request id (8), length of the body (4), body.
 */
final class DubboFrame {
  static final int HEADER_BYTES = 16;
  static final int ID_OFFSET = 4;

  /** The limit of an answer's body, for the driver's memory: twice the limit of a provider. */
  static final int MAX_BODY_BYTES = 16 << 20;

  /** Enough for a message with a URL (some hundred bytes) after a stack trace of Triple (4,000). */
  private static final int SEARCHED_BYTES = 16 * 1024;

  private static final int MAGIC = 0xdabb;
  private static final int FLAGS_OFFSET = 2;
  private static final int STATUS_OFFSET = 3;
  private static final int BODY_LENGTH_OFFSET = 12;
  private static final int REQUEST = 0x80;
  private static final int TWO_WAY = 0x40;
  private static final int EVENT = 0x20;
  private static final int SERIALIZATION = 0x1f;

  /** Fastjson2 writes each value after its length (4 bytes); a byte takes at most two bytes. */
  private static final int FASTJSON_LENGTH_BYTES = 4;

  private static final int FASTJSON_MAX_TYPE_BYTES = 2;

  /** Hessian2 writes an int from -16 to 47, such as the type of an answer, in one byte. */
  private static final int HESSIAN_SMALL_INT_ZERO = 0x90;

  /**
   * Part of the answer where {@code ExecuteLimitFilter} refused the call. The answer is an
   * exception of the service.
   */
  private static final ByteBuf LIMITED_TEXT =
      Unpooled.copiedBuffer(
              "cause: The service using threads greater than <", StandardCharsets.US_ASCII)
          .asReadOnly();

  private DubboFrame() {}

  static boolean hasMagic(ByteBuf buffer, int start) {
    return buffer.getUnsignedShort(start) == MAGIC;
  }

  static int bodyBytes(ByteBuf buffer, int start) {
    return buffer.getInt(start + BODY_LENGTH_OFFSET);
  }

  static long id(ByteBuf buffer, int start) {
    return buffer.getLong(start + ID_OFFSET);
  }

  static boolean isRequest(ByteBuf buffer, int start) {
    return (buffer.getByte(start + FLAGS_OFFSET) & REQUEST) != 0;
  }

  static boolean isTwoWay(ByteBuf buffer, int start) {
    return (buffer.getByte(start + FLAGS_OFFSET) & TWO_WAY) != 0;
  }

  static boolean isEvent(ByteBuf buffer, int start) {
    return (buffer.getByte(start + FLAGS_OFFSET) & EVENT) != 0;
  }

  static int status(ByteBuf buffer, int start) {
    return buffer.getUnsignedByte(start + STATUS_OFFSET);
  }

  /** The outcome of an answer, by its status and the type at the beginning of its body. */
  static Outcome outcome(ByteBuf buffer, int start, AnswerKind good) {
    return switch (status(buffer, start)) {
      case Response.OK -> good.accepts(answerType(buffer, start)) ? Outcome.OK : Outcome.ERROR;
      case Response.SERVER_THREADPOOL_EXHAUSTED_ERROR -> Outcome.REJECTED;
      case Response.SERVER_TIMEOUT -> Outcome.TIMEOUT;
      default -> Outcome.ERROR;
    };
  }

  /** Whether an answer is an exception of the service. */
  static boolean isThrown(ByteBuf buffer, int start) {
    return status(buffer, start) == Response.OK
        && AnswerKind.THROWN.accepts(answerType(buffer, start));
  }

  /** The serialization of a body; empty where a study cannot choose it. */
  static Optional<Serialization> serialization(ByteBuf buffer, int start) {
    return switch (buffer.getByte(start + FLAGS_OFFSET) & SERIALIZATION) {
      case Constants.FASTJSON2_SERIALIZATION_ID -> Optional.of(Serialization.FASTJSON2);
      case Constants.HESSIAN2_SERIALIZATION_ID -> Optional.of(Serialization.HESSIAN2);
      default -> Optional.empty();
    };
  }

  /** Whether the exception in an encoded answer says that a limit refused the call. */
  static boolean isLimited(ByteBuf buffer, int start, int bytes) {
    int searched = Math.max(0, Math.min(bytes - HEADER_BYTES, SEARCHED_BYTES));
    return ByteBufUtil.indexOf(LIMITED_TEXT, buffer.slice(start + HEADER_BYTES, searched)) >= 0;
  }

  /** The type ({@code DubboCodec}) of an answer whose status is OK; negative where it has none. */
  private static int answerType(ByteBuf buffer, int start) {
    int body = start + HEADER_BYTES;
    int bodyBytes = bodyBytes(buffer, start);
    if ((buffer.getByte(start + FLAGS_OFFSET) & SERIALIZATION)
        != Constants.FASTJSON2_SERIALIZATION_ID) {
      return bodyBytes == 0 ? -1 : buffer.getUnsignedByte(body) - HESSIAN_SMALL_INT_ZERO;
    }
    if (bodyBytes <= FASTJSON_LENGTH_BYTES) {
      return -1;
    }
    int typeBytes = buffer.getInt(body);
    return typeBytes < 1
            || typeBytes > FASTJSON_MAX_TYPE_BYTES
            || bodyBytes < FASTJSON_LENGTH_BYTES + typeBytes
        ? -1
        : buffer.getByte(body + FASTJSON_LENGTH_BYTES + typeBytes - 1);
  }
}
