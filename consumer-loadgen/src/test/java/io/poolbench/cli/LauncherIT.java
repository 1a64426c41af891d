package io.poolbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The JVM options of the launcher script. */
class LauncherIT {
  private static final Pattern OUT_OF_MEMORY = Pattern.compile("out_of_memory=\"(.*)\"");

  @BeforeEach
  void onlyWhereProcessesAreKilledBySignals() {
    RunProcess.assumeLinux();
  }

  /** A thread that is lost to a full heap, while others run on. */
  static final class FullHeap {
    private FullHeap() {}

    public static void main(String[] args) throws InterruptedException {
      Thread lost = new Thread(FullHeap::fill, "lost");
      lost.start();
      Thread.sleep(60_000);
    }

    private static void fill() {
      Object[] heap = {};
      while (true) {
        heap = new Object[] {heap, new byte[1 << 20]};
      }
    }
  }

  @Test
  void aDriverWithoutHeapEndsAtOnceWithALineThatNamesTheOption() throws Exception {
    Matcher option = OUT_OF_MEMORY.matcher(Files.readString(Poolbench.home().resolve("poolbench")));
    assertThat(option.find()).isTrue();
    Process driver =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:OnOutOfMemoryError=" + option.group(1),
                "-Xmx16m",
                "-cp",
                System.getProperty("java.class.path"),
                FullHeap.class.getName())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();

    assertThat(new String(driver.getErrorStream().readAllBytes(), UTF_8))
        .startsWith("poolbench: out of memory")
        .contains("POOLBENCH_JAVA_OPTIONS=-Xmx", "--resume")
        .hasLineCount(1);
    assertThat(driver.waitFor()).isEqualTo(128 + 9);
  }
}
