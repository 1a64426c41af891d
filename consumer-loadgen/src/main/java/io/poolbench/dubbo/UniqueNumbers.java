package io.poolbench.dubbo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

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

  /** 16 digits, as {@link #LONG} has; 10^15 calls from the highest start on, too. */
  private static final long MIN_START = 1_000_000_000_000_000L;

  private static final long MAX_START = 9 * MIN_START;

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
   * The random start of a sequence. Groups and pools have sequences of their own: if these began as
   * close to each other as their clients connect, one would soon repeat what another has sent.
   * {@link #INT} has only the last 30 bits.
   */
  static long start(RandomGenerator random) {
    return random.nextLong(MIN_START, MAX_START);
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
