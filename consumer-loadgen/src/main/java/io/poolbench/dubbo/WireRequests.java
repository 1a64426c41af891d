package io.poolbench.dubbo;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.poolbench.api.InvalidSettingException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/** The frames that a connection sends, encoded once; ids and unique numbers are set per send. */
final class WireRequests {
  private static final int MAX_BYTES = 64 << 20;

  private final byte[] requests;

  /** The start of each request, followed by the end of the last. */
  private final int[] offsets;

  private final NumberSlots numbers;

  /** Where the unique numbers of all connections begin. */
  private final long start = UniqueNumbers.start(ThreadLocalRandom.current());

  private final byte[] heartbeat;
  private final byte[] heartbeatAnswer;

  WireRequests(FrameCodec codec, MeasuredCall call) throws IOException {
    int variants = call.variants();
    numbers = new NumberSlots(call.unique(), variants);
    offsets = new int[variants + 1];
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int variant = 0; variant < variants; variant++) {
      byte[] request = codec.request(variant);
      all.writeBytes(request);
      if (call.unique() != UniqueNumbers.NONE) {
        numbers.add(request, codec.otherRequest(variant));
      }
      offsets[variant + 1] = all.size();
      requireFit(all.size(), variant);
    }
    requests = all.toByteArray();
    heartbeat = codec.heartbeat();
    heartbeatAnswer = codec.heartbeatAnswer();
  }

  static void requireFit(int bytes, int variant) {
    if (bytes > MAX_BYTES) {
      throw new InvalidSettingException(
          "data",
          "encoded requests exceed %d MiB at record %d (valid: fewer or smaller records)"
              .formatted(MAX_BYTES >> 20, variant + 1));
    }
  }

  long start() {
    return start;
  }

  int requestBytes(int variant) {
    return offsets[variant + 1] - offsets[variant];
  }

  void writeRequest(ByteBuf out, int variant, long id, long sequence) {
    int start = out.writerIndex();
    out.writeBytes(requests, offsets[variant], requestBytes(variant));
    out.setLong(start + DubboFrame.ID_OFFSET, id);
    numbers.set(out, start, variant, sequence);
  }

  void writeHeartbeat(ByteBuf out, long id) {
    write(out, heartbeat, id);
  }

  void writeHeartbeatAnswer(ByteBuf out, long id) {
    write(out, heartbeatAnswer, id);
  }

  private static void write(ByteBuf out, byte[] frame, long id) {
    int start = out.writerIndex();
    out.writeBytes(frame);
    out.setLong(start + DubboFrame.ID_OFFSET, id);
  }

  /** The positions of unique numbers in encoded requests. Immutable after the last {@link #add}. */
  static final class NumberSlots {
    private static final int RADIX = 10;
    private static final int INITIAL_SLOTS = 8;

    private final UniqueNumbers numbers;

    /** The first slot of each request, followed by the number of all slots. */
    private final int[] first;

    private int[] offsets = new int[INITIAL_SLOTS];
    private boolean[] texts = new boolean[INITIAL_SLOTS];
    private int slots;
    private int requests;

    NumberSlots(UniqueNumbers numbers, int requests) {
      this.numbers = numbers;
      this.first = new int[requests + 1];
    }

    /** Finds the slots of the next request: the places where each frame has its own number. */
    void add(byte[] frame, byte[] other) {
      byte[] number = binary(numbers.sample());
      byte[] otherNumber = binary(numbers.other());
      byte[] digits = Long.toString(numbers.sample()).getBytes(US_ASCII);
      byte[] otherDigits = Long.toString(numbers.other()).getBytes(US_ASCII);
      int found = 0;
      int end = frame.length == other.length ? frame.length : 0;
      for (int at = 0; at < end; ) {
        boolean text = has(frame, at, digits) && has(other, at, otherDigits);
        if (text || (has(frame, at, number) && has(other, at, otherNumber))) {
          addSlot(at, text);
          found++;
          at += text ? digits.length : number.length;
        } else if (frame[at] == other[at]) {
          at++;
        } else {
          end = 0;
        }
      }
      if (found == 0 || end == 0) {
        throw new InvalidSettingException(
            "arguments",
            "record %d: '${#}' is neither an int, a long nor in a text (valid: in one of them)"
                .formatted(requests + 1));
      }
      first[++requests] = slots;
    }

    private void addSlot(int offset, boolean text) {
      if (slots == offsets.length) {
        offsets = Arrays.copyOf(offsets, 2 * slots);
        texts = Arrays.copyOf(texts, 2 * slots);
      }
      offsets[slots] = offset;
      texts[slots++] = text;
    }

    private byte[] binary(long number) {
      byte[] all = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
      return Arrays.copyOfRange(all, Long.BYTES - numbers.bytes(), Long.BYTES);
    }

    private static boolean has(byte[] frame, int at, byte[] bytes) {
      return at + bytes.length <= frame.length
          && Arrays.equals(frame, at, at + bytes.length, bytes, 0, bytes.length);
    }

    /** Sets the unique number in a written request; allocates nothing. */
    void set(ByteBuf out, int start, int request, long sequence) {
      if (first[request] == first[request + 1]) {
        return;
      }
      long number = numbers.number(sequence);
      for (int slot = first[request]; slot < first[request + 1]; slot++) {
        int at = start + offsets[slot];
        if (texts[slot]) {
          setDigits(out, at, number);
        } else if (numbers == UniqueNumbers.INT) {
          out.setInt(at, (int) number);
        } else {
          out.setLong(at, number);
        }
      }
    }

    private void setDigits(ByteBuf out, int at, long number) {
      long left = number;
      for (int digit = numbers.digits() - 1; digit >= 0; digit--) {
        out.setByte(at + digit, '0' + (int) (left % RADIX));
        left /= RADIX;
      }
    }
  }
}
