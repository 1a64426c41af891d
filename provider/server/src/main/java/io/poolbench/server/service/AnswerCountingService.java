package io.poolbench.server.service;

import io.poolbench.api.PermissionService;
import io.poolbench.api.PingService;
import io.poolbench.api.UserInfo;
import io.poolbench.server.timing.UnansweredCalls;
import java.util.concurrent.CompletableFuture;

/**
 * Wraps the services and reports the end of each method, normal or not. After that the answer may
 * reach the caller before the thread is back at its pool; for an asynchronous method the thread is
 * released before the answer. As thread-safe as the wrapped services.
 */
public final class AnswerCountingService implements PermissionService, PingService {
  private final PermissionService permissions;
  private final PingService ping;
  private final UnansweredCalls calls;

  public AnswerCountingService(
      PermissionService permissions, PingService ping, UnansweredCalls calls) {
    this.permissions = permissions;
    this.ping = ping;
    this.calls = calls;
  }

  @Override
  public UserInfo findUserInfo(String pin) {
    try {
      return permissions.findUserInfo(pin);
    } finally {
      calls.answered();
    }
  }

  @Override
  public CompletableFuture<UserInfo> findUserInfoFuture(String pin) {
    try {
      return permissions.findUserInfoFuture(pin);
    } finally {
      calls.answered();
    }
  }

  @Override
  public UserInfo findUserInfoAsyncContext(String pin) {
    try {
      return permissions.findUserInfoAsyncContext(pin);
    } finally {
      calls.answered();
    }
  }

  @Override
  public void empty() {
    try {
      ping.empty();
    } finally {
      calls.answered();
    }
  }
}
