package io.poolbench.dubbo;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.UserInfo;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * The users that the provider must know: what is asked for, and what answers are held against.
 *
 * @param count how many there are, from 0
 * @param user the user of an index, always the same one; called on several threads
 */
public record ExpectedUsers(int count, IntFunction<UserInfo> user) {
  public ExpectedUsers {
    InvalidSettingException.requireRange("records", count, 1, Integer.MAX_VALUE);
    Objects.requireNonNull(user, "user");
  }
}
