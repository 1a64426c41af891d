package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.DialectId;
import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import io.poolbench.api.ConfiguredPool.ContainerKind;
import io.poolbench.api.LaunchConfig.Dispatcher;
import io.poolbench.api.LaunchConfig.ExecutorManagement;
import io.poolbench.api.PoolType;
import io.poolbench.dubbo.ClientKind;
import io.poolbench.journal.Metric;
import io.poolbench.redis.RedisKind;
import io.poolbench.study.CallSettings.Serialization;
import io.poolbench.study.ConfigException.Place;
import io.poolbench.study.TargetSettings.TargetProgram;
import io.poolbench.study.Workload.ArrivalProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class StudySchemaTest {
  private static final JsonNode SCHEMA = read();

  @Example
  void theSchemaIsValidByItsDraft() {
    assertThat(SCHEMA.get("$schema").asText()).isEqualTo(DialectId.DRAFT_2020_12);
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(com.networknt.schema.SchemaLocation.of(DialectId.DRAFT_2020_12))
                .validate(SCHEMA))
        .isEmpty();
  }

  @Example
  void everyDefaultSatisfiesItsOwnDefinition() {
    StudySchema schema = StudySchema.load(Metric.ALL);

    schema.check(
        schema.completeCell(JsonNodeFactory.instance.objectNode(), Path.of("")),
        pointer -> Place.of(pointer.toString()));
  }

  @Example
  void enumsHaveTheConstantsOfTheCode() {
    assertEnum(
        "target/properties/registry", TargetProgram.Registry.values(), TargetProgram.Registry::id);
    assertEnum(
        "target/properties/configCenter",
        TargetProgram.ConfigCenter.values(),
        TargetProgram.ConfigCenter::id);
    assertEnum(
        "provider/properties/threadpool", PoolType.values(), PoolType::id, AsConfiguredPool.KIND);
    assertEnum("provider/properties/dispatcher", Dispatcher.values(), Dispatcher::id);
    assertEnum(
        "provider/properties/executorManagement",
        ExecutorManagement.values(),
        ExecutorManagement::id);
    assertEnum("provider/properties/scheduling", Scheduling.values(), Scheduling::id);
    assertEnum(
        "provider/properties/web/properties/container", ContainerKind.values(), ContainerKind::id);
    assertEnum("redis/properties/kind", RedisKind.values(), RedisKind::id);
    assertEnum(
        "driver/properties/client", ClientKind.values(), ClientKind::id, DriverSettings.HTTP);
    assertEnum("driver/properties/method", ServiceMethod.values(), ServiceMethod::id);
    assertEnum("call/properties/serialization", Serialization.values(), Serialization::id);
    assertEnum("load/properties/arrivals", ArrivalProcess.values(), ArrivalProcess::id);
    assertThat(SCHEMA.at("/$defs/sla/properties").fieldNames())
        .toIterable()
        .allMatch(name -> name.equals("upTo") || Metric.of(name).isPresent());
  }

  @Example
  void boundsAreThoseOfTheRecords() {
    assertMaximum("/$defs/load/properties/users", Workload.Closed.MAX_USERS);
    assertMaximum("/$defs/load/properties/users/items", Workload.Closed.MAX_USERS);
    assertMaximum("/$defs/load/properties/rate", Workload.Open.MAX_RATE);
    assertMaximum("/$defs/load/properties/rate/items", Workload.Open.MAX_RATE);
    assertThat(SCHEMA.at("/$defs/schedule/maxItems").asInt()).isEqualTo(10_000);
  }

  private static void assertMaximum(String definition, long most) {
    assertThat(SCHEMA.at(definition + "/maximum").asLong()).as(definition).isEqualTo(most);
  }

  @Example
  void aNumberBeyondItsBoundsIsRejectedAtItsPlace() {
    Map<String, Long> beyond = new LinkedHashMap<>();
    collectBeyond("", SCHEMA, beyond);

    assertThat(beyond).hasSizeGreaterThan(20);
    beyond.forEach(
        (path, number) ->
            assertThatExceptionOfType(ConfigException.class)
                .as("%s: %d", path, number)
                .isThrownBy(
                    () -> PlainStudy.LOADER.parse("s", "s", "{}", List.of(path + "=" + number)))
                .matches(problem -> problem.place().path().equals(path)));
  }

  /** A number above the maximum, or below the minimum, by the setting's path. */
  private static void collectBeyond(String path, JsonNode setting, Map<String, Long> beyond) {
    if (setting.path("minimum").isIntegralNumber()) {
      beyond.put(path, setting.get("minimum").asLong() - 1);
    }
    if (setting.path("maximum").isIntegralNumber()) {
      beyond.put(path, setting.get("maximum").asLong() + 1);
    }
    JsonNode section =
        setting.has("$ref") ? SCHEMA.at(setting.get("$ref").asText().substring(1)) : setting;
    section
        .path("properties")
        .forEachEntry(
            (key, inner) -> collectBeyond(path.isEmpty() ? key : path + "." + key, inner, beyond));
  }

  @Example
  void everySettingHasADescription() {
    List<String> undescribed = new ArrayList<>();
    collectUndescribed("", SCHEMA, undescribed);

    assertThat(undescribed).isEmpty();
  }

  @Property
  void patternsAcceptTheFormsOfTheGrammars(@ForAll("nearlyQuantities") String text) {
    assertSameForm("/$defs/duration/pattern", text, DurationText::parse);
    assertSameForm("/$defs/latency/pattern", text, DurationText::parse);
    assertSameForm("/$defs/size/pattern", text, Quantity.BYTES::parse);
    assertSameForm("/$defs/percentageLimit/pattern", text, Quantity.PERCENT::parse);
  }

  /**
   * A grammar may reject a value that the schema accepts for being out of range, never for its
   * form.
   */
  private static void assertSameForm(String pattern, String text, Consumer<String> grammar) {
    boolean inSchema = Pattern.compile(SCHEMA.at(pattern).textValue()).matcher(text).find();
    boolean inGrammar = true;
    try {
      grammar.accept(text);
    } catch (IllegalArgumentException e) {
      inGrammar = !e.getMessage().startsWith("invalid ");
    }
    assertThat(inSchema).as("%s against %s", text, pattern).isEqualTo(inGrammar);
  }

  private static <E> void assertEnum(
      String path, E[] constants, Function<E, String> id, String... others) {
    List<String> ids = new ArrayList<>(List.of(others));
    for (E constant : constants) {
      ids.add(id.apply(constant));
    }
    assertThat(SCHEMA.at("/$defs/" + path + "/enum"))
        .extracting(JsonNode::textValue)
        .containsExactlyInAnyOrderElementsOf(ids);
  }

  private static void collectUndescribed(String path, JsonNode node, List<String> undescribed) {
    node.path("properties")
        .properties()
        .forEach(
            property -> {
              String here = path + "/" + property.getKey();
              boolean section =
                  property
                      .getValue()
                      .path("$ref")
                      .asText()
                      .matches(
                          ".*/(target|provider|redis|network|driver|calls?|cpus|load|validity|sla)");
              if (!section && !property.getValue().has("description")) {
                undescribed.add(here);
              }
              collectUndescribed(here, property.getValue(), undescribed);
            });
    node.path("$defs").forEach(definition -> collectUndescribed(path, definition, undescribed));
  }

  @Provide
  Arbitrary<String> nearlyQuantities() {
    return Arbitraries.of("1|0|25|99999999|.|5|us|ms|s|m|h|B|KiB|MiB|GiB|%| |-|k".split("\\|"))
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(parts -> String.join("", parts));
  }

  private static JsonNode read() {
    try (InputStream resource =
        StudySchemaTest.class.getResourceAsStream("/schema/study.schema.json")) {
      return new ObjectMapper().readTree(resource);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
