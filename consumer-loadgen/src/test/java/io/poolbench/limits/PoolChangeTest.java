package io.poolbench.limits;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.study.TargetSettings.ConfiguredBy;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolChangeTest {
  private static final PoolConfig CACHED = PoolConfig.of(PoolType.CACHED, 2, 50, 7, 30_000L);

  private static PoolChange change(PoolConfig pool, String file, String prefix) {
    return new PoolChange(pool, new ConfiguredBy(file, prefix, 20_990));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application.yml        | # application.yml;dubbo.protocols.a: {threadpool: fixed,"
            + " threads: 8, queues: 9}",
        "application.properties | # application.properties;dubbo.protocols.a.threadpool=fixed;"
            + "dubbo.protocols.a.threads=8;dubbo.protocols.a.queues=9",
        "provider.xml           | <!-- provider.xml -->;<dubbo:protocol ... threadpool=\"fixed\""
            + " threads=\"8\" queues=\"9\"/>",
        "''                     | dubbo.protocols.a.threadpool=fixed;dubbo.protocols.a.threads=8;"
            + "dubbo.protocols.a.queues=9"
      })
  void itIsInTheStyleOfTheApplication(String file, String expected) {
    PoolConfig fixed = PoolConfig.of(PoolType.FIXED, null, 8, 9, null);
    assertThat(change(fixed, file, "dubbo.protocols.a").inOwnStyle().replace('\n', ';'))
        .isEqualTo(expected);
  }

  @Test
  void itsYamlAndItsPropertiesConfigureThePool() throws IOException {
    List<String> blocks = blocks(change(CACHED, "", "dubbo.protocols.a"));

    JsonNode yaml = new YAMLMapper().readTree(blocks.get(0)).at("/dubbo/protocols/a");
    Properties properties = new Properties();
    properties.load(new StringReader(blocks.get(1)));
    assertThat(properties).hasSameSizeAs(CACHED.dubboParameters());
    CACHED
        .dubboParameters()
        .forEach(
            (name, value) -> {
              assertThat(yaml.path(name).asText()).isEqualTo(value);
              assertThat(properties).containsEntry("dubbo.protocols.a." + name, value);
            });
  }

  /** The names are those of dynamic-tp's and hippo4j's documentation. */
  @Test
  void frameworksOfDynamicPoolsGetTheConfiguredPortAndTheSizes() throws IOException {
    List<String> blocks = blocks(change(CACHED, "", "dubbo.protocol"));

    JsonNode dynamicTp = new YAMLMapper().readTree(blocks.get(3)).at("/dubboTp/0");
    assertThat(dynamicTp.path("threadPoolName").asText()).isEqualTo("dubboTp#20990");
    assertThat(dynamicTp.path("corePoolSize").asInt()).isEqualTo(2);
    assertThat(dynamicTp.path("maximumPoolSize").asInt()).isEqualTo(50);
    assertThat(dynamicTp.path("keepAliveTime").asInt()).isEqualTo(30);
    JsonNode hippo4j = new YAMLMapper().readTree(blocks.get(4)).at("/adapter-executors/0");
    assertThat(hippo4j.path("mark").asText()).isEqualTo("Dubbo");
    assertThat(hippo4j.path("threadPoolKey").asText()).isEqualTo("20990");
    assertThat(hippo4j.path("maximumPoolSize").asInt()).isEqualTo(50);

    ConfiguredBy unknown = new ConfiguredBy("", "dubbo.protocol", 0);
    assertThat(new PoolChange(CACHED, unknown).everywhere())
        .contains("  - threadPoolName: \"dubboTp#PORT\"", "    threadPoolKey: \"PORT\"");

    PoolConfig virtual = PoolConfig.of(PoolType.VIRTUAL, null, null, null, null);
    assertThat(blocks(change(virtual, "", "dubbo.protocol"))).hasSize(3);
  }

  private static List<String> blocks(PoolChange change) {
    assertThat(change.everywhere()).allSatisfy(line -> assertThat(line).hasSizeLessThan(100));
    return List.of(change.everywhere().stream().collect(Collectors.joining("\n")).split("\n\n"));
  }
}
