package io.poolbench.server.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.PermissionService;
import io.poolbench.api.UserInfo;
import io.poolbench.server.timing.UnansweredCalls;
import org.junit.jupiter.api.Test;

class AnswerCountingServiceTest {
  private static final UserInfo USER = new UserInfo();

  private final UnansweredCalls calls = new UnansweredCalls();
  private final PermissionService service =
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
            public void empty() {
              assertThat(calls.count()).isEqualTo(1);
            }
          },
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

  private void inACall(Runnable work) {
    calls.opened();
    boolean outer = calls.begin();
    work.run();
    assertThat(calls.count()).isZero();
    calls.end(outer);
  }
}
