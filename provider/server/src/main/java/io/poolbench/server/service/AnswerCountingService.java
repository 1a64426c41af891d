package io.poolbench.server.service;

import io.poolbench.api.PermissionService;
import io.poolbench.api.UserInfo;
import io.poolbench.server.timing.UnansweredCalls;

/**
 * A service that says when each of its methods is over, normally or not: from there on the call's
 * answer is settled, and may reach the caller before the thread is back at its pool. As thread-safe
 * as the service behind it.
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
