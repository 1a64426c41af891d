package io.poolbench.dubbo;

import io.poolbench.api.PermissionService;
import io.poolbench.spec.ServiceMethod;
import java.util.Objects;

/**
 * The method under measurement: its requests, told apart by a <em>variant</em> from 0, and what
 * each must be answered with. Thread-safe.
 */
interface MeasuredCall {
  /** The call of a study's method. */
  static MeasuredCall of(ServiceMethod method, ExpectedUsers users) {
    return switch (method) {
      case FIND_USER_INFO -> new FindUserInfoCall(users);
      case EMPTY -> new EmptyCall();
    };
  }

  /** The method's name in {@link PermissionService}. */
  String methodName();

  /** The types of its parameters. */
  Class<?>[] parameterTypes();

  /** How many distinct requests there are, at least 1. */
  int variants();

  /** The arguments of a variant. */
  Object[] arguments(int variant);

  /** Makes the call through Dubbo's proxy; what it returns, null where the method is void. */
  Object invoke(PermissionService service, int variant);

  /** Whether a good answer carries a value rather than null. */
  boolean answersWithValue();

  /** What a variant must be answered with; null where there is no value. */
  Object expected(int variant);

  /** Whether an answer is the right one. */
  default boolean isAnsweredBy(int variant, Object answer) {
    return Objects.equals(expected(variant), answer);
  }

  /** Says in which way an answer is not the right one. */
  default String mismatch(int variant, Object answer) {
    return "wrong answer: expected " + expected(variant) + ", got " + answer;
  }
}
