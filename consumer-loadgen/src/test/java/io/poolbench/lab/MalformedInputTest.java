package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.poolbench.Mutated;
import io.poolbench.journal.Durations;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * What a provider or its agent sends is read, or is an error that its caller reports in one line.
 * jqwik prints the seed of a failure.
 */
class MalformedInputTest {
  private static final String METRICS =
      "{\"a_total\":3.0,\"b_total\":2.5E9,\"poolbench_pool_threads\":20}";
  private static final String HISTOGRAMS =
      "{\"service_nanos\":\"%1$s\",\"redis_nanos\":\"%1$s\"}".formatted(histogram());

  private static String histogram() {
    return Durations.of(1_000_000).text();
  }

  @Example
  void theInputsAreValidBeforeTheyAreMutated() throws Exception {
    assertThat(ProcessCounters.values(JsonParser.parseString(METRICS))).hasSize(3);
    assertThat(ProcessCounters.histograms(JsonParser.parseString(HISTOGRAMS))).hasSize(2);
    assertThat(TargetReport.parse(TargetReportTest.TEXT).pools()).hasSize(2);
  }

  @Property(tries = 1000)
  void metricsAreValuesOrAnIllegalArgument(@ForAll long seed) {
    try {
      Map<String, Double> values =
          ProcessCounters.values(JsonParser.parseString(Mutated.of(METRICS, seed)));
      assertThat(values).doesNotContainValue(null);
    } catch (IllegalArgumentException | JsonParseException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  @Property(tries = 1000)
  void histogramsCanBeDecodedLaterOrAreAnIllegalArgument(@ForAll long seed) {
    try {
      ProcessCounters.histograms(JsonParser.parseString(Mutated.of(HISTOGRAMS, seed)))
          .values()
          .forEach(durations -> assertThat(durations).isNotNull());
    } catch (IllegalArgumentException | JsonParseException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  @Property(tries = 1000)
  void anAgentsReportIsReadOrAnIllegalArgument(@ForAll long seed) {
    try {
      TargetReport report = TargetReport.parse(Mutated.of(TargetReportTest.TEXT, seed));
      assertThat(report.pools()).doesNotContainNull();
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }
}
