package io.poolbench.api;

/**
 * The measured service: what a user may do, looked up by account name.
 *
 * <p>Exported by the provider on the {@code dubbo} protocol. Implementations are thread-safe.
 */
public interface PermissionService {

  /**
   * Reads one user: one Redis GET, the decoding of the record, and the work that the study asks for
   * ({@link ServiceWork}).
   *
   * @param pin the user's account name, as the data set spells it
   * @return the user's record, never null
   * @throws IllegalArgumentException where the data set holds no such user
   */
  UserInfo findUserInfo(String pin);

  /** Does nothing, so that what a call costs without any work can be told from the work itself. */
  void empty();
}
