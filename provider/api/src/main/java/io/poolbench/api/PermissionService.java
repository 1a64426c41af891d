package io.poolbench.api;

import java.util.concurrent.CompletableFuture;

/**
 * The measured service: looks up a user's permissions by account name.
 *
 * <p>All methods have the same work and answer; they differ in the thread that waits for Redis.
 */
public interface PermissionService {

  /**
   * Reads one user with one Redis GET, decodes the record, and performs the study's {@link
   * ServiceWork}. The calling thread waits for Redis.
   *
   * @param pin the user's account name
   * @return the user's record, never null
   * @throws IllegalArgumentException if the data set holds no such user
   */
  UserInfo findUserInfo(String pin);

  /**
   * As {@link #findUserInfo}, but no thread waits for Redis. The thread that reads Redis' answer
   * decodes the record, performs the work, encodes the answer and completes the future.
   *
   * @return completed exceptionally where {@link #findUserInfo} throws
   */
  CompletableFuture<UserInfo> findUserInfoFuture(String pin);

  /**
   * As {@link #findUserInfoFuture}, but with a synchronous signature, by Dubbo's {@code
   * AsyncContext}. Only Dubbo may call it.
   *
   * @return null to Dubbo; the user's record to its consumer
   */
  UserInfo findUserInfoAsyncContext(String pin);
}
