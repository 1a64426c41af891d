package io.poolbench.dubbo;

import io.poolbench.api.PermissionService;
import io.poolbench.spec.ServiceMethod;
import java.util.Objects;

/**
 * The measured method: its requests, each with a number from 0 (the <em>variant</em>), and the
 * expected answers. Thread-safe.
 */
interface MeasuredCall {
  /** The registry of the methods: the call of each {@link ServiceMethod}. */
  static MeasuredCall of(ServiceMethod method, ExpectedUsers users) {
    return switch (method) {
      case FIND_USER_INFO -> new FindUserInfoCall<>(method, users, PermissionService::findUserInfo);
      case FIND_USER_INFO_FUTURE ->
          new FindUserInfoCall<>(method, users, PermissionService::findUserInfoFuture);
      case FIND_USER_INFO_ASYNC_CONTEXT ->
          new FindUserInfoCall<>(method, users, PermissionService::findUserInfoAsyncContext);
      case EMPTY -> new EmptyCall();
      case NODELAY, SYNC, ASYNC, BLOCKING, CALLABLE ->
          throw new IllegalArgumentException("no method of Dubbo's service: " + method.id());
    };
  }

  /** The interface of the method's service. */
  Class<?> service();

  /** The method's name there. */
  String methodName();

  /** The types of its parameters. */
  Class<?>[] parameterTypes();

  /** The number of distinct requests, at least 1. */
  int variants();

  /** The arguments of a variant. */
  Object[] arguments(int variant);

  /**
   * Calls Dubbo's proxy of the service; returns its answer, null of a void method, the future of a
   * method that returns one.
   */
  Object invoke(Object proxy, int variant);

  /** Whether a good answer carries a value rather than null. */
  boolean answersWithValue();

  /** The expected answer of a variant; null of a void method. */
  Object expected(int variant);

  /** Whether an answer is the expected one. */
  default boolean isAnsweredBy(int variant, Object answer) {
    return Objects.equals(expected(variant), answer);
  }

  /** Describes how an answer differs from the expected one. */
  default String mismatch(int variant, Object answer) {
    return "wrong answer: expected " + expected(variant) + ", got " + answer;
  }
}
