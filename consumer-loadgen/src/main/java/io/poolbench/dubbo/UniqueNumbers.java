package io.poolbench.dubbo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The unique numbers that replace <code>${#}</code> in requests, a new one for each call. All have
 * the same number of digits, and the same number of bytes in each serialization, so that an encoded
 * request can be changed from one number to another.
 */
enum UniqueNumbers {
  NONE(0, 0, 0),
  /** Ten digits, from 2^30 on, for parameters that are no longer than an int. */
  INT(10, 0x51627384L, 0x6E5D4C3BL),
  LONG(16, 0x0005_1122_3344_5566L, 0x001F_EEDD_CCBB_AA99L);

  /** The name by which a template refers to the number, in place of a column's name. */
  static final String COLUMN = "#";

  private static final int INT_BITS = 30;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  private final int digits;
  private final long sample;
  private final long other;

  UniqueNumbers(int digits, long sample, long other) {
    this.digits = digits;
    this.sample = sample;
    this.other = other;
  }

  int digits() {
    return digits;
  }

  /** The bytes of a number that is not encoded as a text. */
  int bytes() {
    return this == INT ? Integer.BYTES : Long.BYTES;
  }

  long sample() {
    return sample;
  }

  long other() {
    return other;
  }

  /** The number at a position from {@link #start} on; {@link #INT} repeats after 2^30 calls. */
  long number(long sequence) {
    return this == INT ? (1L << INT_BITS) | (sequence & ((1L << INT_BITS) - 1)) : sequence;
  }

  /**
   * The start of a sequence: the current microsecond, so that later runs have other numbers; {@link
   * #INT} has only its last 30 bits, which come again after 18 minutes. Sequence {@code share}
   * (from 0) of {@code shares} sequences adds {@code shares} per call.
   */
  static long start(Instant now, int share, int shares) {
    long micros = now.getEpochSecond() * MICROS_PER_SECOND + now.getNano() / NANOS_PER_MICRO;
    return micros - micros % shares + share;
  }

  /** The columns of a record, with the number as one of them. */
  Map<String, JsonNode> with(Map<String, JsonNode> columns, long number) {
    if (this == NONE) {
      return columns;
    }
    Map<String, JsonNode> all = new LinkedHashMap<>(columns);
    all.put(COLUMN, JsonNodeFactory.instance.textNode(Long.toString(number)));
    return all;
  }
}
