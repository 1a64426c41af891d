package io.poolbench.server.service;

import io.poolbench.api.PermissionService;
import io.poolbench.api.UserInfo;
import io.poolbench.server.timing.UnansweredCalls;

/**
 * A service that reports the end of each method, normal or not: from then on the answer may reach
 * the caller before the thread is back at its pool. As thread-safe as the wrapped service.
 */
public final class AnswerCountingService implements PermissionService {
  private final PermissionService service;
  private final UnansweredCalls calls;

  public AnswerCountingService(PermissionService service, UnansweredCalls calls) {
    this.service = service;
    this.calls = calls;
  }

  @Override
  public UserInfo findUserInfo(String pin) {
    try {
      return service.findUserInfo(pin);
    } finally {
      calls.answered();
    }
  }

  @Override
  public void empty() {
    try {
      service.empty();
    } finally {
      calls.answered();
    }
  }
}
