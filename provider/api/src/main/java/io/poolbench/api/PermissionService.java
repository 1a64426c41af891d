package io.poolbench.api;

import java.util.concurrent.CompletableFuture;

/**
 * The measured service: a user's permissions, looked up by account name.
 *
 * <p>Exported by the provider on the {@code dubbo} protocol. Implementations are thread-safe. The
 * methods do the same and answer the same; they differ in the thread that waits for Redis.
 */
public interface PermissionService {

  /**
   * Reads one user: one Redis GET, the decoding of the record, and the study's {@link ServiceWork}.
   * The calling thread waits for Redis.
   *
   * @param pin the user's account name
   * @return the user's record, never null
   * @throws IllegalArgumentException if the data set holds no such user
   */
  UserInfo findUserInfo(String pin);

  /**
   * As {@link #findUserInfo}, without a thread that waits: the future is completed by the thread
   * that reads Redis' answer, which then decodes the record, does the work and encodes the answer.
   *
   * @return completed exceptionally where {@link #findUserInfo} throws
   */
  CompletableFuture<UserInfo> findUserInfoFuture(String pin);

  /**
   * As {@link #findUserInfoFuture}, behind a synchronous signature: by Dubbo's {@code
   * AsyncContext}. For calls by Dubbo only.
   *
   * @return null to Dubbo; the user's record to its consumer
   */
  UserInfo findUserInfoAsyncContext(String pin);
}
