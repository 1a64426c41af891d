package io.poolbench.inspect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An application's properties for its business pools, from its files and command line: {@code
 * dubbo.protocol}, {@code dubbo.protocols.ID} and {@code dubbo.provider}. Profile files, XML,
 * annotations, code, the environment and config centers are not read.
 *
 * @param settings in rising order of precedence
 */
public record ApplicationSettings(List<Setting> settings) {
  private static final Pattern PROTOCOL =
      Pattern.compile("dubbo\\.(?:protocol|protocols\\.(?<id>[^.]+))\\.(?<name>[\\w-]+)");
  private static final Pattern PROVIDER = Pattern.compile("dubbo\\.provider\\.(?<name>[\\w-]+)");

  /** The settings of a pool, as Dubbo's URLs name them. */
  static final List<String> OF_POOL =
      List.of("threadpool", "threads", "corethreads", "queues", "alive");

  private static final String WITHOUT_ID = "";

  private static final String DEFAULT_PROTOCOL = "dubbo";

  public ApplicationSettings {
    settings = List.copyOf(settings);
  }

  /**
   * A property.
   *
   * @param source origin of the property, such as {@code application.yml} or {@code -D}
   * @param value the literal value; a placeholder with a default is replaced by the default
   */
  public record Setting(String source, String key, String value) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^{}:]+:(?<value>[^{}]*)}");

    public Setting {
      Objects.requireNonNull(source, "source");
      Objects.requireNonNull(key, "key");
      value = PLACEHOLDER.matcher(value).replaceAll("${value}");
    }

    /** A text such as {@code dubbo.protocol.threads=600 (application.yml)}. */
    public String text() {
      return key + "=" + value + " (" + source + ")";
    }
  }

  public ApplicationSettings with(List<Setting> stronger) {
    List<Setting> all = new ArrayList<>(settings);
    all.addAll(stronger);
    return new ApplicationSettings(all);
  }

  /**
   * The settings for a protocol's pool, by {@code threadpool}, {@code threads}, {@code
   * corethreads}, {@code queues} and {@code alive}. As in Dubbo, a protocol's setting overrides the
   * provider's, and {@code dubbo.protocols.ID} replaces {@code dubbo.protocol} as a whole.
   */
  public Map<String, Setting> ofPool(String protocol) {
    Map<String, Map<String, Setting>> sections = new LinkedHashMap<>();
    Map<String, Setting> pool = new LinkedHashMap<>();
    for (Setting setting : settings) {
      Matcher ofProtocol = PROTOCOL.matcher(setting.key());
      Matcher ofProvider = PROVIDER.matcher(setting.key());
      if (ofProtocol.matches()) {
        String id = Objects.requireNonNullElse(ofProtocol.group("id"), WITHOUT_ID);
        sections
            .computeIfAbsent(id, section -> new LinkedHashMap<>())
            .put(plain(ofProtocol.group("name")), setting);
      } else if (ofProvider.matches()) {
        pool.put(plain(ofProvider.group("name")), setting);
      }
    }
    sections.entrySet().stream()
        .filter(section -> name(section.getKey(), section.getValue()).equals(protocol))
        .filter(section -> !section.getKey().isEmpty() || sections.size() == 1)
        .findFirst()
        .ifPresent(section -> pool.putAll(section.getValue()));
    pool.keySet().retainAll(OF_POOL);
    return pool;
  }

  private static String name(String id, Map<String, Setting> section) {
    Setting name = section.get("name");
    String unnamed = id.isEmpty() ? DEFAULT_PROTOCOL : id;
    return name == null ? unnamed : name.value();
  }

  /** Removes hyphens: Spring accepts {@code core-threads} for {@code corethreads}. */
  private static String plain(String name) {
    return name.replace("-", "");
  }
}
