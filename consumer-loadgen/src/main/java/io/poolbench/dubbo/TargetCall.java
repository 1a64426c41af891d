package io.poolbench.dubbo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.CallSettings;
import io.poolbench.spec.GoodAnswer;
import io.poolbench.spec.RecordOrder;
import io.poolbench.spec.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.service.GenericService;

/**
 * A call that a study describes: a request for each record of its data file, or one.
 *
 * <p>Typed, its arguments are objects of the application's classes; generic, they are what JSON has
 * (maps, lists, texts, numbers), which the provider converts. Immutable and thread-safe.
 */
final class TargetCall implements MeasuredCall {
  private final CallSettings settings;
  private final CalledService service;
  private final Form form;
  private final List<Request> requests;
  private final UniqueNumbers unique;

  private TargetCall(
      CallSettings settings, CalledService service, Form form, UniqueNumbers unique) {
    this.settings = settings;
    this.service = service;
    this.form = form;
    this.unique = unique;
    this.requests = requests();
  }

  /** The request of a record. */
  private static final class Request {
    private final Object[] arguments;

    /** The arguments with another unique number. */
    private final Object[] other;

    /** Null = any answer. */
    private final ExpectedAnswer expected;

    Request(Object[] arguments, Object[] other, ExpectedAnswer expected) {
      this.arguments = arguments;
      this.other = other;
      this.expected = expected;
    }
  }

  /**
   * A call of an application's service.
   *
   * @throws InvalidSettingException with the path of the setting from the study: for a service or a
   *     method that the classes do not have, and for data or arguments that do not fit
   */
  static TargetCall of(CallSettings settings, TargetClasses classes) {
    try {
      Form form =
          settings.generic()
              ? new Generic(settings)
              : new Typed(
                  classes, TargetMethod.of(classes.service(settings.service()), settings.method()));
      CalledService service =
          new CalledService(
              form.type(),
              settings.service(),
              settings.version(),
              settings.group(),
              settings.attachments(),
              settings.serialization() == null ? Serialization.HESSIAN2 : settings.serialization(),
              classes.loader());
      return new TargetCall(settings, service, form, unique(settings, form));
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(settings.setting() + "." + e.setting(), e.getMessage());
    }
  }

  /** The longest numbers that fit where the call has numbers of its own. */
  private static UniqueNumbers unique(CallSettings settings, Form form) {
    ArgumentTemplate template = new ArgumentTemplate(json(settings.arguments()));
    form.requireCount(template.json().size());
    if (!template.isUnique()) {
      return UniqueNumbers.NONE;
    }
    Map<String, JsonNode> columns =
        settings.data().isEmpty()
            ? Map.of()
            : DataFile.read(Path.of(settings.data())).records().get(0).columns();
    try {
      UniqueNumbers longest = UniqueNumbers.LONG;
      form.arguments(template.arguments(longest.with(columns, longest.sample())), "");
      return longest;
    } catch (InvalidSettingException tooLong) {
      return UniqueNumbers.INT;
    }
  }

  private List<Request> requests() {
    ArgumentTemplate template = new ArgumentTemplate(json(settings.arguments()));
    GoodAnswer answer = settings.answer();
    boolean answersDiffer = answer != null && ExpectedAnswer.namesColumns(answer);
    if (settings.data().isEmpty()) {
      if (template.namesColumns() || answersDiffer) {
        throw new InvalidSettingException(
            "data",
            "missing: "
                + (answersDiffer ? "answer.equals names" : "arguments name")
                + " a column (example: orders.csv)");
      }
      return List.of(request(template, Map.of(), "", sameAnswer(answer)));
    }
    ExpectedAnswer same = answersDiffer ? null : sameAnswer(answer);
    DataFile data = DataFile.read(Path.of(settings.data()));
    List<Request> all = new ArrayList<>();
    for (DataFile.Line record : data.records()) {
      String place = "%s:%d: record %d: ".formatted(data.name(), record.number(), all.size() + 1);
      try {
        all.add(
            request(
                template,
                record.columns(),
                place,
                answersDiffer ? ExpectedAnswer.of(answer, record.columns()) : same));
      } catch (InvalidSettingException e) {
        throw e.getMessage().startsWith(place)
            ? e
            : new InvalidSettingException(e.setting(), place + e.getMessage());
      }
    }
    return List.copyOf(all);
  }

  private static ExpectedAnswer sameAnswer(GoodAnswer answer) {
    return answer == null ? null : ExpectedAnswer.of(answer, Map.of());
  }

