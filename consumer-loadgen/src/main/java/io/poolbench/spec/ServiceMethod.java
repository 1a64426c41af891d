package io.poolbench.spec;

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

  /** The method's name, in Java and in a study. */
  public String id() {
    return id;
  }
}
