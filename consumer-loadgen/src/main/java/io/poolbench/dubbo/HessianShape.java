package io.poolbench.dubbo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A walk over values of Hessian 2.0 (http://hessian.caucho.com/doc/hessian-serialization.html). */
final class HessianShape extends AnswerShape {
  private static final int END = 'Z';

  /** The number of fields of each class that the values define. */
  private final List<Integer> fields = new ArrayList<>();

  HessianShape(byte[] bytes, int start) {
    super(bytes, start, bytes.length);
  }

  @Override
  void content(int tag) throws IOException {
    switch (tag) {
      case 'N', 'T', 'F', 0x5b, 0x5c -> {
        // The tag is the value.
      }
      case 0x5d -> skip(Byte.BYTES);
      case 0x5e -> skip(Short.BYTES);
      case 'I', 'Y', 0x4b, 0x5f -> skip(Integer.BYTES);
      case 'L', 'D', 0x4a -> skip(Long.BYTES);
      case 'A', 'B' -> binary(tag);
      case 'R', 'S' -> text(tag);
      case 'H' -> untilEnd();
      case 'M', 'U' -> {
        type();
        untilEnd();
      }
      case 'W' -> untilEnd();
      case 'V' -> {
        type();
        values(integer());
      }
      case 'X' -> values(integer());
      case 'C' -> {
        define();
        value();
      }
      case 'O' -> object(integer());
      case 'Q' -> {
        int unused = integer();
        refer();
      }
      default -> compact(tag);
    }
  }

  private void compact(int tag) throws IOException {
    if (tag <= 0x1f || (tag >= 0x30 && tag <= 0x33)) {
      text(tag);
    } else if (tag <= 0x2f || (tag >= 0x34 && tag <= 0x37)) {
      binary(tag);
    } else if (tag >= 0x38 && tag <= 0x3f) {
      skip(2);
    } else if (tag >= 0x60 && tag <= 0x6f) {
      object(tag - 0x60);
    } else if (tag >= 0x70 && tag <= 0x77) {
      type();
      values(tag - 0x70);
    } else if (tag >= 0x78 && tag <= 0x7f) {
      values(tag - 0x78);
    } else if (tag >= 0x80) {
      skip(compactBytes(tag));
    } else {
      throw unexpected(tag);
    }
  }

  /** The bytes after the tag of an int (from 0x80) or a long (from 0xd8) in a compact form. */
  private static int compactBytes(int tag) {
    if (tag >= 0xd0 && tag <= 0xd7) {
      return 2;
    }
    return (tag >= 0xc0 && tag <= 0xcf) || tag >= 0xf0 ? 1 : 0;
  }

  private void untilEnd() throws IOException {
    while (peek() != END) {
      value();
    }
    skip(1);
  }

  private void define() throws IOException {
    text(next());
    int count = integer();
    requireLeft(count);
    for (int field = 0; field < count; field++) {
      text(next());
    }
    fields.add(count);
  }

  private void object(int definition) throws IOException {
    if (definition < 0 || definition >= fields.size()) {
      throw new IOException("object of class %d of %d".formatted(definition, fields.size()));
    }
    values(fields.get(definition));
  }

  /** A text, or the number of one before. */
  private void type() throws IOException {
    int tag = peek();
    if (isText(tag)) {
      skip(1);
      text(tag);
    } else {
      int unused = integer();
    }
  }

  private static boolean isText(int tag) {
    return tag <= 0x1f || (tag >= 0x30 && tag <= 0x33) || tag == 'S' || tag == 'R';
  }

  private void text(int first) throws IOException {
    int tag = first;
    for (; tag == 'R'; tag = next()) {
      characters(number(Short.BYTES));
    }
    if (!isText(tag)) {
      throw unexpected(tag);
    }
    characters(
        tag == 'S' ? number(Short.BYTES) : tag <= 0x1f ? tag : (tag - 0x30) << Byte.SIZE | next());
  }

  private void characters(int count) throws IOException {
    for (int left = count; left > 0; left--) {
      int lead = next();
      if (lead >= 0xf0 || (lead >= 0x80 && lead < 0xc0)) {
        throw unexpected(lead);
      }
      skip(lead < 0x80 ? 0 : lead < 0xe0 ? 1 : 2);
    }
  }

  private void binary(int first) throws IOException {
    int tag = first;
    for (; tag == 'A'; tag = next()) {
      skip(number(Short.BYTES));
    }
    if (tag == 'B') {
      skip(number(Short.BYTES));
    } else if (tag >= 0x20 && tag <= 0x2f) {
      skip(tag - 0x20);
    } else if (tag >= 0x34 && tag <= 0x37) {
      skip((tag - 0x34) << Byte.SIZE | next());
    } else {
      throw unexpected(tag);
    }
  }

  /** A length or a reference. */
  private int integer() throws IOException {
    int tag = next();
    if (tag == 'I') {
      return number(Integer.BYTES);
    }
    if (tag >= 0x80 && tag <= 0xbf) {
      return tag - 0x90;
    }
    if (tag >= 0xc0 && tag <= 0xcf) {
      return (tag - 0xc8) * 256 + next();
    }
    if (tag >= 0xd0 && tag <= 0xd7) {
      return (tag - 0xd4) * 65_536 + number(Short.BYTES);
    }
    throw unexpected(tag);
  }
}
