package io.poolbench.lab;

import io.poolbench.api.RpcProtocol;
import io.poolbench.journal.ViolationCode;
import io.poolbench.study.CallSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A service that a provider exports.
 *
 * @param url as Dubbo exports it
 * @param version empty if the service has none
 * @param group empty if the service has none
 * @param protocol such as {@code dubbo} or {@code tri}
 * @param generic whether it is a {@code GenericService}: any method may be called, and none is
 *     known
 * @param serialization preferred by the URL; empty if it names none
 */
public record TargetService(
    String url,
    String interfaceName,
    String version,
    String group,
    String protocol,
    int port,
    String serialization,
    boolean generic,
    List<Method> methods) {
  public TargetService {
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(interfaceName, "interfaceName");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(protocol, "protocol");
    Objects.requireNonNull(serialization, "serialization");
    methods = List.copyOf(methods);
  }

  public boolean isOf(RpcProtocol other) {
    return protocol.equals(other.id());
  }

  /** Whether its calls run in the I/O threads, and not in the pool of its port. */
  public boolean isDirect() {
    return parameter("dispatcher").equals("direct");
  }

  public boolean isTriple() {
    return isOf(RpcProtocol.TRI);
  }

  /** The token that callers must attach; empty if none is required. */
  public String token() {
    return parameter("token");
  }

  /** The limit of a body in bytes, {@link Integer#MAX_VALUE} for none; null = Dubbo's default. */
  public Integer payload() {
    String value = parameter("payload");
    if (!value.matches("-?\\d{1,10}")) {
      return null;
    }
    long limit = Long.parseLong(value);
    return (int) (limit > 0 ? Math.min(limit, Integer.MAX_VALUE) : Integer.MAX_VALUE);
  }

  /** The calls of a method at once beyond which Dubbo refuses them; empty without such a limit. */
  public OptionalInt executes(Method method) {
    return Stream.of(method.name() + ".executes", "executes")
        .map(this::parameter)
        .filter(value -> value.matches("[1-9]\\d{0,8}"))
        .mapToInt(Integer::parseInt)
        .findFirst();
  }

  /**
   * Checks that the clients of poolbench can call the service: they support no TLS, and name a
   * service of the dubbo protocol by its interface.
   */
  public void requireCallable() throws LabException {
    if (parameter("ssl-enabled").equals("true")) {
      throw notCallable(
          "requires TLS: ssl-enabled=true (valid: -D dubbo.protocol.ssl-enabled=false)");
    }
    String path = url.replaceFirst("[?].*", "").replaceFirst("^[^/]*//[^/]*/?", "");
    if (isOf(RpcProtocol.DUBBO) && !path.equals(interfaceName)) {
      throw notCallable(
          "has the path '%s' (valid: a service and a protocol without a path)".formatted(path));
    }
  }

  private LabException notCallable(String why) {
    return new LabException(
        ViolationCode.PROVIDER_UNREACHABLE, "service %s %s".formatted(key(), why));
  }

  /** The value of a parameter of the URL, which Dubbo writes as it is; empty if absent. */
  private String parameter(String name) {
    return Arrays.stream(url.substring(url.indexOf('?') + 1).split("&", -1))
        .filter(parameter -> parameter.startsWith(name + "="))
        .map(parameter -> parameter.substring(name.length() + 1))
        .findFirst()
        .orElse("");
  }

  /** The interface, with group and version if it has them: {@code group/interface:1.0}. */
  public String key() {
    return (group.isEmpty() ? "" : group + "/")
        + interfaceName
        + (version.isEmpty() ? "" : ":" + version);
  }

  /**
   * {@link #key()} as it is typed in source code and in a shell, where {@code $} begins a variable:
   * {@code com.example.Shop.Orders} for the nested interface {@code com.example.Shop$Orders}.
   */
  public String callName() {
    return inSource(key());
  }

  /** Whether a text names the service: its interface or its key, nested ones by either name. */
  public boolean isNamed(String text) {
    return Stream.of(key(), interfaceName)
        .map(TargetService::inSource)
        .anyMatch(inSource(text)::equals);
  }

  private static String inSource(String type) {
    return type.replace('$', '.');
  }

  /**
   * A method of a service's interface. Type names include type arguments.
   *
   * @param parameterTypes such as {@code java.util.List<java.lang.String>}
   * @param readOnly whether the transaction that the implementation declares is read-only; null =
   *     it declares none, or it is not known
   */
  public record Method(
      String name, List<String> parameterTypes, String returnType, Boolean readOnly) {
    private static final Pattern TEXT =
        Pattern.compile("(?<name>[^(]+)\\((?<parameters>.*)\\):(?<result>.+)");

    public Method {
      Objects.requireNonNull(name, "name");
      parameterTypes = List.copyOf(parameterTypes);
      Objects.requireNonNull(returnType, "returnType");
    }

    public Method(String name, List<String> parameterTypes, String returnType) {
      this(name, parameterTypes, returnType, null);
    }

    /** Whether it only reads, as far as its transaction tells, or else its name. */
    public boolean reads() {
      return readOnly == null ? CallSettings.reads(name) : readOnly;
    }

    /**
     * Parses a method, such as {@code find(long,java.util.List<java.lang.String>):a.Order}.
     *
     * @throws IllegalArgumentException for any other text
     */
    public static Method parse(String text) {
      Matcher matcher = TEXT.matcher(text);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("no method: '" + text + "'");
      }
      // A comma between angle brackets separates type arguments.
      String parameters = matcher.group("parameters");
      return new Method(
          matcher.group("name"),
          parameters.isEmpty() ? List.of() : separated(parameters),
          matcher.group("result"));
    }

    private static List<String> separated(String parameters) {
      List<String> types = new ArrayList<>();
      int depth = 0;
      int start = 0;
      for (int i = 0; i < parameters.length(); i++) {
        char c = parameters.charAt(i);
        depth += c == '<' ? 1 : c == '>' ? -1 : 0;
        if (c == ',' && depth == 0) {
          types.add(parameters.substring(start, i).strip());
          start = i + 1;
        }
      }
      types.add(parameters.substring(start).strip());
      return types;
    }

    /** The name and the simple names of the parameter types: {@code find(long, List<String>)}. */
    public String signature() {
      return name + "(" + String.join(", ", simple(parameterTypes)) + ")";
    }

    /** Whether a call gives its thread back before it is answered. */
    public boolean isAsynchronous() {
      return returnType.matches(
          "java\\.util\\.concurrent\\.(?:CompletableFuture|CompletionStage)\\b.*");
    }

    /** The signature and the simple name of the return type. */
    public String text() {
      return signature() + ": " + simple(returnType);
    }

    private static List<String> simple(List<String> types) {
      return types.stream().map(Method::simple).toList();
    }

    /** Whether these are its parameter types, each by its full or its simple name. */
    public boolean hasTypes(String types) {
      String typed = withoutSpaces(types);
      return typed.equals(withoutSpaces(String.join(",", parameterTypes)))
          || typed.equals(withoutSpaces(String.join(",", simple(parameterTypes))));
    }

    private static String withoutSpaces(String types) {
      return inSource(types).replace(" ", "");
    }

    private static String simple(String type) {
      return inSource(type.replaceAll("[\\w$]+\\.", ""));
    }
  }
}
