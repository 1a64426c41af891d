package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BusinessCallsTest {
  private final BusinessCalls calls = new BusinessCalls();
  private final Map<String, BusinessCalls.Times> seen = new HashMap<>();

  @Test
  void eachMethodIsReportedOnceWithItsCallsAndTime() {
    call("before");
    calls.listen((service, method, times) -> assertThat(seen.put(method, times)).isNull());
    call("before");
    call("after");

    assertThat(seen).containsOnlyKeys("before", "after");
    assertThat(seen.get("before").calls()).isEqualTo(2);
    assertThat(seen.get("before").nanos()).isPositive();
    assertThat(seen.get("after").calls()).isEqualTo(1);
  }

  @Test
  void aCallIsAnsweredByItsOutermostMethod() {
    calls.unanswered().opened();
    boolean outer = calls.unanswered().begin();
    long begun = calls.begun();
    call("inner");

    assertThat(calls.unanswered().count()).isEqualTo(1);

    calls.ended(String.class, "outer", begun);
    assertThat(calls.unanswered().count()).isZero();
    calls.unanswered().end(outer);
    assertThat(calls.unanswered().count()).isZero();
  }

  @Test
  void methodsBeyondTheLimitAreNotKept() {
    for (int method = 0; method < 1_100; method++) {
      call("m" + method);
    }
    calls.listen((service, method, times) -> seen.put(method, times));

    assertThat(seen).hasSize(1_000);
  }

  private void call(String method) {
    calls.ended(String.class, method, calls.begun());
  }
}
