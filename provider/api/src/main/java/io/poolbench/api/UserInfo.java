package io.poolbench.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Serializable;
import java.util.Objects;

/** A user. A bean, as generic Dubbo calls lose the fields of a record. Not thread-safe. */
public final class UserInfo implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final String SEPARATOR = "\n";
  private static final int FIELDS = 5;

  private String pin;
  private String name;
  private int level;
  private long registeredEpochSecond;
  private String profile;

  public UserInfo() {}

  public UserInfo(String pin, String name, int level, long registeredEpochSecond, String profile) {
    this.pin = Objects.requireNonNull(pin, "pin");
    this.name = Objects.requireNonNull(name, "name");
    this.level = level;
    this.registeredEpochSecond = registeredEpochSecond;
    this.profile = Objects.requireNonNull(profile, "profile");
  }

  public String getPin() {
    return pin;
  }

  public void setPin(String pin) {
    this.pin = pin;
  }

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  /** The membership level, 0 and up. */
  public int getLevel() {
    return level;
  }

  public void setLevel(int level) {
    this.level = level;
  }

  /** The instant of registration, in seconds since 1970-01-01 UTC. */
  public long getRegisteredEpochSecond() {
    return registeredEpochSecond;
  }

  public void setRegisteredEpochSecond(long registeredEpochSecond) {
    this.registeredEpochSecond = registeredEpochSecond;
  }

  /** Free text that fills the record to the configured size. */
  public String getProfile() {
    return profile;
  }

  public void setProfile(String profile) {
    this.profile = profile;
  }

  /** The key of a user in Redis. */
  public static String key(String pin) {
    return "user:" + pin;
  }

  /**
   * The stored form in Redis: UTF-8 text with one field per line: pin, name, level, registration
   * (epoch seconds), profile. Only the last field may contain line breaks.
   */
  public byte[] encode() {
    return String.join(SEPARATOR, pin, name, level + "", registeredEpochSecond + "", profile)
        .getBytes(UTF_8);
  }

  public static UserInfo decode(byte[] stored) {
    String[] fields = new String(stored, UTF_8).split(SEPARATOR, FIELDS);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException(
          "stored user has " + fields.length + " lines (expected: " + FIELDS + ")");
    }
    return new UserInfo(
        fields[0], fields[1], Integer.parseInt(fields[2]), Long.parseLong(fields[3]), fields[4]);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UserInfo that
        && level == that.level
        && registeredEpochSecond == that.registeredEpochSecond
        && Objects.equals(pin, that.pin)
        && Objects.equals(name, that.name)
        && Objects.equals(profile, that.profile);
  }

  @Override
  public int hashCode() {
    return Objects.hash(pin, name, level, registeredEpochSecond, profile);
  }

  @Override
  public String toString() {
    return "UserInfo[" + pin + ", " + name + ", level " + level + "]";
  }
}
