package io.poolbench.api;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The stored form of a user in Redis: UTF-8 text with one field per line: pin, name, level,
 * registration (epoch seconds), profile. The key is {@code user:} and the pin. Only the last field
 * may contain line breaks.
 */
public final class UserRecord {
  private static final char SEPARATOR = '\n';
  private static final int FIELDS = 5;

  private UserRecord() {}

  public static String key(String pin) {
    return "user:" + pin;
  }

  public static byte[] encode(UserInfo user) {
    String text =
        user.getPin()
            + SEPARATOR
            + user.getName()
            + SEPARATOR
            + user.getLevel()
            + SEPARATOR
            + user.getRegisteredEpochSecond()
            + SEPARATOR
            + user.getProfile();
    return text.getBytes(UTF_8);
  }

  public static UserInfo decode(byte[] stored) {
    String[] fields = new String(stored, UTF_8).split(String.valueOf(SEPARATOR), FIELDS);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException(
          "stored user has " + fields.length + " lines (expected: " + FIELDS + ")");
    }
    return new UserInfo(
        fields[0], fields[1], Integer.parseInt(fields[2]), Long.parseLong(fields[3]), fields[4]);
  }
}
