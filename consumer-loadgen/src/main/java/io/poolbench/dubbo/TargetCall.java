package io.poolbench.dubbo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.dubbo.MeasuredCall.AnswerKind;
import io.poolbench.dubbo.MeasuredCall.CalledService;
import io.poolbench.dubbo.MeasuredCall.Request;
import io.poolbench.study.CallSettings;
import io.poolbench.study.CallSettings.GoodAnswer;
import io.poolbench.study.CallSettings.Serialization;
import io.poolbench.study.Secrets;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.service.GenericService;

/**
 * A call that a study describes: a request for each record of its data file, or one request.
 *
 * <p>The arguments of a typed call are objects of the application's classes; those of a generic
 * call are maps, lists, texts and numbers, which the provider converts. Immutable and thread-safe.
 */
final class TargetCall {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Set<String> INTS = Set.of("int", "java.lang.Integer");

  private final CallSettings settings;
  private final Form form;
  private final ArgumentTemplate template;
  private final UniqueNumbers unique;
  private final List<Request> requests;

  private TargetCall(CallSettings settings, Form form) {
    this.settings = settings;
    this.form = form;
    this.template = ArgumentTemplate.parse(settings.arguments());
    form.requireCount(template.json().size());
    Optional<DataFile> data =
        settings.data().isEmpty()
            ? Optional.empty()
            : Optional.of(DataFile.read(Path.of(settings.data())));
    this.unique = unique(data);
    this.requests = requests(data);
  }

  static MeasuredCall of(CallSettings settings, TargetClasses classes) {
    try {
      Form form = Form.of(settings, classes);
      TargetCall call = new TargetCall(settings, form);
      Map<String, String> attachments = Secrets.resolved("attachments", settings.attachments());
      return new MeasuredCall(
          new CalledService(
              form.type,
              settings.service(),
              settings.version(),
              settings.group(),
              attachments,
              settings.serialization() == null ? Serialization.HESSIAN2 : settings.serialization(),
              settings.payload(),
              classes.loader()),
          form.methodName,
          form.parameterTypes,
          call.requests,
          /* isCycled= */ true,
          call.unique,
          AnswerKind.ANY,
          (service, arguments) -> {
            attachments.forEach(RpcContext.getClientAttachment()::setAttachment);
            return form.invocation.apply(service, arguments);
          });
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(settings.setting() + "." + e.setting(), e.getMessage());
    }
  }

  /** The longest numbers that the parameters accept; none where the template has none. */
  private UniqueNumbers unique(Optional<DataFile> data) {
    if (!template.isUnique()) {
      return UniqueNumbers.NONE;
    }
    if (settings.generic() && hasNumberForInt()) {
      return UniqueNumbers.INT;
    }
    Map<String, JsonNode> columns =
        data.map(file -> file.records().get(0).columns()).orElse(Map.of());
    try {
      UniqueNumbers longest = UniqueNumbers.LONG;
      Object unused =
          form.arguments.apply(template.arguments(longest.with(columns, longest.sample())));
      return longest;
    } catch (InvalidSettingException tooLong) {
      return UniqueNumbers.INT;
    }
  }

  /** Whether an int is given the number, as far as a generic call names its types. */
  private boolean hasNumberForInt() {
    List<String> types =
        settings.method().contains("(") ? TargetMethod.types(settings.method()) : List.of();
    return IntStream.range(0, types.size())
        .filter(i -> INTS.contains(types.get(i)))
        .anyMatch(i -> new ArgumentTemplate(template.json().get(i)).isUnique());
  }

  private List<Request> requests(Optional<DataFile> data) {
    GoodAnswer answer = settings.answer();
    boolean answersDiffer = answer != null && ExpectedAnswer.namesColumns(answer);
    if (data.isEmpty() && (template.namesColumns() || answersDiffer)) {
      throw new InvalidSettingException(
          "data",
          "missing: "
              + (answersDiffer ? "answer.equals names" : "arguments name")
              + " a column (example: orders.csv)");
    }
    ExpectedAnswer same = answersDiffer ? null : expected(Map.of());
    if (data.isEmpty()) {
      return List.of(request(Map.of(), same));
    }
    List<Request> all = new ArrayList<>();
    for (DataFile.Line record : data.get().records()) {
      try {
        all.add(request(record.columns(), answersDiffer ? expected(record.columns()) : same));
      } catch (InvalidSettingException e) {
        throw new InvalidSettingException(
            e.setting(),
            "%s:%d: record %d: %s"
                .formatted(data.get().name(), record.number(), all.size() + 1, e.getMessage()));
      }
    }
    return all;
  }

  /** Null where any answer is good. */
  private ExpectedAnswer expected(Map<String, JsonNode> columns) {
    return settings.answer() == null ? null : ExpectedAnswer.of(settings.answer(), columns);
  }

  private Request request(Map<String, JsonNode> columns, ExpectedAnswer expected) {
    Object[] arguments = arguments(columns, unique.sample());
    Object[] other = unique == UniqueNumbers.NONE ? arguments : arguments(columns, unique.other());
    return new Request(
        arguments, other, expected == null ? answer -> Optional.empty() : expected::mismatch);
  }

  private Object[] arguments(Map<String, JsonNode> columns, long number) {
    return form.arguments.apply(template.arguments(unique.with(columns, number)));
  }

  /**
   * How the method is called: typed or generic.
   *
   * @param signature of the method, or its name
   * @param count the number of arguments; negative where a generic call does not give their types
   * @param arguments converts a JSON list
   * @param invocation calls Dubbo's reference with arguments
   */
  private record Form(
      Class<?> type,
      String methodName,
      List<Class<?>> parameterTypes,
      String signature,
      int count,
      Function<JsonNode, Object[]> arguments,
      BiFunction<Object, Object[], Object> invocation) {
    static Form of(CallSettings settings, TargetClasses classes) {
      return settings.generic() ? generic(settings) : typed(settings, classes);
    }

    private static Form typed(CallSettings settings, TargetClasses classes) {
      Class<?> service = classes.service(settings.service());
      TargetMethod target = TargetMethod.of(service, settings.method());
      Method method = target.method();
      return new Form(
          service,
          method.getName(),
          List.of(method.getParameterTypes()),
          target.signature(),
          method.getParameterCount(),
          new ArgumentTypes(classes.loader(), service, method)::values,
          (reference, values) -> invoke(method, reference, values));
    }

    private static Object invoke(Method method, Object reference, Object[] values) {
      try {
        return method.invoke(reference, values);
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof RuntimeException failure) {
          throw failure;
        }
        throw new CompletionException(e.getCause());
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }

    /** By Dubbo's generic service. */
    private static Form generic(CallSettings settings) {
      String name = settings.methodName();
      String[] types =
          settings.method().contains("(")
              ? TargetMethod.types(settings.method()).toArray(String[]::new)
              : null;
      return new Form(
          GenericService.class,
          "$invoke",
          List.of(String.class, String[].class, Object[].class),
          name,
          types == null ? -1 : types.length,
          list -> new Object[] {name, types, MAPPER.convertValue(list, Object[].class)},
          (reference, values) ->
              ((GenericService) reference)
                  .$invoke((String) values[0], (String[]) values[1], (Object[]) values[2]));
    }

    void requireCount(int given) {
      if (count >= 0 && given != count) {
        throw new InvalidSettingException(
            "arguments", "%d of '%s' (valid: %d)".formatted(given, signature, count));
      }
    }
  }
}
