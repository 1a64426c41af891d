package io.poolbench.dubbo;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.UserInfo;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * The users of the provider's data set, from which requests and expected answers are made.
 *
 * @param user the user of an index from 0, always the same one; called on several threads
 */
public record ExpectedUsers(int count, IntFunction<UserInfo> user) {
  public ExpectedUsers {
    InvalidSettingException.requireRange("records", count, 1, Integer.MAX_VALUE);
    Objects.requireNonNull(user, "user");
  }
}
