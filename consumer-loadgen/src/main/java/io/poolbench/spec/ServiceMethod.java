package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The service method that is called. */
public enum ServiceMethod {
  /** {@code PermissionService#findUserInfo}: one Redis read and the study's work. */
  FIND_USER_INFO("findUserInfo"),
  /** The same, without a thread that waits for Redis: by a {@code CompletableFuture}. */
  FIND_USER_INFO_FUTURE("findUserInfoFuture"),
  /** The same, without a thread that waits for Redis: by Dubbo's {@code AsyncContext}. */
  FIND_USER_INFO_ASYNC_CONTEXT("findUserInfoAsyncContext"),
  /** {@code PingService#empty}: nothing. */
  EMPTY("empty");

  private final String id;

  ServiceMethod(String id) {
    this.id = id;
  }

  /**
   * The method of a name.
   *
   * @param setting that has the name, for errors
   * @throws InvalidSettingException if there is none
   */
  public static ServiceMethod of(String setting, String id) {
    return Arrays.stream(values())
        .filter(method -> method.id.equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    setting,
                    "unknown method '%s' (valid: %s)"
                        .formatted(
                            id,
                            Arrays.stream(values())
                                .map(ServiceMethod::id)
                                .collect(Collectors.joining(", ")))));
  }

  /** The method's name, in Java and in a study. */
  public String id() {
    return id;
  }
}
