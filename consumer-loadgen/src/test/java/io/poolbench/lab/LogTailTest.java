package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
  @TempDir private Path folder;

  @Test
  void theCauseStaysInFrontOfTheNoiseOfShuttingDown() throws IOException {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "Caused by: java.lang.IllegalStateException: the first",
                "\u001b[1;31mERROR\u001b[m registry away",
                "\tat com.example.Main.main(Main.java:7)",
                ""));
    IntStream.range(0, 9).forEach(line -> lines.add("stopping part " + line));
    Path log = Files.write(folder.resolve("log"), lines);

    assertThat(LogTail.of(log))
        .hasSize(8)
        .startsWith("ERROR registry away", "stopping part 2")
        .endsWith("stopping part 8");
    assertThat(LogTail.matches(log, Pattern.compile("ERROR reg.*"))).hasSize(1);
  }

  @Test
  void aCauseAmongTheLastLinesIsNotRepeated() throws IOException {
    Path log = Files.write(folder.resolve("log"), List.of("ERROR one", "ERROR two", "stopped"));
    assertThat(LogTail.of(log)).containsExactly("ERROR one", "ERROR two", "stopped");
  }
}
