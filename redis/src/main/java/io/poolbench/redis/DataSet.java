package io.poolbench.redis;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.UserInfo;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * The users of a study: a pure function of their number, equal on every host.
 *
 * @param records number of users, 1..100,000,000
 */
public record DataSet(int records) {
  private static final int MAX_RECORDS = 100_000_000;

  /** Exact stored size of a user ({@link UserInfo#encode}). */
  static final int RECORD_BYTES = 512;

  private static final String[] GIVEN =
      ("Ada Alan Barbara Claude Donald Edsger Frances Grace John Leslie Margaret Niklaus Radia Tim"
              + " Wei Yukihiro")
          .split(" ");
  private static final String[] FAMILY =
      ("Allen,Chen,Dijkstra,Hamilton,Hopper,Huang,Knuth,Lamport,Liskov,Lovelace,Matsumoto,Perlman,"
              + "Shannon,Turing,von Neumann,Wirth")
          .split(",");
  private static final String PROFILE =
      "prefers delivery on weekdays; pays by card; reads reviews of garden tools, cameras and "
          + "detective novels; has two addresses; last complaint settled; newsletter: monthly; ";

  private static final int LEVELS = 6;
  private static final long FIRST_REGISTRATION = 1_262_304_000; // 2010-01-01T00:00:00Z
  private static final long REGISTRATION_SPAN = 473_385_600; // 15 years

  public DataSet {
    InvalidSettingException.requireRange("records", records, 1, MAX_RECORDS);
  }

  /** The account name of user 0..{@code records - 1}; all names have the same length. */
  public String pin(int index) {
    // The leading 1 pads the number with zeros, without a formatter.
    return "u" + Integer.toString(1_000_000_000 + Objects.checkIndex(index, records)).substring(1);
  }

  public UserInfo user(int index) {
    String pin = pin(index);
    long bits = new SplittableRandom(index).nextLong();
    String name = GIVEN[(int) (bits & 15)] + " " + FAMILY[(int) (bits >>> 4 & 15)];
    int level = (int) ((bits >>> 8 & 0xffff) % LEVELS);
    long registered = FIRST_REGISTRATION + (bits >>> 24) % REGISTRATION_SPAN;
    int profileBytes =
        RECORD_BYTES - new UserInfo(pin, name, level, registered, "").encode().length;
    return new UserInfo(pin, name, level, registered, profile(bits, profileBytes));
  }

  private static String profile(long bits, int length) {
    StringBuilder text = new StringBuilder(length + PROFILE.length());
    text.append(PROFILE, (int) (bits >>> 32 & 63), PROFILE.length());
    while (text.length() < length) {
      text.append(PROFILE);
    }
    text.setLength(length);
    return text.toString();
  }
}