  private Request request(
      ArgumentTemplate template,
      Map<String, JsonNode> columns,
      String place,
      ExpectedAnswer expected) {
    Object[] arguments =
        form.arguments(template.arguments(unique.with(columns, unique.sample())), place);
    Object[] other =
        unique == UniqueNumbers.NONE
            ? arguments
            : form.arguments(template.arguments(unique.with(columns, unique.other())), place);
    return new Request(arguments, other, expected);
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException("arguments are valid JSON", e);
    }
  }

  @Override
  public CalledService service() {
    return service;
  }

  @Override
  public String methodName() {
    return form.methodName();
  }

  @Override
  public Class<?>[] parameterTypes() {
    return form.parameterTypes();
  }

  @Override
  public int variants() {
    return requests.size();
  }

  @Override
  public boolean isCycled() {
    return settings.order() == RecordOrder.CYCLED;
  }

  @Override
  public Object[] arguments(int variant) {
    return requests.get(variant).arguments;
  }

  @Override
  public UniqueNumbers unique() {
    return unique;
  }

  @Override
  public Object[] otherArguments(int variant) {
    return requests.get(variant).other;
  }

  @Override
  public Object invoke(Object proxy, int variant) {
    settings.attachments().forEach(RpcContext.getClientAttachment()::setAttachment);
    return form.invoke(proxy, arguments(variant));
  }

  @Override
  public AnswerKind answers() {
    return AnswerKind.ANY;
  }

  @Override
  public Optional<String> mismatch(int variant, Object answer) {
    ExpectedAnswer expected = requests.get(variant).expected;
    return expected == null ? Optional.empty() : expected.mismatch(answer);
  }

  /** How a method is called. */
  private interface Form {
    /** The interface of the proxy. */
    Class<?> type();

    String methodName();

    Class<?>[] parameterTypes();

    /**
     * Checks the number of arguments.
     *
     * @throws InvalidSettingException of the setting {@code arguments} where it differs
     */
    void requireCount(int count);

    /**
     * The arguments of one record.
     *
     * @param place of the record, for errors
     * @throws InvalidSettingException of the setting {@code data} or {@code arguments} where one
     *     does not fit
     */
    Object[] arguments(JsonNode list, String place);

    Object invoke(Object proxy, Object[] values);
  }

  /** By the method itself. */
  private record Typed(Method method, String signature, ArgumentTypes types) implements Form {
    Typed(TargetClasses classes, TargetMethod target) {
      this(
          target.method(),
          target.signature(),
          new ArgumentTypes(classes.loader(), target.method().getGenericParameterTypes()));
    }

    @Override
    public Class<?> type() {
      return method.getDeclaringClass();
    }

    @Override
    public String methodName() {
      return method.getName();
    }

    @Override
    public Class<?>[] parameterTypes() {
      return method.getParameterTypes();
    }

    @Override
    public void requireCount(int count) {
      if (count != method.getParameterCount()) {
        throw new InvalidSettingException(
            "arguments",
            "%d of '%s' (valid: %d)".formatted(count, signature, method.getParameterCount()));
      }
    }

    @Override
    public Object[] arguments(JsonNode list, String place) {
      return types.values(list, place);
    }

    @Override
    public Object invoke(Object proxy, Object[] values) {
      try {
        return method.invoke(proxy, values);
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof RuntimeException failure) {
          throw failure;
        }
        throw new CompletionException(e.getCause());
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** By Dubbo's generic service: the method's name, its types or null, and the arguments. */
  private record Generic(String name, List<String> types) implements Form {
    private static final Class<?>[] PARAMETERS = {String.class, String[].class, Object[].class};
    private static final ObjectMapper MAPPER = new ObjectMapper();

    Generic(CallSettings settings) {
      this(
          settings.methodName(),
          settings.method().contains("(") ? TargetMethod.types(settings.method()) : null);
    }

    @Override
    public Class<?> type() {
      return GenericService.class;
    }

    @Override
    public String methodName() {
      return "$invoke";
    }

    @Override
    public Class<?>[] parameterTypes() {
      return PARAMETERS.clone();
    }

    @Override
    public void requireCount(int count) {
      if (types != null && count != types.size()) {
        throw new InvalidSettingException(
            "arguments", "%d of '%s' (valid: %d)".formatted(count, name, types.size()));
      }
    }

    @Override
    public Object[] arguments(JsonNode list, String place) {
      Object[] values = MAPPER.convertValue(list, Object[].class);
      return new Object[] {name, types == null ? null : types.toArray(String[]::new), values};
    }

    @Override
    public Object invoke(Object proxy, Object[] values) {
      return ((GenericService) proxy)
          .$invoke((String) values[0], (String[]) values[1], (Object[]) values[2]);
    }
  }
}
