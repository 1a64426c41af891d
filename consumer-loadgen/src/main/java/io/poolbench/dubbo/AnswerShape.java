package io.poolbench.dubbo;

import io.poolbench.study.CallSettings.Serialization;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A walk over serialized values that makes no object. It checks each length against the bytes that
 * are there, because the readers of the serializations allocate what a length announces: five bytes
 * may announce a list of two billion values.
 */
abstract class AnswerShape {
  /** The limit of values in an answer, each of which may become an object of some 50 bytes. */
  static final int MAX_VALUES = 1_000_000;

  /**
   * The limit of values if each reference is replaced by what it refers to. Nested sets that refer
   * to one another take exponential time: each one hashes its elements.
   */
  static final int MAX_REFERRED = 10_000_000;

  /** The limit of nested values; the readers use the stack. */
  static final int MAX_DEPTH = 1_000;

  private final byte[] bytes;
  private final int end;
  private int at;
  private int values;
  private long referred;
  private long largest;
  private int depth;

  AnswerShape(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  /**
   * Checks the serialized values from {@code start} to the end.
   *
   * @throws IOException if a length exceeds the bytes, or the values a limit
   */
  static void check(Serialization form, byte[] bytes, int start) throws IOException {
    switch (form) {
      case HESSIAN2 -> new HessianShape(bytes, start).checkAll();
      case FASTJSON2 -> checkLengths(bytes, start);
    }
  }

  /** Dubbo precedes each value of fastjson2 with its length. */
  private static void checkLengths(byte[] bytes, int start) throws IOException {
    int at = start;
    while (at < bytes.length) {
      int length = bytes.length - at < Integer.BYTES ? -1 : ByteBuffer.wrap(bytes).getInt(at);
      at += Integer.BYTES;
      if (length < 0 || length > bytes.length - at) {
        throw new IOException("value of %d bytes in %d".formatted(length, bytes.length - at));
      }
      new JsonbShape(bytes, at, at + length).checkAll();
      at += length;
    }
  }

  final void checkAll() throws IOException {
    while (at < end) {
      value();
    }
  }

  /** Walks over the content of a value that begins with {@code tag}. */
  abstract void content(int tag) throws IOException;

  final void value() throws IOException {
    if (++values > MAX_VALUES) {
      throw new IOException("more than " + MAX_VALUES + " values");
    }
    if (++depth > MAX_DEPTH) {
      throw new IOException("values nested more than " + MAX_DEPTH + " deep");
    }
    long before = referred++;
    content(next());
    largest = Math.max(largest, referred - before);
    depth--;
  }

  /** Counts a reference to a value before, which is at most the largest one. */
  final void refer() throws IOException {
    referred += largest;
    if (referred > MAX_REFERRED) {
      throw new IOException("more than " + MAX_REFERRED + " values by references");
    }
  }

  final void values(int count) throws IOException {
    // Each value has at least one byte.
    requireLeft(count);
    for (int left = count; left > 0; left--) {
      value();
    }
  }

  final int next() throws IOException {
    requireLeft(1);
    return bytes[at++] & 0xff;
  }

  final int peek() throws IOException {
    requireLeft(1);
    return bytes[at] & 0xff;
  }

  final void skip(int count) throws IOException {
    requireLeft(count);
    at += count;
  }

  final int number(int count) throws IOException {
    int number = 0;
    for (int left = count; left > 0; left--) {
      number = number << Byte.SIZE | next();
    }
    return number;
  }

  final void requireLeft(int count) throws IOException {
    if (count < 0 || count > end - at) {
      throw new IOException("length %d in %d bytes".formatted(count, end - at));
    }
  }

  final IOException unexpected(int tag) {
    return new IOException("unexpected byte 0x%02x".formatted(tag));
  }
}
