package io.poolbench.api;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * How a user is stored in Redis: UTF-8 text, one field a line, in the order pin, name, level,
 * registration (epoch seconds), profile. The key is {@code user:} and the pin.
 *
 * <p>No field but the last may hold a line break.
 */
public final class UserRecord {
  private static final char SEPARATOR = '\n';
  private static final int FIELDS = 5;

  private UserRecord() {}

  /** The Redis key under which the user with this pin is stored. */
  public static String key(String pin) {
    return "user:" + pin;
  }

  /** The stored form of a user. */
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

  /**
   * The user that was stored.
   *
   * @throws IllegalArgumentException where the bytes are not what {@link #encode} writes
   */
  public static UserInfo decode(byte[] stored) {
    String[] fields = new String(stored, UTF_8).split(String.valueOf(SEPARATOR), FIELDS);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException(
          "a stored user has " + FIELDS + " lines, this one has " + fields.length);
    }
    return new UserInfo(
        fields[0], fields[1], Integer.parseInt(fields[2]), Long.parseLong(fields[3]), fields[4]);
  }
}
