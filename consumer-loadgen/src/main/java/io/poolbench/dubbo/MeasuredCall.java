package io.poolbench.dubbo;

import io.poolbench.api.PermissionService;
import io.poolbench.spec.CallSettings.Serialization;
import io.poolbench.spec.ServiceMethod;
import java.util.Map;
import java.util.Optional;
import org.apache.dubbo.rpc.protocol.dubbo.DubboCodec;

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

  /**
   * A service as requests name it.
   *
   * @param type its interface, or Dubbo's generic one
   * @param version empty = none
   * @param group empty = none
   * @param loader loads the classes of arguments and answers
   */
  record CalledService(
      Class<?> type,
      String name,
      String version,
      String group,
      Map<String, String> attachments,
      Serialization serialization,
      ClassLoader loader) {
    static CalledService of(Class<?> type) {
      return new CalledService(
          type, type.getName(), "", "", Map.of(), Serialization.HESSIAN2, type.getClassLoader());
    }

    boolean isGeneric() {
      return !type.getName().equals(name);
    }
  }

  /** The kinds of good answers of a call, by the type that precedes the value. */
  enum AnswerKind {
    /** A value that is not null. */
    VALUE(DubboCodec.RESPONSE_VALUE, DubboCodec.RESPONSE_VALUE_WITH_ATTACHMENTS),
    NULL(DubboCodec.RESPONSE_NULL_VALUE, DubboCodec.RESPONSE_NULL_VALUE_WITH_ATTACHMENTS),
    ANY(
        DubboCodec.RESPONSE_VALUE,
        DubboCodec.RESPONSE_VALUE_WITH_ATTACHMENTS,
        DubboCodec.RESPONSE_NULL_VALUE,
        DubboCodec.RESPONSE_NULL_VALUE_WITH_ATTACHMENTS);

    private final int bits;

    AnswerKind(int... types) {
      int all = 0;
      for (int type : types) {
        all |= 1 << type;
      }
      this.bits = all;
    }

    boolean accepts(int type) {
      return type >= 0 && type < Integer.SIZE && (bits >>> type & 1) != 0;
    }
  }
}
