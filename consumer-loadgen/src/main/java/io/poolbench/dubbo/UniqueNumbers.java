package io.poolbench.dubbo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The numbers that stand in requests for <code>${#}</code>, another one in each call. They have one
 * number of digits, and one number of bytes in each serialization, so that an encoded request can
 * be changed from one into another.
 */
enum UniqueNumbers {
  /** There are none. */
  NONE(0, 0, 0),
  /** Of ten digits, from 2^30 on, for parameters that are no longer than an int. */
  INT(10, 0x51627384L, 0x6E5D4C3BL),
  /** Of sixteen digits. */
  LONG(16, 0x0005_1122_3344_5566L, 0x001F_EEDD_CCBB_AA99L);

  /** In place of the name of a column. */
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

  /** How many digits, and characters of a text, each has. */
  int digits() {
    return digits;
  }

  /** How many bytes a number has that is not a text. */
  int bytes() {
    return this == INT ? Integer.BYTES : Long.BYTES;
  }

  long sample() {
    return sample;
  }

  long other() {
    return other;
  }

  /**
   * The number of a place in the sequence of calls: unique among 2^30 of them, or all.
   *
   * @param sequence from {@link #start} on
   */
  long number(long sequence) {
    return this == INT ? (1L << INT_BITS) | (sequence & ((1L << INT_BITS) - 1)) : sequence;
  }

  /**
   * Where a sequence begins: at the microsecond, so that later runs have other numbers.
   *
   * @param share of several sequences, from 0, which add {@code shares} at each call
   */
  static long start(Instant now, int share, int shares) {
    long micros = now.getEpochSecond() * MICROS_PER_SECOND + now.getNano() / NANOS_PER_MICRO;
    return micros - micros % shares + share;
  }

  /** A record's columns, and the number as one of them. */
  Map<String, JsonNode> with(Map<String, JsonNode> columns, long number) {
    if (this == NONE) {
      return columns;
    }
    Map<String, JsonNode> all = new LinkedHashMap<>(columns);
    all.put(COLUMN, JsonNodeFactory.instance.textNode(Long.toString(number)));
    return all;
  }
}
