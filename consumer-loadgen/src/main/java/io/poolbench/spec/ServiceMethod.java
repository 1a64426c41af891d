package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The service method that is called. */
public enum ServiceMethod {
  /** {@code PermissionService#findUserInfo}: one Redis read and the study's work. */
  FIND_USER_INFO("findUserInfo"),
  /** {@code PermissionService#empty}: nothing. */
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
