package io.poolbench.server.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.PermissionService;
import io.poolbench.api.UserInfo;
import io.poolbench.server.timing.UnansweredCalls;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class AnswerCountingServiceTest {
  private static final UserInfo USER = new UserInfo();

  private final UnansweredCalls calls = new UnansweredCalls();
  private final CompletableFuture<UserInfo> open = new CompletableFuture<>();
  private final AnswerCountingService service =
      new AnswerCountingService(
          new PermissionService() {
            @Override
            public UserInfo findUserInfo(String pin) {
              assertThat(calls.count()).isEqualTo(1);
              if (pin.isEmpty()) {
                throw new IllegalArgumentException("no pin");
              }
              return USER;
            }

            @Override
            public CompletableFuture<UserInfo> findUserInfoFuture(String pin) {
              assertThat(calls.count()).isEqualTo(1);
              return open;
            }

            @Override
            public UserInfo findUserInfoAsyncContext(String pin) {
              assertThat(calls.count()).isEqualTo(1);
              return null;
            }
          },
          () -> assertThat(calls.count()).isEqualTo(1),
          calls);

  @Test
  void aCallIsAnsweredWhenItsMethodReturnsAndNotBefore() {
    inACall(() -> assertThat(service.findUserInfo("alice")).isSameAs(USER));
    inACall(service::empty);
  }

  @Test
  void aCallIsAnsweredWhenItsMethodThrows() {
    inACall(() -> assertThatThrownBy(() -> service.findUserInfo("")).hasMessage("no pin"));
  }

  @Test
  void aCallThatGivesItsThreadBackNoLongerCountsAgainstThePool() {
    inACall(() -> assertThat(service.findUserInfoFuture("alice")).isSameAs(open).isNotDone());
    inACall(() -> assertThat(service.findUserInfoAsyncContext("alice")).isNull());
  }

  private void inACall(Runnable work) {
    calls.opened();
    boolean outer = calls.begin();
    work.run();
    assertThat(calls.count()).isZero();
    calls.end(outer);
  }
}
