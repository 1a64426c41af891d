package io.poolbench.dubbo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.dubbo.MeasuredCall.AnswerKind;
import io.poolbench.dubbo.MeasuredCall.CalledService;
import io.poolbench.spec.CallSettings;
import io.poolbench.spec.CallSettings.GoodAnswer;
import io.poolbench.spec.CallSettings.RecordOrder;
import io.poolbench.spec.CallSettings.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.dubbo.rpc.RpcContext;

/**
 * A call that a study describes: a request for each record of its data file, or one request.
 *
 * <p>The arguments of a typed call are objects of the application's classes; those of a generic
 * call are maps, lists, texts and numbers, which the provider converts. Immutable and thread-safe.
 */
final class TargetCall implements MeasuredCall {
  private final CallSettings settings;
  private final CalledService service;
  private final CallForm form;
  private final ArgumentTemplate template;
  private final UniqueNumbers unique;
  private final List<Request> requests;

  private TargetCall(CallSettings settings, CalledService service, CallForm form) {
    this.settings = settings;
    this.service = service;
    this.form = form;
    this.template = new ArgumentTemplate(json(settings.arguments()));
    form.requireCount(template.json().size());
    Optional<DataFile> data =
        settings.data().isEmpty()
            ? Optional.empty()
            : Optional.of(DataFile.read(Path.of(settings.data())));
    this.unique = unique(data);
    this.requests = data.map(this::requests).orElseGet(this::sameRequest);
  }

  private static final class Request {
    private final Object[] arguments;

    /** The arguments with the other unique number. */
    private final Object[] other;

    /** Null where any answer is good. */
    private final ExpectedAnswer expected;

    Request(Object[] arguments, Object[] other, ExpectedAnswer expected) {
      this.arguments = arguments;
      this.other = other;
      this.expected = expected;
    }
  }

  static TargetCall of(CallSettings settings, TargetClasses classes) {
    try {
      CallForm form = CallForm.of(settings, classes);
      CalledService service =
          new CalledService(
              form.type(),
              settings.service(),
              settings.version(),
              settings.group(),
              settings.attachments(),
              settings.serialization() == null ? Serialization.HESSIAN2 : settings.serialization(),
              classes.loader());
      return new TargetCall(settings, service, form);
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(settings.setting() + "." + e.setting(), e.getMessage());
    }
  }

  /** The longest numbers that the parameters accept; none where the template has none. */
  private UniqueNumbers unique(Optional<DataFile> data) {
    if (!template.isUnique()) {
      return UniqueNumbers.NONE;
    }
    Map<String, JsonNode> columns =
        data.map(file -> file.records().get(0).columns()).orElse(Map.of());
    try {
      UniqueNumbers longest = UniqueNumbers.LONG;
      form.arguments(template.arguments(longest.with(columns, longest.sample())), "");
      return longest;
    } catch (InvalidSettingException tooLong) {
      return UniqueNumbers.INT;
    }
  }

  private List<Request> sameRequest() {
    GoodAnswer answer = settings.answer();
    boolean answerNamesColumns = answer != null && ExpectedAnswer.namesColumns(answer);
    if (template.namesColumns() || answerNamesColumns) {
      throw new InvalidSettingException(
          "data",
          "missing: "
              + (answerNamesColumns ? "answer.equals names" : "arguments name")
              + " a column (example: orders.csv)");
    }
    return List.of(request(Map.of(), "", expected(Map.of())));
  }

  private List<Request> requests(DataFile data) {
    GoodAnswer answer = settings.answer();
    boolean answersDiffer = answer != null && ExpectedAnswer.namesColumns(answer);
    ExpectedAnswer same = answersDiffer ? null : expected(Map.of());
    List<Request> all = new ArrayList<>();
    for (DataFile.Line record : data.records()) {
      String place = "%s:%d: record %d: ".formatted(data.name(), record.number(), all.size() + 1);
      try {
        all.add(
            request(record.columns(), place, answersDiffer ? expected(record.columns()) : same));
      } catch (InvalidSettingException e) {
        throw e.getMessage().startsWith(place)
            ? e
            : new InvalidSettingException(e.setting(), place + e.getMessage());
      }
    }
    return List.copyOf(all);
  }

  /** Null where any answer is good. */
  private ExpectedAnswer expected(Map<String, JsonNode> columns) {
    return settings.answer() == null ? null : ExpectedAnswer.of(settings.answer(), columns);
  }

  private Request request(Map<String, JsonNode> columns, String place, ExpectedAnswer expected) {
    Object[] arguments = arguments(columns, unique.sample(), place);
    Object[] other =
        unique == UniqueNumbers.NONE ? arguments : arguments(columns, unique.other(), place);
    return new Request(arguments, other, expected);
  }

  private Object[] arguments(Map<String, JsonNode> columns, long number, String place) {
    return form.arguments(template.arguments(unique.with(columns, number)), place);
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
}
