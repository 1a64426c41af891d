package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.Named;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A call of any Dubbo service, as a study describes it.
 *
 * @param name unique among several calls; empty = the only call of its study
 * @param version of the service; empty = none
 * @param group of the service; empty = none
 * @param method its name, with parameter types if it is overloaded, such as {@code findOrder(long)}
 * @param arguments a JSON list with an entry per parameter; texts may refer to columns of the data
 *     file as <code>${column}</code>
 * @param data absolute path of a file with a record for each request, sent in order, again and
 *     again; empty = none
 * @param answer the expected answer; null = any answer except an exception
 * @param serialization of requests; null = the one that the service prefers
 * @param generic whether the call is generic ({@code $invoke}), without the provider's classes
 * @param payload the limit of a request's body that its service has, in bytes, which no study sets;
 *     null = Dubbo's default
 * @param weight frequency relative to the study's other calls
 */
public record CallSettings(
    String name,
    String service,
    String version,
    String group,
    String method,
    String arguments,
    String data,
    Map<String, String> attachments,
    GoodAnswer answer,
    Serialization serialization,
    boolean generic,
    Integer payload,
    int weight)
    implements CalledMethod {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
  private static final String JAVA_NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*";
  private static final Pattern SERVICE = Pattern.compile(JAVA_NAME + "(\\." + JAVA_NAME + ")*");
  private static final Pattern METHOD = Pattern.compile(JAVA_NAME + "(\\(.*\\))?");

  /** First words of the names of methods that only read. */
  private static final Set<String> READING =
      Set.of(
          ("are browse can check compare contains count describe detail details echo exists"
                  + " fetch find get has head info is last list load lookup max min page peek ping"
                  + " query read search select show size stat stats sum total validate verify view")
              .split(" "));

  /** Words that change something behind {@code By} or {@code With}, where names of fields stand. */
  private static final Set<String> WRITING =
      Set.of(
          ("add approve book buy cancel charge clear close commit confirm consume create credit"
                  + " debit decrease decrement deduct delete deliver deposit disable drop enable"
                  + " increase increment init insert issue lock mark modify move notify pay persist"
                  + " place publish purchase purge push put refund register remove replace reserve"
                  + " reset save send set settle store submit touch transfer truncate unlock update"
                  + " upsert withdraw write")
              .split(" "));

  /** Words before a second verb, as in {@code getAndSet}. */
  private static final Set<String> JOINING = Set.of("and", "or", "then", "with");

  private static final Pattern NO_READING = Pattern.compile("(check (in|out)|count (down|up)).*");

  /** Attachments that the protocol or another setting sets. */
  private static final List<String> RESERVED =
      List.of("path", "interface", "version", "group", "timeout", "generic");

  public CallSettings {
    name = Objects.requireNonNullElse(name, "");
    data = Objects.requireNonNullElse(data, "");
    if (!name.isEmpty() && !NAME.matcher(name).matches()) {
      throw new InvalidSettingException(
          "",
          "invalid name '" + name + "' (valid: 1..64 letters, digits, '_' and '-', no '-' first)");
    }
    require("service", service, SERVICE, "com.example.shop.OrderService");
    require("method", method, METHOD, "findOrder or findOrder(long)");
    requireText("version", version);
    requireText("group", group);
    if (!arguments.startsWith("[")) {
      throw new InvalidSettingException("arguments", "no JSON list (example: [\"${id}\"])");
    }
    if (!data.isEmpty() && !data.endsWith(".csv") && !data.endsWith(".jsonl")) {
      throw new InvalidSettingException("data", "'" + data + "' (valid: a .csv or .jsonl file)");
    }
    attachments = Collections.unmodifiableMap(new TreeMap<>(attachments));
    for (String key : attachments.keySet()) {
      if (RESERVED.contains(key)) {
        throw new InvalidSettingException(
            "attachments",
            "'" + key + "' is set by the call itself (not: " + String.join(", ", RESERVED) + ")");
      }
    }
  }

  private static void require(String setting, String value, Pattern valid, String example) {
    if (value == null || value.isEmpty()) {
      throw new InvalidSettingException(setting, "missing (example: " + example + ")");
    }
    if (!valid.matcher(value).matches()) {
      throw new InvalidSettingException(
          setting, "invalid name '" + value + "' (example: " + example + ")");
    }
  }

  private static void requireText(String setting, String value) {
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidSettingException(setting, "control characters (valid: one-line text)");
    }
  }

  @Override
  public String id() {
    return name.isEmpty() ? methodName() : name;
  }

  @Override
  public String setting() {
    return name.isEmpty() ? "call" : "calls." + name;
  }

  public String methodName() {
    int types = method.indexOf('(');
    return types < 0 ? method : method.substring(0, types);
  }

  /** Whether a method only reads, as far as its name tells. */
  public static boolean reads(String method) {
    List<String> words =
        Arrays.stream(method.replaceFirst("\\(.*", "").split("(?=[A-Z])|_+", -1))
            .map(word -> word.toLowerCase(Locale.ROOT))
            .toList();
    return READING.contains(words.get(0))
        && !NO_READING.matcher(String.join(" ", words)).matches()
        && IntStream.range(1, words.size() - 1)
            .filter(word -> JOINING.contains(words.get(word)))
            .allMatch(word -> readsBehind(words.subList(0, word + 1), words.get(word + 1)));
  }

  private static boolean readsBehind(List<String> joined, String next) {
    boolean fields = joined.contains("by") || joined.contains("with");
    return fields ? !WRITING.contains(next) : READING.contains(next);
  }

  /**
   * Completes this call with the service's preferred serialization (null = none), required token
   * (empty = none) and payload (null = Dubbo's default); the study's own settings take precedence.
   */
  public CallSettings exportedWith(Serialization preferred, String token, Integer limit) {
    Map<String, String> all = new HashMap<>(attachments);
    if (!token.isEmpty()) {
      all.putIfAbsent("token", token);
    }
    return new CallSettings(
        name,
        service,
        version,
        group,
        method,
        arguments,
        data,
        all,
        answer,
        serialization == null ? preferred : serialization,
        generic,
        limit,
        weight);
  }

  /**
   * The value that an answer must contain to be counted as OK.
   *
   * @param pointer a JSON pointer into the answer, such as {@code /status}; empty = the whole
   *     answer
   * @param equalsJson the expected JSON scalar, such as {@code "OK"}; a text may refer to columns
   *     of the data file as <code>${column}</code>
   */
  public record GoodAnswer(String pointer, String equalsJson) {
    public GoodAnswer {
      Objects.requireNonNull(pointer, "pointer");
      if (!pointer.isEmpty() && !pointer.startsWith("/")) {
        throw new InvalidSettingException(
            "pointer", "invalid JSON pointer '" + pointer + "' (example: /status)");
      }
      if (equalsJson == null) {
        throw new InvalidSettingException("equals", "missing (example: OK)");
      }
    }
  }

  @Override
  public boolean hasSameArguments() {
    return data.isEmpty() && !arguments.equals("[]") && !arguments.contains("${");
  }

  /** The serialization of arguments and answers in the dubbo protocol. */
  public enum Serialization implements Named {
    /** Hessian 2, the default until Dubbo 3.1. */
    HESSIAN2,
    /** JSONB of fastjson2, which Dubbo 3.2 prefers. */
    FASTJSON2;

    /** The serialization of a name, such as one in a service's URL; empty if unknown. */
    public static Optional<Serialization> of(String id) {
      return Arrays.stream(values()).filter(known -> known.id().equals(id)).findFirst();
    }
  }
}
