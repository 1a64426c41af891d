package io.poolbench.api;

import java.io.Serializable;
import java.util.Objects;

/** A user. A bean, as generic Dubbo calls lose the fields of a record. Not thread-safe. */
public final class UserInfo implements Serializable {
  private static final long serialVersionUID = 1L;

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
