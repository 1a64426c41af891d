package io.poolbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.redis.AddedLatency;
import io.poolbench.result.CellResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.NetworkSettings;
import io.poolbench.spec.Scheduling;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A result that the last poolbench of version 2 wrote, of every kind of cell and load. */
class VersionTwoTest extends EarlierVersionTest {
  VersionTwoTest() {
    super(2);
  }

  @Test
  void itHasTheCellsOfThen() {
    assertThat(now.title()).isEqualTo(then.path("title").textValue());
    assertThat(now.cells())
        .extracting(CellResult::failure)
        .containsExactlyElementsOf(then.path("cells").findValuesAsText("failure"));
  }

  @Test
  void itsCallsWereNeitherCalibratedNorHeldAgainstATable() {
    assertThat(now.calibration()).isNull();
    assertThat(now.published()).isEmpty();
    assertThat(now.cells()).extracting(result -> result.cell().published()).containsOnly("");
  }

  @Test
  void whatNoCellCouldAskForThenWasNotThere() {
    assertThat(now.cells())
        .hasSize(4)
        .extracting(CellResult::cell)
        .allSatisfy(
            cell -> {
              assertThat(cell.network()).isEqualTo(NetworkSettings.NONE);
              assertThat(cell.load().search()).isNull();
              assertThat(cell.redis().connections()).isEqualTo(1);
              assertThat(cell.provider().work().bursts()).isEqualTo(1);
              assertThat(cell.provider().scheduling()).isEqualTo(Scheduling.OTHER);
            });
  }

  @Test
  void whatItAskedForItStillAsksFor() {
    JsonNode was = then.at("/cells/0/cell");
    Cell cell = now.cells().get(0).cell();
    assertThat(cell.provider().work().cpuIterations())
        .isEqualTo(was.at("/provider/work/cpuIterations").longValue())
        .isPositive();
    assertThat(cell.redis().latency())
        .isEqualTo(
            new AddedLatency(
                was.at("/redis/latency/meanMicros").longValue(),
                was.at("/redis/latency/deviationMicros").longValue()))
        .isNotEqualTo(AddedLatency.NONE);
  }

  @Test
  void writtenAgainItIsReadAsTheSame() throws IOException {
    ResultFile again = new ResultFile(folder.resolve("again.json"));
    again.write(now);
    assertThat(again.read()).isEqualTo(now);
  }
}
