package io.poolbench.inspect;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.core.AgentLaunch;
import io.poolbench.inspect.ApplicationSettings.Setting;
import io.poolbench.lab.TargetReport;
import io.poolbench.lab.TargetService;
import io.poolbench.study.TargetSettings.ConfiguredBy;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A business pool read back from a running provider, with its configuration.
 *
 * @param settings of the application for this pool, by their names in Dubbo
 * @param place where the application's files configure the pool; without a file if something that
 *     is not read overrides them, such as a profile's file
 */
public record InspectedPool(
    TargetReport.Pool pool,
    Map<String, Setting> settings,
    ConfiguredBy place,
    List<TargetService> services) {
  public InspectedPool {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    services = List.copyOf(services);
  }

  static InspectedPool of(
      TargetReport.Pool pool, ApplicationSettings settings, TargetReport report) {
    Map<String, Setting> own = settings.ofPool(pool.protocol(), pool.port());
    ConfiguredBy place = settings.place(pool.protocol(), pool.port());
    List<TargetService> services = report.services(pool.port());
    boolean overridden =
        !place.usesXml()
            && !services.isEmpty()
            && services.stream().noneMatch(service -> isConfigured(own, parameters(service.url())));
    return new InspectedPool(
        pool,
        own,
        overridden ? new ConfiguredBy("", place.prefix(), place.port()) : place,
        services);
  }

  private static boolean isConfigured(Map<String, Setting> own, Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .allMatch(
            parameter ->
                own.containsKey(parameter.getKey())
                    && own.get(parameter.getKey()).value().equals(parameter.getValue()));
  }

  /** The settings that the pool contradicts. */
  public List<PoolContradiction> contradictions() {
    List<PoolContradiction> found = new ArrayList<>();
    Map<String, String> said = new LinkedHashMap<>();
    settings.forEach((name, setting) -> said.put(name, setting.value()));
    contradiction(settings.values().stream().map(Setting::text).toList(), said)
        .ifPresent(found::add);
    if (found.isEmpty()) {
      for (TargetService service : services) {
        Map<String, String> parameters = parameters(service.url());
        contradiction(texts(parameters, service.key()), parameters).ifPresent(found::add);
      }
    }
    if (found.isEmpty()) {
      contradiction(texts(pool.configured(), "URL"), pool.configured()).ifPresent(found::add);
    }
    return found;
  }

  /** Whether no visible setting configures the pool, so that it has Dubbo's defaults. */
  public boolean isDefault() {
    return settings.isEmpty()
        && pool.configured().isEmpty()
        && services.stream().allMatch(service -> parameters(service.url()).isEmpty());
  }

  /** Whether no call runs in it. */
  public boolean isUnused() {
    return !services.isEmpty() && services.stream().allMatch(TargetService::isDirect);
  }

  private Optional<PoolContradiction> contradiction(List<String> texts, Map<String, String> said) {
    return configured(said)
        .filter(config -> !matches(config))
        .map(config -> new PoolContradiction(texts, config));
  }

  private boolean matches(PoolConfig config) {
    return pool.runs().matches(config)
        && (pool.type().isEmpty() || pool.type().equals(config.type().id()));
  }

  /** The pool that the settings configure; empty if there are none, or if a value is unknown. */
  private static Optional<PoolConfig> configured(Map<String, String> said) {
    if (said.isEmpty()) {
      return Optional.empty();
    }
    try {
      PoolType type = PoolType.of(said.getOrDefault(AgentLaunch.THREADPOOL, PoolType.FIXED.id()));
      if (!type.hasSizes()) {
        return Optional.of(PoolConfig.of(type, null, null, null, null)); // Dubbo ignores them too
      }
      return Optional.of(
          PoolConfig.of(
              type,
              type.isElastic() ? number(said.get(AgentLaunch.CORE_THREADS)) : null,
              number(said.get(AgentLaunch.THREADS)),
              number(said.get(AgentLaunch.QUEUES)),
              /* aliveMillis= */ null)); // is not compared
    } catch (InvalidSettingException | NumberFormatException unknown) {
      return Optional.empty();
    }
  }

  private static Integer number(String text) {
    return text == null ? null : Integer.valueOf(text);
  }

  private static List<String> texts(Map<String, String> parameters, String source) {
    return parameters.entrySet().stream()
        .map(entry -> new Setting(source, entry.getKey(), entry.getValue()).text())
        .toList();
  }

  private static Map<String, String> parameters(String url) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String parameter : url.substring(url.indexOf('?') + 1).split("&", -1)) {
      String[] parts = parameter.split("=", 2);
      if (parts.length == 2 && AgentLaunch.POOL.contains(parts[0])) {
        parameters.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
      }
    }
    return parameters;
  }

  /**
   * A difference between a running pool and its configuration.
   *
   * @param settings with their source, such as {@code dubbo.protocol.threads=600 (application.yml)}
   * @param configured the pool that they describe
   */
  public record PoolContradiction(List<String> settings, PoolConfig configured) {
    public PoolContradiction {
      settings = List.copyOf(settings);
      Objects.requireNonNull(configured, "configured");
    }
  }
}
