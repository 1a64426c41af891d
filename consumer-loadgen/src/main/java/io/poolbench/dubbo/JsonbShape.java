package io.poolbench.dubbo;

import java.io.IOException;

/** A walk over a value of fastjson2's JSONB ({@code com.alibaba.fastjson2.JSONB}). */
final class JsonbShape extends AnswerShape {
  private static final int INT = 0x48;
  private static final int SYMBOL = 0x7f;
  private static final int OBJECT_END = 0xa5;

  /** The reader has a table of as many names as the highest number of one. */
  private static final int MAX_SYMBOL = 1 << 15;

  /** A decimal number of few bytes may have a billion digits. */
  private static final int MAX_SCALE = 10_000;

  JsonbShape(byte[] bytes, int start, int end) {
    super(bytes, start, end);
  }

  @Override
  void content(int tag) throws IOException {
    if (isInt(tag)) {
      int unused = integer(tag);
    } else if (tag >= 0x49 && tag <= SYMBOL) {
      text(tag);
    } else if (tag >= 0x94 && tag <= 0xa3) {
      values(tag - 0x94);
    } else if (tag >= 0xc0 && tag <= 0xef) {
      // A long in a compact form.
      skip(tag <= 0xc7 ? 2 : tag <= 0xd7 ? 1 : 0);
    } else {
      other(tag);
    }
  }

  private void other(int tag) throws IOException {
    switch (tag) {
      case 0xaf, 0xb0, 0xb1, 0xb2, 0xb3 -> {
        // The tag is the value: null, false, true, 0.0 or 1.0.
      }
      case 0xbd -> skip(Byte.BYTES);
      case 0xbc -> skip(Short.BYTES);
      case 0xa9, 0xac, 0xad, 0xb7, 0xbf -> skip(Integer.BYTES);
      case 0xab, 0xb5, 0xbe -> skip(Long.BYTES);
      case 0x90, 0xb6 -> {
        int unused = integer(next());
      }
      case 0xb4, 0xb8, 0xba -> value();
      // Bytes, and a BigInteger.
      case 0x91, 0xbb -> skip(integer(next()));
      case 0x92 -> {
        // The name of a type may also be its number alone.
        numberOrSymbol();
        value();
      }
      case 0x93 -> {
        text(next());
        refer();
      }
      case 0xa4 -> values(integer(next()));
      case 0xa6 -> {
        while (peek() != OBJECT_END) {
          value();
        }
        skip(1);
      }
      case 0xa7 -> time(3);
      case 0xa8 -> time(7);
      case 0xaa -> {
        time(7);
        value();
      }
      case 0xae -> {
        value();
        int unused = integer(next());
      }
      case 0xb9 -> {
        int scale = integer(next());
        if (Math.abs((long) scale) > MAX_SCALE) {
          throw new IOException("decimal number with a scale of " + scale);
        }
        value();
      }
      default -> throw unexpected(tag);
    }
  }

  private void time(int fields) throws IOException {
    skip(fields);
    int unused = integer(next());
  }

  private static boolean isInt(int tag) {
    return tag <= INT || tag >= 0xf0;
  }

  private int integer(int tag) throws IOException {
    if (!isInt(tag)) {
      throw unexpected(tag);
    }
    if (tag == INT) {
      return number(Integer.BYTES);
    }
    if (tag >= 0x40 && tag < INT) {
      return (tag - 0x44) * 65_536 + number(Short.BYTES);
    }
    if (tag >= 0x30 && tag < 0x40) {
      return (tag - 0x38) * 256 + next();
    }
    return (byte) tag;
  }

  private void text(int tag) throws IOException {
    if (tag == SYMBOL) {
      numberOrSymbol();
    } else if (tag >= 0x49 && tag <= 0x78) {
      skip(tag - 0x49);
    } else if (tag >= 0x79 && tag <= 0x7e) {
      skip(integer(next()));
    } else {
      throw unexpected(tag);
    }
  }

  /** The number of a text before, or a text that gets a number. */
  private void numberOrSymbol() throws IOException {
    if (isInt(peek())) {
      symbolNumber();
      return;
    }
    int tag = next();
    text(tag);
    if (tag != SYMBOL) {
      symbolNumber();
    }
  }

  private void symbolNumber() throws IOException {
    int number = integer(next());
    if (number < 0 || number > MAX_SYMBOL) {
      throw new IOException("name %d (limit %d)".formatted(number, MAX_SYMBOL));
    }
  }
}
