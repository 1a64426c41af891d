package io.poolbench.report.format;

import java.nio.charset.CharsetEncoder;
import java.util.Locale;

/** What a text says of a thing: shown by a sign and by a colour, never by the colour alone. */
public enum Tone {
  PLAIN("", ""),
  GOOD("\u2713", "+"),
  BAD("\u2717", "x"),
  /** Neither is shown. */
  OPEN("~", "~"),
  /** Nothing can be said, because the measurement was at fault. */
  VOID("?", "?"),
  /** Less important than what is around it. */
  FAINT("", "");

  private final String sign;
  private final String ascii;

  Tone(String sign, String ascii) {
    this.sign = sign;
    this.ascii = ascii;
  }

  /** The sign before a text with the space between them; empty without one. */
  public String prefix() {
    return sign.isEmpty() ? "" : sign + " ";
  }

  /** As {@link #prefix()}, with the signs that a character set has. */
  String prefix(CharsetEncoder encoder) {
    return sign.isEmpty() ? "" : (encoder.canEncode(sign) ? sign : ascii) + " ";
  }

  /** The name of the class of a page's style. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
