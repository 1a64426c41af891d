package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolbench.core.ProviderMetrics;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code bench-configs/grafana/poolbench.json}. */
class GrafanaDashboardTest {
  /** A metric and its job; a provider's metric has no other label. */
  private static final Pattern METRIC =
      Pattern.compile(
          "\\b((?:poolbench|process)_[a-z0-9_]+)(\\{job=\"\\$driver\"|\\{job=\"\\$provider\"})?");

  private JsonNode dashboard;

  @BeforeEach
  void read() throws IOException {
    dashboard =
        new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .readTree(Path.of("..", "bench-configs", "grafana", "poolbench.json").toFile());
  }

  @Test
  void everyMetricShownIsPublishedByItsJob() throws IllegalAccessException {
    Map<String, Set<String>> published =
        Map.of("{job=\"$driver\"", driverMetrics(), "{job=\"$provider\"}", providerMetrics());
    assertThat(shown())
        .allSatisfy(of -> assertThat(published.get(of.group(2))).contains(of.group(1)));
    assertThat(expressions()).hasSizeGreaterThan(20).allMatch(e -> METRIC.matcher(e).find());
  }

  @Test
  void everyMetricOfTheDriverIsShown() {
    assertThat(shown()).extracting(of -> of.group(1)).containsAll(driverMetrics());
  }

  private List<MatchResult> shown() {
    return expressions().stream().flatMap(of -> METRIC.matcher(of).results()).toList();
  }

  @Test
  void everyPanelUsesTheSelectedDatasource() {
    assertThat(dashboard.at("/templating/list/0/type").textValue()).isEqualTo("datasource");
    assertThat(dashboard.at("/templating/list/0/query").textValue()).isEqualTo("prometheus");
    List<JsonNode> asking = dashboard.path("panels").findParents("targets").stream().toList();
    assertThat(asking).hasSizeGreaterThan(10);
    for (JsonNode panel : asking) {
      assertThat(panel.at("/datasource/uid").textValue()).isEqualTo("${datasource}");
      assertThat(panel.path("targets").findValuesAsText("uid")).containsOnly("${datasource}");
    }
  }

  private List<String> expressions() {
    return dashboard.path("panels").findValuesAsText("expr");
  }

  /** As a scrape has them: counters end in {@code _total}, infos in {@code _info}. */
  private static Set<String> driverMetrics() {
    return new DriverMetrics()
        .registry().scrape().stream()
            .map(
                of ->
                    of.getMetadata().getName()
                        + (of instanceof CounterSnapshot
                            ? "_total"
                            : of instanceof InfoSnapshot ? "_info" : ""))
            .collect(Collectors.toSet());
  }

  /** The declared ones, which the provider's own test compares with its registry. */
  private static Set<String> providerMetrics() throws IllegalAccessException {
    Set<String> names = new TreeSet<>();
    for (Field constant : ProviderMetrics.class.getFields()) {
      names.add((String) constant.get(null));
    }
    for (String summary :
        List.of(
            ProviderMetrics.QUEUE_WAIT,
            ProviderMetrics.SERVICE,
            ProviderMetrics.REDIS,
            ProviderMetrics.APPLICATION)) {
      names.remove(summary);
      names.addAll(List.of(ProviderMetrics.sum(summary), ProviderMetrics.count(summary)));
    }
    return names;
  }
}
