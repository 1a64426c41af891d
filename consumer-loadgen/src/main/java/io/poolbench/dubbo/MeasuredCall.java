package io.poolbench.dubbo;

import io.poolbench.api.PermissionService;
import io.poolbench.api.PingService;
import io.poolbench.study.CallSettings;
import io.poolbench.study.CallSettings.Serialization;
import io.poolbench.study.CalledMethod;
import io.poolbench.study.ServiceMethod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.dubbo.rpc.protocol.dubbo.DubboCodec;

/**
 * The measured method: requests numbered from 0 (variants), and good answers. Thread-safe.
 *
 * @param requests at least one
 * @param isCycled whether requests are sent in the order of their numbers rather than at random
 * @param unique the unique numbers that each call contains
 * @param answers the answers that are good as far as their type tells
 * @param form calls Dubbo's reference with arguments; returns null for a void method, the future of
 *     a method that returns one
 */
record MeasuredCall(
    CalledService service,
    String methodName,
    List<Class<?>> types,
    List<Request> requests,
    boolean isCycled,
    UniqueNumbers unique,
    AnswerKind answers,
    BiFunction<Object, Object[], Object> form) {
  /** Limits the encoded requests, which would otherwise compete with the driver's working set. */
  private static final int MAX_USERS = 1024;

  private static final int MAX_CHARACTERS = 200;

  /** A distinct request, and the check of its answer. */
  static final class Request {
    private final Object[] arguments;
    private final Object[] other;
    private final Function<Object, Optional<String>> mismatch;

    /**
     * @param arguments with the sample of {@link #unique} numbers
     * @param other the same arguments with the other unique number
     * @param mismatch the difference between an answer and the expected one; empty where none
     */
    Request(Object[] arguments, Object[] other, Function<Object, Optional<String>> mismatch) {
      this.arguments = arguments;
      this.other = other;
      this.mismatch = mismatch;
    }
  }

  MeasuredCall {
    types = List.copyOf(types);
    requests = List.copyOf(requests);
  }

  static MeasuredCall of(CalledMethod method, ExpectedUsers users, TargetClasses classes) {
    if (method instanceof ServiceMethod own) {
      return of(own, users);
    }
    if (method instanceof CallSettings call) {
      return TargetCall.of(call, classes);
    }
    throw new IllegalArgumentException("not one call: " + method.id());
  }

  /** The registry of poolbench's methods: the call of each {@link ServiceMethod}. */
  @SuppressWarnings("FutureReturnValueIgnored") // The form is Object: the caller checks its answer.
  static MeasuredCall of(ServiceMethod method, ExpectedUsers users) {
    return switch (method) {
      case FIND_USER_INFO -> of(method, users, PermissionService::findUserInfo);
      case FIND_USER_INFO_FUTURE -> of(method, users, PermissionService::findUserInfoFuture);
      case FIND_USER_INFO_ASYNC_CONTEXT ->
          of(method, users, PermissionService::findUserInfoAsyncContext);
      case EMPTY -> empty();
      case NODELAY, SYNC, ASYNC, BLOCKING, CALLABLE ->
          throw new IllegalArgumentException("no method of Dubbo's service: " + method.id());
    };
  }

  /** A call whose requests are for users spread evenly over the data set. */
  private static MeasuredCall of(
      ServiceMethod method,
      ExpectedUsers users,
      BiFunction<PermissionService, String, Object> form) {
    int variants = Math.min(users.count(), MAX_USERS);
    List<Request> requests =
        IntStream.range(0, variants)
            .map(variant -> (int) ((long) variant * users.count() / variants))
            .mapToObj(index -> request(users, index))
            .toList();
    return new MeasuredCall(
        CalledService.of(PermissionService.class),
        method.id(),
        List.of(String.class),
        requests,
        false,
        UniqueNumbers.NONE,
        AnswerKind.VALUE,
        (service, arguments) -> form.apply((PermissionService) service, (String) arguments[0]));
  }

  private static Request request(ExpectedUsers users, int index) {
    Object[] arguments = {users.user().apply(index).getPin()};
    return new Request(
        arguments, arguments, answer -> difference(users.user().apply(index), answer));
  }

  private static Optional<String> difference(Object expected, Object answer) {
    return expected.equals(answer)
        ? Optional.empty()
        : Optional.of(
            "wrong answer: expected %s, got %s"
                .formatted(
                    expected,
                    expected.getClass().isInstance(answer)
                        ? answer
                        : AnswerJson.beginning(answer, MAX_CHARACTERS)));
  }

  /** A call of {@link PingService#empty}, whose answer has no value. */
  static MeasuredCall empty() {
    return new MeasuredCall(
        CalledService.of(PingService.class),
        ServiceMethod.EMPTY.id(),
        List.of(),
        List.of(new Request(new Object[0], new Object[0], answer -> Optional.empty())),
        false,
        UniqueNumbers.NONE,
        AnswerKind.NULL,
        (service, arguments) -> {
          ((PingService) service).empty();
          return null;
        });
  }

  Class<?>[] parameterTypes() {
    return types.toArray(Class<?>[]::new);
  }

  int variants() {
    return requests.size();
  }

  /** The arguments of a variant, with the sample of {@link #unique} numbers. */
  Object[] arguments(int variant) {
    return requests.get(variant).arguments;
  }

  Object[] otherArguments(int variant) {
    return requests.get(variant).other;
  }

  /** Calls Dubbo's reference with the arguments of a variant. */
  Object invoke(Object reference, int variant) {
    return form.apply(reference, arguments(variant));
  }

  /** The difference between an answer of a good kind and the expected one; empty where none. */
  Optional<String> mismatch(int variant, Object answer) {
    try {
      return requests.get(variant).mismatch.apply(answer);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      // By code of the application, or for lack of a class: the call ends all the same.
      return Optional.of("wrong answer: cannot be compared: " + text(e));
    }
  }

  /**
   * The first line of a failure's text, or its class: the text is made by the application's code.
   */
  private static String text(Throwable failure) {
    String name = failure.getClass().getName();
    try {
      return failure.toString().lines().findFirst().orElse(name);
    } catch (RuntimeException | LinkageError | StackOverflowError withoutText) {
      return name;
    }
  }

  /**
   * A service as requests name it.
   *
   * @param type its interface, or Dubbo's generic one
   * @param version empty = none
   * @param group empty = none
   * @param payload the limit of a request's body in bytes; null = Dubbo's default
   * @param loader loads the classes of arguments and answers
   */
  record CalledService(
      Class<?> type,
      String name,
      String version,
      String group,
      Map<String, String> attachments,
      Serialization serialization,
      Integer payload,
      ClassLoader loader) {
    static CalledService of(Class<?> type) {
      return new CalledService(
          type,
          type.getName(),
          "",
          "",
          Map.of(),
          Serialization.HESSIAN2,
          null,
          type.getClassLoader());
    }

    boolean isGeneric() {
      return !type.getName().equals(name);
    }
  }

  /** Kinds of answers, by the type that precedes the value; all but exceptions may be good. */
  enum AnswerKind {
    /** A value that is not null. */
    VALUE(DubboCodec.RESPONSE_VALUE, DubboCodec.RESPONSE_VALUE_WITH_ATTACHMENTS),
    NULL(DubboCodec.RESPONSE_NULL_VALUE, DubboCodec.RESPONSE_NULL_VALUE_WITH_ATTACHMENTS),
    /** An exception of the service. */
    THROWN(DubboCodec.RESPONSE_WITH_EXCEPTION, DubboCodec.RESPONSE_WITH_EXCEPTION_WITH_ATTACHMENTS),
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
