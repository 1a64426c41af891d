package io.poolbench.api;

/**
 * The measured service: a user's permissions, looked up by account name.
 *
 * <p>Exported by the provider on the {@code dubbo} protocol. Implementations are thread-safe.
 */
public interface PermissionService {

  /**
   * Reads one user: one Redis GET, the decoding of the record, and the study's {@link ServiceWork}.
   *
   * @param pin the user's account name
   * @return the user's record, never null
   * @throws IllegalArgumentException if the data set holds no such user
   */
  UserInfo findUserInfo(String pin);

  /** Does nothing: the cost of a call without its work. */
  void empty();
}
