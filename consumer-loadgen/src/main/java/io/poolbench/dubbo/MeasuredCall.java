package io.poolbench.dubbo;

import io.poolbench.api.PermissionService;
import io.poolbench.spec.ServiceMethod;
import java.util.Optional;

/** The measured method: requests numbered from 0 (variants), and good answers. Thread-safe. */
interface MeasuredCall {
  /** The registry of poolbench's methods: the call of each {@link ServiceMethod}. */
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

  CalledService service();

  String methodName();

  Class<?>[] parameterTypes();

  /** The number of distinct requests, at least 1. */
  int variants();

  /** Whether requests are sent in the order of their numbers rather than at random. */
  default boolean isCycled() {
    return false;
  }

  /** The arguments of a variant, with the sample of {@link #unique} numbers. */
  Object[] arguments(int variant);

  /** The unique numbers that each call contains. */
  default UniqueNumbers unique() {
    return UniqueNumbers.NONE;
  }

  default Object[] otherArguments(int variant) {
    return arguments(variant);
  }

  /** Calls the proxy; returns null for a void method, the future of a method that returns one. */
  Object invoke(Object proxy, int variant);

  /** The answers that are good as far as their type tells. */
  AnswerKind answers();

  /** The difference between an answer of such a type and the expected one; empty where none. */
  Optional<String> mismatch(int variant, Object answer);

  static Optional<String> difference(Object expected, Object answer) {
    return expected.equals(answer)
        ? Optional.empty()
        : Optional.of("wrong answer: expected " + expected + ", got " + answer);
  }
}
