package io.poolbench.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A provider of one service, as it registered itself.
 *
 * @param url with its parameters, such as {@code dubbo://192.0.2.7:20880/com.example.Orders?...};
 *     need not be a valid URI, as anything may be a parameter
 */
public record RegisteredProvider(String url) {
  private static final Pattern PARTS =
      Pattern.compile("(?s)(?<address>(?:[^:/?]+://)?[^/?]*)/?(?<path>[^?]*)\\??(?<query>.*)");

  /** The parameters of a pool that a provider may register, as it is configured. */
  private static final List<String> POOL =
      List.of("threadpool", "corethreads", "threads", "queues", "alive", "executes");

  public RegisteredProvider {
    Objects.requireNonNull(url, "url");
  }

  /** Its interface with group and version as far as it has them: {@code group/interface:1.0}. */
  public String service() {
    String name = parameter("interface");
    String version = parameter("version");
    String group = parameter("group");
    return (group.isEmpty() ? "" : group + "/")
        + (name.isEmpty() ? part("path") : name)
        + (version.isEmpty() ? "" : ":" + version);
  }

  /** Where it is called, such as {@code dubbo://192.0.2.7:20880}. */
  public String address() {
    return part("address");
  }

  private String part(String name) {
    Matcher parts = PARTS.matcher(url);
    return parts.matches() ? parts.group(name) : "";
  }

  /** The name of its application; empty where it has none. */
  public String application() {
    return parameter("application");
  }

  /** The version of its Dubbo; empty where it names none. */
  public String dubbo() {
    return parameter("release");
  }

  /** The names of its methods. */
  public List<String> methods() {
    return Arrays.stream(parameter("methods").split(","))
        .filter(name -> !name.isEmpty())
        .distinct()
        .sorted()
        .toList();
  }

  /** What it says about its pool; a provider may run another one. */
  public Map<String, String> pool() {
    Map<String, String> pool = new LinkedHashMap<>();
    for (String name : POOL) {
      String value = parameter(name);
      if (!value.isEmpty()) {
        pool.put(name, value);
      }
    }
    return pool;
  }

  private String parameter(String name) {
    return Arrays.stream(part("query").split("&"))
        .filter(parameter -> parameter.startsWith(name + "="))
        .map(parameter -> decoded(parameter.substring(name.length() + 1)))
        .findFirst()
        .orElse("");
  }

  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value, UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return value;
    }
  }
}
