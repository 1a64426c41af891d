package io.poolbench.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A provider of one service, as it registered itself.
 *
 * @param uri with its parameters, such as {@code dubbo://192.0.2.7:20880/com.example.Orders?...}
 */
public record RegisteredProvider(URI uri) {
  /** The parameters of a pool that a provider may register, as it is configured. */
  private static final List<String> POOL =
      List.of("threadpool", "corethreads", "threads", "queues", "alive", "executes");

  public RegisteredProvider {
    Objects.requireNonNull(uri, "uri");
  }

  /** Its interface with group and version as far as it has them: {@code group/interface:1.0}. */
  public String service() {
    String name = parameter("interface");
    String version = parameter("version");
    String group = parameter("group");
    return (group.isEmpty() ? "" : group + "/")
        + (name.isEmpty() ? uri.getPath().replaceFirst("^/", "") : name)
        + (version.isEmpty() ? "" : ":" + version);
  }

  /** Where it is called, such as {@code dubbo://192.0.2.7:20880}. */
  public String address() {
    return uri.getScheme() + "://" + uri.getAuthority();
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
    String query = Objects.requireNonNullElse(uri.getRawQuery(), "");
    return Arrays.stream(query.split("&"))
        .filter(parameter -> parameter.startsWith(name + "="))
        .map(parameter -> URLDecoder.decode(parameter.substring(name.length() + 1), UTF_8))
        .findFirst()
        .orElse("");
  }
}
