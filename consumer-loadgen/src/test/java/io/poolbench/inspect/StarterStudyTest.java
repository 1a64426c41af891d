package io.poolbench.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.poolbench.Changed;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.inspect.StarterStudy.Calls;
import io.poolbench.inspect.StarterStudy.Compared;
import io.poolbench.inspect.StarterStudy.Load;
import io.poolbench.inspect.StarterStudy.MixedCall;
import io.poolbench.limits.SizeStages.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StarterStudyTest {
  private static StarterStudy study(int cpus) {
    return study(List.of(), true, cpus);
  }

  private static StarterStudy study(List<PoolConfig> pools, boolean inTurns, int cpus) {
    NamedCall call =
        NamedCall.resolve(
            "warehouse/com.example.shop.StockService.available([\"a: #b\"])",
            null,
            SampleTarget.services());
    return new StarterStudy(
        "our shop.jar",
        settings(
            """
            {"target": {"jar": "our shop.jar", "properties": {"server.port": "0"},
              "arguments": ["--a"], "registry": "none", "port": 20880},
             "provider": {"jvm": {"home": "/opt/jdk", "options": ["-Xmx1g"]}}}\
            """),
        "runs fixed 200, no queue",
        new Calls(List.of(new MixedCall(call, 1)), true, List.of()),
        new Compared(
            pools, new Load("users", "1..64", null), List.of("tp99: 20ms", "availability: 99%")),
        inTurns,
        cpus);
  }

  private static ObjectNode settings(String json) {
    try {
      return (ObjectNode) new ObjectMapper().readTree(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void itIsYamlOfAtMost30LinesWithThePoolAsConfiguredFirst() throws IOException {
    List<String> lines = study(2).lines();

    assertThat(lines).hasSizeLessThanOrEqualTo(30);
    JsonNode tree = new YAMLMapper().readTree(String.join("\n", lines));
    assertThat(tree.at("/target/jar").textValue()).isEqualTo("our shop.jar");
    assertThat(tree.at("/target/registry").textValue()).isEqualTo("none");
    assertThat(tree.at("/call/group").textValue()).isEqualTo("warehouse");
    assertThat(tree.at("/call/arguments/0/0").textValue()).isEqualTo("a: #b");
    assertThat(tree.at("/cells").findValuesAsText("threadpool"))
        .startsWith("as-configured")
        .containsOnlyOnce("as-configured");
  }

  @Test
  void aServiceOfTripleIsCalledByItsClient() throws IOException {
    JsonNode tree = tree(Changed.with(study(2), "calls.mix.0.call.service.protocol", "tri"));

    assertThat(tree.at("/provider/protocol").textValue()).isEqualTo("tri");
    assertThat(tree.at("/provider/jvm/options/0").textValue()).isEqualTo("-Xmx1g");
    assertThat(tree.at("/driver/client").textValue()).isEqualTo("tri");
    assertThat(tree.at("/driver/connections").intValue()).isEqualTo(8);
  }

  @Test
  void aCallThatTheSlaPermitsDoesNotTimeOut() throws IOException {
    assertThat(tree(study(2)).has("driver")).isFalse();

    Compared slow = new Compared(List.of(), Load.USERS, List.of("tp90: 1s", "tp99: 6s"));
    assertThat(tree(Changed.with(study(2), "compared", slow)).at("/driver/timeout").textValue())
        .isEqualTo("12000ms");
  }

  @Test
  void givenPoolsAreComparedInTurnsUnlessTheRunningOneHasNoThreads() throws IOException {
    PoolConfig cached = PoolConfig.of(PoolType.CACHED, 0, 200, 0, null);

    JsonNode tree = tree(study(List.of(cached), true, 2));
    assertThat(tree.at("/paired/rounds").intValue()).isPositive();
    assertThat(tree.at("/cells/1/provider/threadpool").textValue()).isEqualTo("cached");
    assertThat(tree.at("/cells/1/provider/corethreads").intValue()).isZero();
    assertThat(tree.at("/cells/1/provider/threads").intValue()).isEqualTo(200);
    assertThat(tree.at("/cells/1/provider/alive").textValue()).isEqualTo("60000ms");
    assertThat(tree.at("/cells")).hasSize(2);
    assertThat(tree.at("/load/users").textValue()).isEqualTo("1..64");
    assertThat(tree.at("/sla/availability").textValue()).isEqualTo("99%");

    assertThat(tree(study(List.of(), false, 2)).has("paired")).isFalse();
  }

  @Test
  void aPlannedLoadIsOneOfTheLevelsAndIsJudged() throws IOException {
    Compared compared = new Compared(List.of(), Load.of("rate", " 800"), List.of("tp99: 20ms"));
    StarterStudy study = Changed.with(study(2), "compared", compared);

    JsonNode tree = tree(study);
    assertThat(tree.at("/load/rate").textValue()).isEqualTo("200, 400, 600, 800, 1000, 1200");
    assertThat(tree.at("/paired/planned").intValue()).isEqualTo(800);
    assertThat(Load.of("users", "2").levels()).isEqualTo("1, 2, 3");
    assertThat(Load.of("users", "4..8").planned()).isNull();
  }

  @Test
  void severalCallsAreMixedByWeight() throws IOException {
    StarterStudy one = study(2);
    MixedCall call = one.calls().mix().get(0);
    Calls mixed =
        new Calls(List.of(call, new MixedCall(call.call(), 3)), true, List.of("StockService.add"));

    JsonNode tree =
        new YAMLMapper()
            .readTree(String.join("\n", Changed.with(one, "calls", mixed).lines(stage(List.of()))));

    assertThat(tree.at("/calls/available-1/weight").intValue()).isEqualTo(1);
    assertThat(tree.at("/calls/available-2/weight").intValue()).isEqualTo(3);
    assertThat(tree.at("/calls/available-2/arguments/0/0").textValue()).isEqualTo("a: #b");
    assertThat(tree.at("/answer").textValue())
        .isEqualTo(
            "Before this pool gets fewer threads, measure its other methods in a mix, by further"
                + " --call: StockService.add.");
  }

  @ParameterizedTest
  @CsvSource({
    "findOrders(java.lang.String), findOrders-1",
    "$echo, call-echo-1",
    "prüfe, pr-fe-1",
    "aMethodOfANameThatIsLongerThanAnyNameOfACallCanBeInAStudy, aMethodOfANameThatIsLongerThanAnyNameOfACallCanBeI-1"
  })
  void aCallOfAMixHasANameThatAStudyCanHave(String method, String name) throws IOException {
    StarterStudy one = study(2);
    MixedCall call = one.calls().mix().get(0);
    MixedCall named = Changed.with(call, "call.method.name", method);

    JsonNode tree =
        new YAMLMapper()
            .readTree(
                String.join(
                    "\n",
                    Changed.with(one, "calls", new Calls(List.of(named, call), true, List.of()))
                        .lines(stage(List.of()))));

    assertThat(tree.at("/calls").fieldNames()).toIterable().startsWith(name);
  }

  private static Stage stage(List<PoolConfig> pools) {
    return new Stage(
        "learning", pools, List.of(4, 8), Duration.ofMillis(100), Duration.ofMillis(700), 7, 2);
  }

  /** Names tell the stages' cells apart, and their rows of one journal belong together by them. */
  @Test
  void aStageHasItsPoolsByName() throws IOException {
    PoolConfig fixed = PoolConfig.of(PoolType.FIXED, null, 8, 90, null);
    JsonNode tree =
        new YAMLMapper().readTree(String.join("\n", study(2).lines(stage(List.of(fixed)))));

    assertThat(tree.at("/cells").findValuesAsText("name"))
        .containsExactly("learning", "fixed 8 queue 90");
    assertThat(tree.at("/cells/1/provider/queues").intValue()).isEqualTo(90);
    assertThat(tree.at("/load/users").textValue()).isEqualTo("4, 8");
    assertThat(tree.at("/load/measure").textValue()).isEqualTo("700ms");
    assertThat(tree.at("/paired/rounds").intValue()).isEqualTo(7);
    assertThat(tree.at("/repetitions").intValue()).isEqualTo(2);
  }

  private static JsonNode tree(StarterStudy study) throws IOException {
    return new YAMLMapper().readTree(String.join("\n", study.lines()));
  }

  @ParameterizedTest
  @CsvSource({"1, 8, 32", "2, 8, 32", "8, 16, 64", "12, 16, 64", "64, 128, 512"})
  void candidatesDoubleFromTwiceTheCpus(int cpus, int least, int most) {
    assertThat(study(cpus).candidates())
        .extracting(PoolConfig::threads)
        .startsWith(least)
        .endsWith(most)
        .hasSize(3);
  }
}
