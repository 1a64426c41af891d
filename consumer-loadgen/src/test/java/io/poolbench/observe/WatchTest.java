package io.poolbench.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.poolbench.observe.BusyThreads.Average;
import io.poolbench.observe.ObservedProgram.About;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines as an agent writes them. */
class WatchTest {
  private static final String USED =
      """
      {"sampled":{"fromMillis":%d,"toMillis":%d,
       "process":{"samples":2,"cpuShare":0.5,"ownNanos":5000000,"collectedMillis":0},
       "pools":[{"setup":{"id":1,"type":"java.util.concurrent.ThreadPoolExecutor",
       "thread":"DubboServerHandler-10.0.0.1:20880-thread-3","core":8,"max":8,"queueCapacity":0,
       "measured":false,"counts":{"tasks":true,"refusals":false}},
       "samples":{"busy":[2,4],"queued":[0,0]},"arrivals":[7,5],
       "counts":{"completed":300,"refused":0,"cpuNanos":30000000},"heldSeconds":3,
       "sites":[{"state":"sleep","at":"Orders.find","via":"","blocker":"","count":4}]}],
       "connections":[]}}
      """;

  private static final String IDLE =
      """
      {"sampled":{"fromMillis":%d,"toMillis":%d,
       "process":{"samples":2,"cpuShare":0,"ownNanos":5000000,"collectedMillis":0},
       "pools":[],"connections":[]}}
      """;

  private static Watch watch(String... lines) throws JsonProcessingException {
    Watch watch = new Watch();
    for (String line : lines) {
      watch.add(AgentLine.parse(line));
    }
    return watch;
  }

  @Test
  void secondsInWhichAPoolIsAbsentCountAsIdle() throws JsonProcessingException {
    PoolFinding found =
        watch(USED.formatted(0, 1_000), IDLE.formatted(1_000, 2_000)).findings().get(0);

    assertThat(found.busy().average()).isEqualTo(new Average(1.5, Math.sqrt(2.75)));
    assertThat(found.rate().perSecond()).isCloseTo(150, within(1e-9));
    assertThat(found.heldSeconds()).isEqualTo(3);
  }

  /** The agent of a later version may report more. */
  @Test
  void aFileHasAllThatWasObserved(@TempDir Path folder) throws IOException {
    String used =
        USED.formatted(0, 1_000)
            .replace("\n", "")
            .replace("\"arrivals\"", "\"new\":{},\"arrivals\"");
    About about = new About("4711", "2026-11-28T10:00:00Z", "1.0");
    Path file = folder.resolve(ObservationFile.NAME);
    try (ObservationFile lines = new ObservationFile(folder, about)) {
      lines.add(used);
    }
    Files.writeString(file, "{\"sampled\":{\"cut", StandardOpenOption.APPEND);

    ObservedProgram read = ObservedProgram.read(file);

    assertThat(read.about()).isEqualTo(about);
    assertThat(read.watch().findings()).isEqualTo(watch(used).findings());
  }

  @Test
  void aFileOfMoreLinesThanAnObservationHasIsRefused(@TempDir Path folder) throws IOException {
    String about = "{\"pid\":\"7\",\"begun\":\"2026-11-28T10:00:00Z\",\"poolbench\":\"1.0\"}\n";
    Path file = Files.writeString(folder.resolve("lines"), about + "{}\n".repeat(100_000));

    assertThatThrownBy(() -> ObservedProgram.read(file)).hasMessage("more than 100000 lines");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'[2,4],\"queued\":[0,0]' | '[],\"queued\":[]' | no sample of a pool",
        "'[2,4]' | '[2,4,6]' | samples: 3 of busy threads, 2 of queues",
        "'\"toMillis\":2000' | '\"toMillis\":500' | time: 1000 to 500 ms",
        "'\"toMillis\":2000' | '\"toMillis\":1000' | sampled: no time"
      })
  void aDamagedLineIsNamed(String sound, String damaged, String why, @TempDir Path folder)
      throws IOException {
    String about = "{\"pid\":\"7\",\"begun\":\"2026-11-28T10:00:00Z\",\"poolbench\":\"1.0\"}\n";
    String second = USED.replace("\n", "") + "\n";
    Path file =
        Files.writeString(
            folder.resolve("lines"),
            about
                + second.formatted(0, 1_000)
                + second.formatted(1_000, 2_000).replace(sound, damaged));

    assertThatThrownBy(() -> ObservedProgram.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("line 3: ")
        .hasMessageContaining(why);
  }

  /** A sparse file: its bytes are zeros. */
  @ParameterizedTest
  @CsvSource({"1073741825, larger than 1024 MiB", "9000000, a line of more than 8 Mi characters"})
  void aFileOfAnySizeIsRefused(long bytes, String why, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("sparse");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(bytes);
    }

    assertThatThrownBy(() -> ObservedProgram.read(file)).hasMessage(why);
  }

  /** As Jetty's, which counts no tasks and would come first: it serves calls with more threads. */
  @Test
  void thePoolWhoseArrivalsAreRecordedCountedSome() throws JsonProcessingException {
    String uncounted =
        USED.formatted(0, 1_000)
            .replace("\"tasks\":true", "\"tasks\":false")
            .replace("\"arrivals\":[7,5]", "\"arrivals\":[]");
    String both =
        USED.formatted(1_000, 2_000)
            .replace("\"id\":1", "\"id\":2")
            .replace("\"busy\":[2,4]", "\"busy\":[1,1]");

    assertThat(watch(uncounted).recorded()).isEmpty();
    Watch watch = watch(uncounted, both);
    assertThat(watch.findings().get(0).setup().id()).isEqualTo(1);
    assertThat(watch.recorded().orElseThrow().id()).isEqualTo(2);
    assertThat(watch.arrivals(2)).startsWith(0, 0).contains(7, 5).hasSize(200);
  }

  @Test
  void theCostIsCpuTimeByTimeWatched() throws JsonProcessingException {
    assertThat(watch(USED.formatted(0, 1_000), IDLE.formatted(1_000, 2_000)).costPct())
        .isCloseTo(0.5, within(1e-9));
  }

  @Test
  void aProgramIsNamedByTheFileOfItsJar() throws JsonProcessingException {
    assertThat(watch("{\"program\":\"/opt/order.jar\"}").program()).isEqualTo("order.jar");
  }

  @Test
  void arrivalsOfASecondWithoutTasksAreNone() throws JsonProcessingException {
    assertThat(
            watch(USED.formatted(0, 20), IDLE.formatted(20, 40), USED.formatted(40, 60))
                .arrivals(1))
        .containsExactly(7, 5, 0, 0, 7, 5);
  }

  @Test
  void aWatchBeginsWithItsFirstSecond() throws JsonProcessingException {
    Watch minute = watch(USED.formatted(1_000, 3_000));

    assertThat(minute.watchedMillis()).isEqualTo(2_000);
    assertThat(minute.findings().get(0).rate().perSecond()).isCloseTo(150, within(1e-9));
  }
}
